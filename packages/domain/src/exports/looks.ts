import { startOfDay } from "../core/dates.ts"
import { byCreated, present, users } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  allBy,
  answerTo,
  countOf,
  having,
  type Look,
  look,
  one,
  pageOf,
  seen,
} from "../core/questions.ts"
import type { Business } from "../core/records/businesses.ts"
import type { CreateExport, Export, ExportPart } from "../core/records/exports.ts"
import type { Movement } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { stepFields } from "./movements.ts"
import { type ExportContext, maxExportMovements } from "./rules.ts"

const byDate = [["date", "ascending"]] as const

/** The order of lists, for which there is an index. */
const byAuthDate = [["auth_date", "descending"]] as const

const none = {
  ...{ transactions: [], later: [], steps: [], taken: [], users: [], budgets: [] },
  ...{ categories: [], accounting_codes: [], tax_rates: [], custom_fields: [] },
}

/**
 * Loads the rows for an export: the movements on its days, and the records that they refer to. If
 * there are too many, it only counts them.
 */
export const exportContext = (
  { start_date, end_date }: Pick<CreateExport, "start_date" | "end_date">,
  maxMovements = maxExportMovements,
): Look<ExportContext> => {
  const from = startOfDay(start_date)
  /**
   * Sorts after every instant of the last day and after the day itself, and before the next day.
   */
  const below = `${end_date}T24`
  // A DECLINED transaction has no movement, and is booked on no day.
  const status = { not: "DECLINED" } as const
  const authorised = { auth_date: { between: [from, below] }, status } as const
  const booked = { booked_on: { between: [start_date, below] } } as const
  const dated = { date: { between: [from, below] } } as const
  return look(
    {
      business: one("businesses"),
      authorised: countOf("transactions", authorised),
      booked: countOf("transactions", booked),
      later: countOf("movements", dated),
    },
    ({ business: found, ...counts }): Look<ExportContext> => {
      const business = present(found)
      if (Math.max(...Object.values(counts)) > maxMovements) return tooMuch(business)
      return look(
        {
          authorised: all("transactions", authorised, byAuthDate),
          booked: all("transactions", booked),
          later: all("movements", dated, byDate),
        },
        ({ authorised, booked, later }) =>
          withShown(business, [...authorised, ...booked], later, maxMovements),
      )
    },
  )
}

const tooMuch = (business: Business): Look<ExportContext> =>
  seen({ ...none, business, isTooMuch: true })

/**
 * Loads these transactions, those with later movements, and the records that they refer to. If
 * there are too many, it only counts them.
 */
const withShown = (
  business: Business,
  first: ReadonlyArray<Transaction>,
  later: ReadonlyArray<Movement>,
  maxMovements: number,
): Look<ExportContext> =>
  look(shownOf(first, later), ({ rest, stepCount, ...shown }): Look<ExportContext> => {
    if (stepCount > stepsPerMovement * maxMovements) return tooMuch(business)
    const rows = [...first, ...rest]
    const transactions = [...new Map(rows.map((row) => [row.id, row])).values()]
    const ids = transactions.map(({ id }) => id)
    const budget_ids = transactions.map(({ budget_id }) => budget_id)
    return look(
      {
        steps: allBy("movements", stepFields, { transaction_id: { in: ids } }),
        users: users(transactions.map(({ user_id }) => user_id)),
        budgets: having("budgets", "id", budget_ids),
      },
      (people) => seen({ business, transactions, later, isTooMuch: false, ...shown, ...people }),
    )
  })

/** Maximum number of later movements of the transactions, for each movement of an export. */
const stepsPerMovement = 10

/**
 * Returns queries for the other transactions with later movements, the number of all these
 * movements, and the records that they refer to.
 */
const shownOf = (first: ReadonlyArray<Transaction>, later: ReadonlyArray<Movement>) => {
  const known = new Set(first.map(({ id }) => id))
  const others = later.flatMap(({ transaction_id: id }) => (known.has(id) ? [] : [id]))
  const ids = [...new Set([...known, ...others])]
  return {
    stepCount: countOf("movements", { transaction_id: { in: ids } }),
    rest: having("transactions", "id", others),
    taken: having("exported_movements", "transaction_id", ids),
    categories: all("categories"),
    accounting_codes: all("accounting_codes"),
    tax_rates: all("tax_rates"),
    custom_fields: all("custom_fields"),
  }
}

export const exportById = (id: string): Look<Export | null> => answerTo(one("exports", { id }))

/** Lists exports by `created` ascending, ties by id. */
export const exportsByCreated = (request: PageRequest): Look<Page<Export>> =>
  answerTo(pageOf("exports", {}, byCreated, request))

export const exportPart = (export_id: string, number: number): Look<ExportPart | null> =>
  answerTo(one("export_parts", { export_id, number }))

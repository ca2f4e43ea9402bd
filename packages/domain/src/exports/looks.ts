import { startOfDay } from "../core/dates.ts"
import { byCreated, present, users } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { all, answerTo, having, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { CreateExport, Export, ExportPart } from "../core/records/exports.ts"
import { type ExportContext, maxExportMovements } from "./rules.ts"

/** One more than an export may have, so that it shows. */
const request: PageRequest = { offset: 0, limit: maxExportMovements + 1 }

const byDate = [["date", "ascending"]] as const

/**
 * What is looked at before an export is made: what moved on its days, and what is shown of it.
 */
export const exportContext = ({
  start_date,
  end_date,
}: Pick<CreateExport, "start_date" | "end_date">): Look<ExportContext> => {
  const from = startOfDay(start_date)
  /** After every instant of the day, and before the next one; after the day itself, too. */
  const below = `${end_date}T24`
  return look(
    {
      business: one("businesses"),
      authorised: pageOf(
        "transactions",
        { auth_date: { between: [from, below] } },
        // As lists are sorted, so that there is an index.
        [["auth_date", "descending"]],
        request,
      ),
      booked: all("transactions", { booked_on: { between: [start_date, below] } }),
      later: pageOf("movements", { date: { between: [from, below] } }, byDate, request),
    },
    ({ business, authorised, booked, later }) => {
      const found = [...authorised.results, ...booked]
      const known = new Set(found.map(({ id }) => id))
      const others = later.results.flatMap(({ transaction_id: id }) => (known.has(id) ? [] : [id]))
      const ids = [...new Set([...known, ...others])]
      return look(
        {
          rest: having("transactions", "id", others),
          clearings: all("movements", { transaction_id: { in: ids }, number: 2 }),
          taken: having("exported_movements", "transaction_id", ids),
          categories: all("categories"),
          accounting_codes: all("accounting_codes"),
          tax_rates: all("tax_rates"),
          custom_fields: all("custom_fields"),
        },
        ({ rest, ...shown }) => {
          const transactions = new Map([...found, ...rest].map((row) => [row.id, row]))
          const rows = [...transactions.values()]
          return look(
            {
              users: users(rows.map(({ user_id }) => user_id)),
              budgets: having(
                "budgets",
                "id",
                rows.map(({ budget_id }) => budget_id),
              ),
            },
            (people) =>
              seen({
                business: present(business),
                transactions: rows,
                later: later.results,
                isTooMuch: Math.max(authorised.count, later.count) > maxExportMovements,
                ...shown,
                ...people,
              }),
          )
        },
      )
    },
  )
}

export const exportById = (id: string): Look<Export | null> => answerTo(one("exports", { id }))

/** By `created` ascending, ties by id. */
export const exportsByCreated = (request: PageRequest): Look<Page<Export>> =>
  answerTo(pageOf("exports", {}, byCreated, request))

export const exportPart = (export_id: string, number: number): Look<ExportPart | null> =>
  answerTo(one("export_parts", { export_id, number }))

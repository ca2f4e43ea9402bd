import { byCreated, pendingTopups, people, present } from "../core/looks.ts"
import { emptyPage, type Page, type PageRequest } from "../core/page.ts"
import {
  all,
  andThen,
  answerTo,
  countOf,
  having,
  known,
  type Look,
  look,
  one,
  pageOf,
  seen,
  type Where,
} from "../core/questions.ts"
import type { Budget, BudgetFilter, BudgetKey, BudgetRecord } from "../core/records/budgets.ts"
import type { CustomFieldBudget } from "../core/records/custom-fields.ts"
import type { Sight } from "../core/sight.ts"
import type { BudgetContext, ResetContext } from "./context.ts"
import { type Catalogue, showBudget } from "./rules/links.ts"

/**
 * A budget that changes (`budget_id` is null for a new one), and the records that the command
 * names.
 */
export interface BudgetChange {
  readonly budget_id: string | null
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
  /** Ids of options of custom fields. */
  readonly option_ids: ReadonlyArray<string>
}

/** Loads the rows for a decision about a budget. */
export const budgetContext = ({
  budget_id,
  option_ids,
  ...named
}: BudgetChange): Look<BudgetContext> =>
  look(
    {
      business: one("businesses"),
      ...(budget_id === null ? nothingYet : ofBudget(budget_id)),
      ...catalogue,
      custom_field_options: having("custom_field_options", "id", option_ids),
    },
    ({ business, ...found }) =>
      look(people([...found.members, ...found.owners], named, found.pending_topups), (people) =>
        seen({ business: present(business), ...found, ...people }),
      ),
  )

const ofBudget = (budget_id: string) => ({
  budget: one("budgets", { id: budget_id }),
  members: all("budget_members", { budget_id }, byCreated),
  owners: all("budget_owners", { budget_id }, byCreated),
  pending_topups: pendingTopups(budget_id),
  links: all("custom_field_budgets", { budget_id }, [["custom_field_id", "ascending"]]),
})

/** Known answers for a new budget, which need no query. */
const nothingYet: ReturnType<typeof ofBudget> = {
  budget: known(null),
  members: known([]),
  owners: known([]),
  pending_topups: known([]),
  links: known([]),
}

/**
 * Loads the rows for resets of budgets: at most `maxAmounts` amounts of budgets and members, but
 * always the first budget.
 */
export const resetContext = (
  budget_ids: ReadonlyArray<string>,
  maxAmounts: number,
): Look<ResetContext> =>
  andThen(fitting(budget_ids, maxAmounts), (ids) =>
    look(
      {
        business: one("businesses"),
        budgets: having("budgets", "id", ids),
        members: all("budget_members", { budget_id: { in: ids } }, byCreated),
        links: all("custom_field_budgets", { budget_id: { in: ids } }),
        custom_fields: catalogue.custom_fields,
      },
      ({ business, ...found }) => {
        const shown = found.budgets.flatMap((_) => (_.limit_categories ? _.categories : []))
        return look({ categories: having("categories", "id", shown) }, ({ categories }) =>
          seen({ business: present(business), budget_ids: ids, categories, ...found }),
        )
      },
    ),
  )

/** Returns the first ids, halved until their budgets have at most `maxAmounts` amounts. */
const fitting = (ids: ReadonlyArray<string>, maxAmounts: number): Look<ReadonlyArray<string>> =>
  ids.length <= 1
    ? seen(ids)
    : look({ members: countOf("budget_members", { budget_id: { in: ids } }) }, ({ members }) =>
        members + ids.length <= maxAmounts
          ? seen(ids)
          : fitting(ids.slice(0, Math.ceil(ids.length / 2)), maxAmounts),
      )

/** Rows with which budgets are shown, except their links. */
const catalogue = {
  categories: all("categories", { is_deleted: false }),
  custom_fields: all("custom_fields", { is_deleted: false }, byCreated),
}

const noLinks: ReadonlyArray<CustomFieldBudget> = []

/** Returns budgets as they are shown. Options are omitted, because only choices need them. */
const show = (
  budgets: ReadonlyArray<Budget>,
  found: Pick<Catalogue, "categories" | "custom_fields" | "links">,
): ReadonlyArray<BudgetRecord> => {
  const links = Map.groupBy(found.links, (link) => link.budget_id)
  return budgets.map((budget) =>
    showBudget(budget, {
      ...found,
      custom_field_options: [],
      links: links.get(budget.id) ?? noLinks,
    }),
  )
}

/** Reads the row of a budget, deleted or not; null if it does not exist. */
export const budgetRow = ({ budget_id }: BudgetKey): Look<Budget | null> =>
  answerTo(one("budgets", { id: budget_id }))

/** Reads the rows of these budgets, in any order. */
export const budgetRows = (ids: ReadonlyArray<string>): Look<ReadonlyArray<Budget>> =>
  answerTo(having("budgets", "id", ids))

/** Reads a budget as it is shown; null if it does not exist. */
export const budgetById = ({ budget_id }: BudgetKey): Look<BudgetRecord | null> =>
  look(
    {
      budget: one("budgets", { id: budget_id }),
      links: all("custom_field_budgets", { budget_id }, [["custom_field_id", "ascending"]]),
      ...catalogue,
    },
    ({ budget, ...found }) => seen(budget === null ? null : (show([budget], found)[0] ?? null)),
  )

/**
 * Lists the budgets of a business, by `created` ascending, ties by id. With a sight, only those
 * that the user owns or is a member of (`seesBudget`).
 */
export const budgetsByCreated = (
  filter: BudgetFilter,
  request: PageRequest,
  sight: Sight | null,
): Look<Page<BudgetRecord>> => {
  if (sight === null) return shownPage(filter, request)
  const tied = { user_id: sight.user_id, is_deleted: false }
  return look(
    { owned: all("budget_owners", tied), memberships: all("budget_members", tied) },
    ({ owned, memberships }) => {
      const ids = new Set([...owned, ...memberships].map((_) => _.budget_id))
      return ids.size === 0
        ? seen(emptyPage)
        : shownPage({ id: { in: [...ids] }, ...filter }, request)
    },
  )
}

const shownPage = (
  { id, is_deleted, budget_type, has_member_limits }: Where<Budget>,
  request: PageRequest,
): Look<Page<BudgetRecord>> => {
  const where = { id, is_deleted, budget_type, has_member_limits }
  return look(
    { budgets: pageOf("budgets", where, byCreated, request), ...catalogue },
    ({ budgets: { count, results }, ...found }) => {
      if (results.length === 0) return seen({ count, results: [] })
      const ids = results.map((budget) => budget.id)
      return look({ links: all("custom_field_budgets", { budget_id: { in: ids } }) }, ({ links }) =>
        seen({ count, results: show(results, { ...found, links }) }),
      )
    },
  )
}

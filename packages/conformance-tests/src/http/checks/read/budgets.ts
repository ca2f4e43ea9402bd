import {
  business,
  keyIn,
  limitedBudget,
  pooledBudget,
  user,
} from "../../../interface/world/scenarios.ts"
import type { BudgetSpec } from "../../../interface/world/spec.ts"
import type { Business, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import {
  type Comparison,
  compared,
  madeAndChanged,
  type Pair,
  paired,
  sameBag,
} from "../comparison.ts"
import { exactSum } from "../decimals.ts"
import { expectListed } from "../difference.ts"
import { knownRecords, listFault } from "../paging.ts"
import { idOf, isLostById, recordOf, requires } from "../steps.ts"

const isActive = ({ is_deleted }: BudgetSpec): boolean => is_deleted !== true

const pairsOf = async (trial: Trial): Promise<ReadonlyArray<Pair<BudgetSpec>>> =>
  paired(
    trial.business.spec.budgets,
    trial.business.ids.budgets,
    await knownRecords(trial, "budgets.list"),
  )

/**
 * Fields with the setting ALL belong to every budget; those with SOME to the budgets that name
 * them.
 */
const linkedFields = ({ custom_fields }: BudgetSpec, { spec, ids }: Business) =>
  spec.custom_fields
    .filter(
      ({ key, budget_setting }) =>
        budget_setting === "ALL_CURRENT_AND_NEW" ||
        (budget_setting === "SOME" && custom_fields.includes(key)),
    )
    .map(({ key, name }) => [ids.custom_fields[key] ?? name, name])

const names = (elements: Json, words: ReadonlyArray<string>): boolean =>
  elements.some((element: Json) => words.some((word) => JSON.stringify(element).includes(word)))

/** "Fields of the elements of `categories` and `custom_fields` on a budget: not shown". */
const namesAll = (shown: Json, expected: unknown): boolean =>
  Array.isArray(shown) &&
  (expected as ReadonlyArray<ReadonlyArray<string>>).every((words) => names(shown, words))

const asMade = (
  field: "name" | "budget_type" | "has_member_limits" | "rollover_funds",
  title: string,
): Comparison<BudgetSpec> => ({ field, title, expected: (made) => made[field] })

const fields: ReadonlyArray<Comparison<BudgetSpec>> = [
  {
    field: "id",
    title: "Every budget shows its id as text",
    expected: ({ key }, { ids }) => ids.budgets[key],
  },
  asMade("name", "Shows its name letter by letter"),
  asMade("budget_type", "Shows the type it was made with"),
  {
    field: "reset_amount",
    title: "Shows the amount it was made with, topups and charges aside",
    when: isActive,
    expected: ({ reset_amount }) => Number(reset_amount),
  },
  asMade("has_member_limits", "Says whether its members have limits"),
  asMade("rollover_funds", "Says whether funds roll over"),
  {
    field: "limit_categories",
    title: "Says whether it limits its categories",
    needs: "categories",
    when: isActive,
    expected: ({ categories }) => categories !== null,
  },
  {
    field: "categories",
    title: "Shows the categories to which it is limited, and no more",
    needs: "categories",
    when: (made) => isActive(made) && made.categories !== null,
    expected: ({ categories }, { spec, ids }) =>
      (categories ?? []).map((key) => [
        ids.categories[key] ?? key,
        spec.categories.find((category) => category.key === key)?.name ?? key,
      ]),
    same: (shown, expected) =>
      namesAll(shown, expected) && shown.length === (expected as ReadonlyArray<unknown>).length,
  },
  {
    field: "custom_fields",
    title: "Shows the custom fields that are linked to it",
    needs: "custom_fields",
    when: isActive,
    expected: linkedFields,
    same: namesAll,
  },
  {
    field: "is_deleted",
    title: "Says of every budget whether it is deleted",
    expected: ({ is_deleted }) => is_deleted === true,
  },
  ...madeAndChanged,
]

const withoutLimit: Comparison<BudgetSpec> = {
  field: "categories",
  title: "Shows no categories where it does not limit them",
  when: (made) => isActive(made) && made.categories === null,
  expected: () => [],
  same: sameBag,
}

const checkEvery = async (trial: Trial): Promise<void> => {
  const { spec, ids } = trial.business
  const idsWhere = (active: boolean) =>
    spec.budgets
      .filter((budget) => isActive(budget) === active)
      .flatMap(({ key }) => ids.budgets[key] ?? [])
  const fault = listFault(
    { must: new Set(idsWhere(true)), may: new Set(idsWhere(false)) },
    (await knownRecords(trial, "budgets.list")).map(({ id }) => String(id)),
  )
  trial.expect(fault === null, "every budget, once, and no other", fault)
}

const checkById = async (trial: Trial): Promise<void> => {
  const pairs = await pairsOf(trial)
  if (pairs.length === 0) trial.blocked("no budget that is known is listed")
  for (const { record } of pairs) {
    const response = await trial.business.call("budgets.get", { path: { budget_id: record.id } })
    if (isLostById(record, response)) continue
    expectListed(trial, `budget ${record.id}`, record, response)
  }
}

const scenario = business(
  "funds",
  user("bo"),
  user("cy"),
  pooledBudget("pool", { members: ["bo", "cy"], reset_amount: "750.50" }),
  limitedBudget("limits", { bo: 300.25, cy: 120.5 }),
)

const budgetCall = (trial: Trial, key: string) => ({
  path: { budget_id: idOf(trial, "budgets", key) },
})

const member = async (trial: Trial, budget: string, of: string): Promise<Json> => {
  const budget_member_id = idOf(trial, "budget_members", keyIn(budget, of))
  const { path } = budgetCall(trial, budget)
  return recordOf(trial, "budget-members.get", { path: { ...path, budget_member_id } })
}

const checkFunds = async (trial: Trial): Promise<void> => {
  const limited = await recordOf(trial, "budgets.get", budgetCall(trial, "limits"))
  const pooled = await recordOf(trial, "budgets.get", budgetCall(trial, "pool"))
  const shown = (record: Json) => ({ available_amount: record.available_amount })
  const whose = "available_amount of the budget"
  const without = `${whose} without member limits is what it was given: 750.5`
  trial.expect(pooled.available_amount === 750.5, without, shown(pooled))
  const own = [await member(trial, "limits", "bo"), await member(trial, "limits", "cy")]
  for (const [index, amount] of [300.25, 120.5].entries()) {
    const title = `available_amount of member ${own[index]?.id} is what it was given: ${amount}`
    trial.expect(own[index]?.available_amount === amount, title, shown(own[index]))
  }
  const sum = exactSum(...own.map(({ available_amount }) => available_amount))
  const both = `${whose} with member limits is the sum of its members': ${sum}`
  trial.expect(limited.available_amount === sum, both, shown(limited))
}

export const budgets = checksOf("read", [
  ...(["alpha", "gamma", "delta"] as const).map((of) => ({
    id: `budgets.every.${of}`,
    requirement: "budgets.every",
    title: `Every budget of the business is listed, once, and no other (${of})`,
    scenario: of,
    run: checkEvery,
  })),
  ...compared("budgets", pairsOf, fields),
  ...compared("budgets", pairsOf, [withoutLimit]).map((row) => ({
    ...row,
    id: "budgets.categories.without-limit",
    requirement: "budgets.categories.without-limit",
  })),
  {
    id: "budgets.get",
    requirement: "budgets.get",
    title: "A budget read by its id is the record of the list",
    scenario: "alpha",
    run: checkById,
  },
  {
    id: "budgets.toggle",
    requirement: "budgets.toggle",
    title: "By id a budget says whether the toggle was on when it was made",
    scenario,
    run: async (trial: Trial) => {
      for (const [key, toggled] of [
        ["pool", false],
        ["limits", true],
      ] as const) {
        const { has_member_limits } = await recordOf(trial, "budgets.get", budgetCall(trial, key))
        trial.expect(
          has_member_limits === toggled,
          `has_member_limits of the budget ${key} is ${toggled}`,
          {
            has_member_limits,
          },
        )
      }
    },
  },
  {
    id: "budgets.funds",
    requirement: "budgets.funds",
    title: "Funds are the budget's own, or each member's, as has_member_limits says",
    scenario,
    run: checkFunds,
  },
  {
    id: "budgets.deleted",
    requirement: "budgets.deleted",
    title: "A deleted budget says so by its id, or is not found",
    scenario: "alpha",
    run: async (trial: Trial) => {
      requires(trial, "budgets.is_deleted")
      const deleted = trial.business.spec.budgets.find((budget) => !isActive(budget))
      if (deleted === undefined) trial.untestable("no budget was deleted")
      const response = await trial.business.call("budgets.get", budgetCall(trial, deleted.key))
      const marked = response.status === 200 && response.body?.is_deleted === true
      trial.expect(marked || response.status === 404, "200 with is_deleted true, or 404", response)
      trial.note("a deleted budget by its id", marked ? "shown as deleted" : "not found")
    },
  },
])

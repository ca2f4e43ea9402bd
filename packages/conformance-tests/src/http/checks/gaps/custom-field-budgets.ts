import { business, customField, pooledBudget } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Trial } from "../../check.ts"
import { expectJust } from "../difference.ts"
import { expectAccepted, idOf, idsOf, need, recordOf, recordsOf } from "../steps.ts"

const scenario = business(
  "field-budgets",
  customField("team", { budget_setting: "SOME" }),
  pooledBudget("main"),
  pooledBudget("other"),
)

const pathOf = (trial: Trial) => ({ custom_field_id: idOf(trial, "custom_fields", "team") })

const link = (trial: Trial, budget: string): Promise<Answer> =>
  trial.business.call("custom-field-budgets.create", {
    path: pathOf(trial),
    body: { budget: idOf(trial, "budgets", budget) },
  })

const linked = async (trial: Trial): Promise<ReadonlyArray<string>> =>
  idsOf(await recordsOf(trial, "custom-field-budgets.list", { path: pathOf(trial) }))

/** Number of custom fields that a budget shows. */
const shown = async (trial: Trial, budget: string): Promise<number> => {
  const path = { budget_id: idOf(trial, "budgets", budget) }
  const { custom_fields } = await recordOf(trial, "budgets.get", { path })
  if (!Array.isArray(custom_fields)) trial.blocked("custom_fields of a budget is no array")
  return custom_fields.length
}

export const customFieldBudgets = checksOf("gaps", [
  {
    id: "custom-field-budgets.create.listed",
    requirement: "custom-field-budgets.create",
    title: "A field is linked to one of two budgets, and to that one alone",
    scenario,
    run: async (trial: Trial) => {
      expectAccepted(trial, await link(trial, "main"), "linking a field to a budget")
      const main = idOf(trial, "budgets", "main")
      const budgets = await linked(trial)
      expectJust(trial, "the budgets of the field", [[main], budgets.map(String)])
    },
  },
  {
    id: "custom-field-budgets.shown.by-budget",
    requirement: "custom-field-budgets.shown",
    title: "The budget shows the field that is linked to it, and another budget does not",
    scenario,
    run: async (trial: Trial) => {
      const before = { main: await shown(trial, "main"), other: await shown(trial, "other") }
      need(trial, await link(trial, "main"), "linking a field to a budget")
      const after = { main: await shown(trial, "main"), other: await shown(trial, "other") }
      trial.expect(
        after.main === before.main + 1 && after.other === before.other,
        `custom fields of the linked budget: ${before.main + 1}, of the other: ${before.other}`,
        after,
      )
    },
  },
  {
    id: "custom-field-budgets.remove.gone",
    requirement: "custom-field-budgets.remove",
    title: "A field is unlinked from one of two budgets, and stays linked to the other",
    scenario,
    run: async (trial: Trial) => {
      for (const budget of ["main", "other"]) {
        need(trial, await link(trial, budget), "linking a field to a budget")
      }
      if ((await linked(trial)).length !== 2) trial.blocked("the field is not linked to both")
      const [main, other] = ["main", "other"].map((key) => idOf(trial, "budgets", key))
      const path = { ...pathOf(trial), budget_id: String(main) }
      const response = await trial.business.call("custom-field-budgets.remove", { path })
      expectAccepted(trial, response, "unlinking a field from a budget")
      const budgets = await linked(trial)
      expectJust(trial, "the budgets of the field", [[String(other)], budgets.map(String)])
    },
  },
])

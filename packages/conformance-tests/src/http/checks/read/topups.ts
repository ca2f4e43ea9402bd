import { checksOf, type Trial } from "../../check.ts"
import { everyRecord, listFault } from "../paging.ts"
import { idOf, requires, withId } from "../steps.ts"

export const topups = checksOf("read", [
  {
    id: "topups.list.every",
    requirement: "topups.list",
    title: "Every budget lists the topups that were made of it, with their amounts",
    scenario: "alpha",
    run: async (trial: Trial) => {
      requires(trial, "topups")
      const { spec } = trial.business
      const ofBudgets = spec.topups.filter(({ member }) => member === undefined)
      for (const budget of new Set(ofBudgets.map((topup) => topup.budget))) {
        const path = { budget_id: idOf(trial, "budgets", budget) }
        const records = await everyRecord(trial, "topups.list", { path })
        const made = ofBudgets.filter((topup) => topup.budget === budget)
        const ofMembers = spec.topups.filter((topup) => topup.budget === budget && topup.member)
        const idsOf = (topups: typeof made) =>
          new Set(topups.map(({ key }) => idOf(trial, "topups", key)))
        // The interface leaves open whether a budget lists the topups of its members.
        const fault = listFault(
          { must: idsOf(made), may: idsOf(ofMembers) },
          records.map(({ id }) => String(id)),
        )
        trial.expect(fault === null, `the topups of ${budget}, once each, and no other`, fault)
        for (const { key, amount } of made) {
          const [record] = withId(records, idOf(trial, "topups", key))
          trial.expect(record?.amount === Number(amount), `amount is ${amount}`, record)
        }
      }
    },
  },
])

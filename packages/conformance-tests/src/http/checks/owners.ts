import { keyIn } from "../../interface/world/scenarios.ts"
import type { Answer, Json, Trial } from "../check.ts"
import { idOf, isActive, recordsOf } from "./steps.ts"

/** Id of an ownership of a budget, by the key of the user or invite. */
export const ownerId = (trial: Trial, budget: string, of: string): string =>
  idOf(trial, "budget_owners", keyIn(budget, of))

/** Owners of a budget as listed: with removed ones, if the target lists them. */
export const listedOwners = (trial: Trial, budget: string): Promise<ReadonlyArray<Json>> =>
  recordsOf(trial, "budget-owners.list", { path: { budget_id: idOf(trial, "budgets", budget) } })

export const activeOwners = async (trial: Trial, budget: string): Promise<ReadonlyArray<Json>> =>
  (await listedOwners(trial, budget)).filter(isActive)

/** References to a user or a pending invite in a body. */
export const userBody = (trial: Trial, key: string): Json => ({
  user: { id: Number(idOf(trial, "users", key)) },
})
export const inviteBody = (trial: Trial, key: string): Json => ({
  invite: { id: Number(idOf(trial, "invites", key)) },
})

export const addOwner = (trial: Trial, budget: string, body: Json): Promise<Answer> =>
  trial.business.call("budget-owners.create", {
    path: { budget_id: idOf(trial, "budgets", budget) },
    body,
  })

export const removeOwner = (trial: Trial, budget: string, id: string): Promise<Answer> =>
  trial.business.call("budget-owners.remove", {
    path: { budget_id: idOf(trial, "budgets", budget), budget_owner_id: id },
  })

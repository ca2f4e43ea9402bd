import { Schema } from "effect"
import { client_id, flag, integerId, internal, nullable, times, uuid } from "../fields.ts"
import { type People, showPerson } from "../people.ts"
import { InviteRecord } from "./invites.ts"
import { SubUser } from "./users.ts"

/**
 * "A budget owner is a user or a pending invite who can approve spend, top up and manage the
 * budget."
 */
export const BudgetOwner = Schema.Struct({
  client_id,
  id: uuid("Id of the owner."),
  budget_id: internal(uuid("Budget.")),
  user_id: internal(nullable(integerId(), "User, or null for an invite.")),
  invite_id: internal(nullable(integerId(), "Pending invite, or null for a user.")),
  is_deleted: flag("True if the ownership has ended."),
  ...times,
}).annotate({
  identifier: "BudgetOwner",
  description:
    "Owner of a budget: a user or a pending invite who can approve spend, top up and manage the budget.",
})
export interface BudgetOwner extends Schema.Schema.Type<typeof BudgetOwner> {}

/** An owner with its person: `user` or `invite`, exactly one. */
export const BudgetOwnerRecord = Schema.Struct({
  id: BudgetOwner.fields.id,
  user: nullable(SubUser, "User; absent for an invite."),
  invite: nullable(InviteRecord, "Pending invite; absent for a user."),
  is_deleted: BudgetOwner.fields.is_deleted,
  ...times,
}).annotate({
  identifier: "BudgetOwner",
  description:
    "Owner of a budget: a user or a pending invite who can approve spend, top up and manage the budget.",
})
export interface BudgetOwnerRecord extends Schema.Schema.Type<typeof BudgetOwnerRecord> {}

export interface OwnerKey {
  readonly client_id: number
  readonly budget_id: string
  readonly budget_owner_id: string
}

export interface OwnerFilter {
  readonly is_deleted?: boolean | undefined
}

/** An owner with its person. */
export const showOwner = (owner: BudgetOwner, people: People): BudgetOwnerRecord => ({
  ...owner,
  ...showPerson(people, owner),
})

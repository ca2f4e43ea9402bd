import { type People, showPerson } from "../people.ts"
import type { InviteRecord } from "./invites.ts"
import type { SubUser } from "./users.ts"

/**
 * "A budget owner is a user or a pending invite who can approve spend, top up and manage the
 * budget."
 */
export interface BudgetOwner {
  readonly client_id: number
  readonly id: string
  readonly budget_id: string
  readonly user_id: number | null
  readonly invite_id: number | null
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}

/** An owner with its person: `user` or `invite`, exactly one. */
export interface BudgetOwnerRecord
  extends Pick<BudgetOwner, "id" | "is_deleted" | "created" | "updated"> {
  readonly user: SubUser | null
  readonly invite: InviteRecord | null
}

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

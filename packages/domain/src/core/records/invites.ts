import type { PaymentType } from "./users.ts"

/** "An invite exists until the recipient accepts it; the invitee then appears as a user." */
export interface Invite {
  readonly client_id: number
  readonly id: number
  readonly email: string
  readonly role_id: string
  readonly payment_types: ReadonlyArray<PaymentType>
  readonly used: boolean
  /** Cancelled invites are kept, and never listed. */
  readonly is_cancelled: boolean
  readonly created: string
  readonly updated: string
}

/** An invite as the interface shows it: with the name of its role. */
export interface InviteRecord extends Invite {
  readonly role: string
}

export interface InviteKey {
  readonly client_id: number
  readonly invite_id: number
}

export interface CreateInvite {
  readonly email: string
  /** "Must belong to the business." */
  readonly role_id: string
  /** At least one, each once. */
  readonly payment_types: ReadonlyArray<PaymentType>
}

/** What the invitee tells on acceptance; the rest is the invite's. */
export interface AcceptInvite {
  readonly first_name: string
  readonly last_name: string
}

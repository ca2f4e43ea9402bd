import type { PaymentType } from "../users/model.ts"

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

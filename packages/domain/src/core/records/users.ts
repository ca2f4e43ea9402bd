export const paymentTypes = ["bills", "cards", "reimbursements"] as const
export type PaymentType = (typeof paymentTypes)[number]

/** An employee of a business. */
export interface User {
  readonly client_id: number
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly display_name: string | null
  readonly email: string
  readonly role_id: string
  readonly payment_types: ReadonlyArray<PaymentType>
  readonly out_of_office_mode: boolean
  /** Inclusive days in UTC, `YYYY-MM-DD`. */
  readonly out_of_office_start_date: string | null
  readonly out_of_office_end_date: string | null
  readonly delegate_approver: number | null
  /** The ids of this user's expense assistants, who may act on the user's expenses. */
  readonly expense_delegate: ReadonlyArray<number>
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}

/** A user as other records mention it. */
export interface SubUser {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly name: string
}

/** "Full name, or the display name when the user has set one." */
export const fullName = (user: Pick<User, "first_name" | "last_name" | "display_name">): string =>
  user.display_name ?? `${user.first_name} ${user.last_name}`

export const subUser = (user: User): SubUser => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  name: fullName(user),
})

/** A user as the interface shows it: with its name and the name of its role. */
export interface UserRecord extends Omit<User, "expense_delegate"> {
  readonly name: string
  /** "Role name." */
  readonly role: string
  /** "Null when the business lacks the expense assistant feature." */
  readonly expense_delegate: ReadonlyArray<number> | null
}

export interface UserKey {
  readonly client_id: number
  readonly user_id: number
}

export interface UserFilter {
  readonly is_deleted?: boolean | undefined
}

export interface CreateUser {
  readonly first_name: string
  readonly last_name: string
  readonly display_name?: string | null | undefined
  readonly email: string
  readonly role_id: string
  readonly payment_types: ReadonlyArray<PaymentType>
}

/** What is absent stays; null clears. */
export interface UpdateUser {
  readonly role_id?: string | undefined
  readonly payment_types?: ReadonlyArray<PaymentType> | undefined
  readonly out_of_office_mode?: boolean | undefined
  readonly out_of_office_start_date?: string | null | undefined
  readonly out_of_office_end_date?: string | null | undefined
  readonly delegate_approver?: number | null | undefined
  /** "Replaces the whole set"; "`[]` clears it". */
  readonly expense_delegate?: ReadonlyArray<number> | undefined
}

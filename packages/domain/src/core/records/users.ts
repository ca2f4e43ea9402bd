import { Schema } from "effect"
import {
  choice,
  client_id,
  day,
  email,
  flag,
  integerId,
  internal,
  listOf,
  nullable,
  shown,
  text,
  times,
  uuid,
} from "../fields.ts"
import { notificationKinds } from "./notifications.ts"

export const paymentTypes = ["bills", "cards", "reimbursements"] as const
export type PaymentType = (typeof paymentTypes)[number]

/** An employee of a business. */
export const User = Schema.Struct({
  client_id,
  id: integerId("Id of the user."),
  first_name: text("User's first name."),
  last_name: text("User's last name."),
  display_name: internal(nullable(text(), "Preferred name, or null.")),
  email: email("E-mail address; unique among the active users of the business."),
  role_id: uuid("Id of the user's role."),
  payment_types: listOf(choice(paymentTypes), "Payment types of the user."),
  out_of_office_mode: flag("True if the user is out of office in the period below."),
  out_of_office_start_date: nullable(day(), "First UTC day of the absence, or null."),
  out_of_office_end_date: nullable(day(), "Last UTC day of the absence, or null."),
  delegate_approver: nullable(
    integerId(),
    "User who approves while this user is out of office, or null.",
  ),
  expense_delegate: listOf(
    integerId(),
    "Ids of the user's expense assistants, who can edit the user's expenses.",
  ),
  muted_notifications: internal(
    listOf(choice(notificationKinds), "Kinds of e-mail that the user does not want."),
  ),
  is_deleted: flag("True if the user is deleted."),
  ...times,
}).annotate({ identifier: "User", description: "Employee of the business." })
export interface User extends Schema.Schema.Type<typeof User> {}

/** A user as other records refer to it. */
export const SubUser = Schema.Struct({
  id: integerId("Id of the user."),
  first_name: text("User's first name."),
  last_name: text("User's last name."),
  name: text("Full name, or the display name when the user has set one."),
}).annotate({
  identifier: "SubUser",
  description: "Reference to a user.",
  examples: [{ id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" }],
})
export interface SubUser extends Schema.Schema.Type<typeof SubUser> {}

/** "Full name, or the display name when the user has set one." */
export const fullName = (user: Pick<User, "first_name" | "last_name" | "display_name">): string =>
  user.display_name ?? `${user.first_name} ${user.last_name}`

export const subUser = (
  user: Pick<User, "id" | "first_name" | "last_name" | "display_name">,
): SubUser => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  name: fullName(user),
})

/**
 * True if a user is out of office on a UTC day: the mode is on and the day is in its period,
 * "both inclusive".
 */
export const isAway = (user: User, today: string): boolean =>
  user.out_of_office_mode &&
  user.out_of_office_start_date !== null &&
  user.out_of_office_end_date !== null &&
  user.out_of_office_start_date <= today &&
  today <= user.out_of_office_end_date

/** A user as the interface shows it, with a name and the name of the role. */
export const UserRecord = shown(User, {
  name: SubUser.fields.name,
  role: text("Name of the user's role."),
  expense_delegate: nullable(
    listOf(integerId(), "User ids."),
    "Ids of the user's expense assistants; null if the business does not have the feature.",
  ),
})
export interface UserRecord extends Schema.Schema.Type<typeof UserRecord> {}

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

/** Absent fields are unchanged; null clears a field. */
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

/** Changes that users make to themselves. Absent fields are unchanged; null clears a field. */
export interface UpdateMe
  extends Pick<
    UpdateUser,
    | "out_of_office_mode"
    | "out_of_office_start_date"
    | "out_of_office_end_date"
    | "delegate_approver"
  > {
  readonly display_name?: string | null | undefined
}

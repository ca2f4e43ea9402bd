import { Schema } from "effect"
import { listOf, nullable, shown, text, uuid } from "../fields.ts"
import { Books } from "./books.ts"
import { Business } from "./businesses.ts"
import { NamedRole, Role } from "./roles.ts"
import { SubUser, UserRecord } from "./users.ts"

/** The business of a token, as the holder of the token sees it. */
const OwnBusiness = Schema.Struct({
  client_id: Business.fields.client_id,
  name: Business.fields.name,
  currency: Business.fields.currency,
  features: Business.fields.features,
  integration: Business.fields.integration,
  locked_through: Books.fields.locked_through,
}).annotate({ identifier: "OwnBusiness", description: "Business of the token." })

/** A user as they see themselves, with the display name that they can change. */
const OwnUser = shown(UserRecord, {
  display_name: nullable(text(), "Preferred name, or null if the user has set none."),
}).annotate({ identifier: "OwnUser", description: "User for whom the token acts." })

const budget = {
  id: uuid("Id of the budget."),
  name: text("Name of the budget."),
}

const OwnedBudget = Schema.Struct(budget).annotate({
  identifier: "OwnedBudget",
  description: "Budget of which the user is an active owner.",
})

const MemberBudget = Schema.Struct({
  ...budget,
  budget_member_id: text("Id of the user's membership."),
}).annotate({
  identifier: "MemberBudget",
  description: "Budget of which the user is an active member.",
})

/** Maximum number of budgets or users in each list of `MeRecord`. */
export const mostOfMine = 500

/**
 * "The business, the user (or null), role, permissions, what they own, belong to, assist and
 * approve for."
 */
export const MeRecord = Schema.Struct({
  business: OwnBusiness.annotate({ description: "Business of the token." }),
  user: nullable(OwnUser, "User for whom the token acts, or null."),
  role: NamedRole.annotate({
    identifier: "OwnRole",
    description: "Role of the token. It never exceeds the current role of the token's user.",
  }),
  permissions: Role.fields.permissions,
  owns: listOf(
    OwnedBudget,
    `Budgets of which the user is an active owner, at most ${mostOfMine}, oldest ownership first.`,
  ),
  belongs_to: listOf(
    MemberBudget,
    `Budgets of which the user is an active member, at most ${mostOfMine}, oldest membership first.`,
  ),
  assists: listOf(
    SubUser,
    `Users for whom the user is an expense assistant, at most ${mostOfMine}.`,
  ),
  approves_for: listOf(
    SubUser,
    `Users who are out of office today and whose \`delegate_approver\` is the user, at most ${mostOfMine}.`,
  ),
}).annotate({ identifier: "Me", description: "Holder of the token: business, user and rights." })
export interface MeRecord extends Schema.Schema.Type<typeof MeRecord> {}

/** The caller: the user of a token, and the token's current role. */
export interface MeKey {
  readonly client_id: number
  /** Null if the token acts for no user. */
  readonly user_id: number | null
  readonly role: Role
}

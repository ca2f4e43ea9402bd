import { type OperationId, operations } from "../../../interface/operations.ts"
import type { Ids } from "../../../interface/provisioning.ts"
import type { BudgetSpec, BusinessSpec } from "../../../interface/world/spec.ts"
import type { Business, Call, Json } from "../../check.ts"
import { daysBefore } from "../read/money.ts"
import { strangeUuid } from "../steps.ts"

/** Parameters of a path, with the target's ids. */
export type Path = { readonly [parameter: string]: string }

export const operationIds = Object.keys(operations) as ReadonlyArray<OperationId>

export const isRead = (operation: OperationId): boolean => operations[operation].method === "GET"

/** Operations by the resource that their ids name. */
export const byResource = (
  ids: ReadonlyArray<OperationId>,
): ReadonlyMap<string, ReadonlyArray<OperationId>> =>
  Map.groupBy(ids, (id) => id.slice(0, id.lastIndexOf(".")))

/** Kind of the id of each path parameter. */
export const kinds: { readonly [parameter: string]: keyof Ids } = {
  user_id: "users",
  transaction_id: "transactions",
  budget_id: "budgets",
  budget_member_id: "budget_members",
  budget_owner_id: "budget_owners",
  topup_id: "topups",
  invite_id: "invites",
  custom_field_id: "custom_fields",
  option_id: "custom_field_options",
  accounting_code_id: "accounting_codes",
  category_id: "categories",
}

/** Returns the parameters of the operation's path without `client_id`. */
export const parametersOf = (operation: OperationId): ReadonlyArray<string> =>
  [...operations[operation].path.matchAll(/\{([a-z_]+)\}/gu)]
    .map((match) => match[1] ?? "")
    .filter((name) => name !== "client_id")

type Keys = { readonly [parameter: string]: string }
const isActive = ({ is_deleted }: { readonly is_deleted?: boolean }): boolean => is_deleted !== true

const owners = ({ budgets }: BusinessSpec): ReadonlySet<string> =>
  new Set(
    budgets.flatMap((budget) => budget.owners.flatMap((row) => ("user" in row ? row.user : []))),
  )

const budgetsOf = (spec: BusinessSpec, operation: OperationId): ReadonlyArray<BudgetSpec> => {
  const hasMemberLimits =
    operation === "topups.create" ? false : operation.startsWith("member-topups") ? true : null
  return spec.budgets.filter(
    (budget) =>
      isActive(budget) &&
      (hasMemberLimits === null || budget.has_member_limits === hasMemberLimits),
  )
}

const linked = (spec: BusinessSpec): ReadonlyArray<Keys> =>
  spec.budgets
    .filter(isActive)
    .flatMap((budget) =>
      budget.custom_fields.map((custom_field_id) => ({ custom_field_id, budget_id: budget.key })),
    )

/** Keys of the path parameters that belong together: `option_id` is of `custom_field_id`. */
const together: {
  readonly [parameters: string]: (spec: BusinessSpec, operation: OperationId) => ReadonlyArray<Keys>
} = {
  "": () => [{}],
  user_id: (spec) =>
    spec.users
      .filter((user) => isActive(user) && !owners(spec).has(user.key))
      .map(({ key }) => ({ user_id: key })),
  transaction_id: ({ transactions }) => transactions.map(({ key }) => ({ transaction_id: key })),
  budget_id: (spec, operation) => budgetsOf(spec, operation).map(({ key }) => ({ budget_id: key })),
  "budget_id budget_member_id": (spec, operation) =>
    budgetsOf(spec, operation).flatMap((budget) =>
      budget.members
        .filter(isActive)
        .map(({ key }) => ({ budget_id: budget.key, budget_member_id: key })),
    ),
  // One of several owners, so that only tenancy can prevent the removal.
  "budget_id budget_owner_id": (spec, operation) =>
    budgetsOf(spec, operation)
      .filter((budget) => budget.owners.filter(isActive).length > 1)
      .flatMap((budget) =>
        budget.owners
          .filter(isActive)
          .map(({ key }) => ({ budget_id: budget.key, budget_owner_id: key })),
      ),
  "budget_id topup_id": ({ topups }) =>
    topups
      .filter(({ member }) => member === undefined)
      .map(({ key, budget }) => ({ budget_id: budget, topup_id: key })),
  invite_id: ({ invites }) =>
    invites.filter(({ accepted }) => accepted === undefined).map(({ key }) => ({ invite_id: key })),
  custom_field_id: ({ custom_fields }) =>
    custom_fields.map(({ key }) => ({ custom_field_id: key })),
  "custom_field_id option_id": ({ custom_fields }) =>
    custom_fields.flatMap(({ key, options }) =>
      options.map((option) => ({ custom_field_id: key, option_id: option.key })),
    ),
  "custom_field_id budget_id": linked,
  accounting_code_id: ({ accounting_codes }) =>
    accounting_codes.map(({ key }) => ({ accounting_code_id: key })),
  category_id: ({ categories }) => categories.map(({ key }) => ({ category_id: key })),
}

/** Replaces keys with ids; nothing if the target returned none for one of them. */
const withIds = (keys: Keys, ids: Ids): ReadonlyArray<Path> => {
  const path = Object.entries(keys).map(([parameter, key]) => [
    parameter,
    ids[kinds[parameter] ?? "users"][key],
  ])
  return path.some(([, id]) => id === undefined) ? [] : [Object.fromEntries(path)]
}

/**
 * Returns paths of the operation to records of the business, at most this many, spread over all of
 * them.
 */
export const pathsOf = (
  { spec, ids }: Business,
  operation: OperationId,
  most: number,
): ReadonlyArray<Path> => {
  const of = together[parametersOf(operation).join(" ")]
  const paths = (of?.(spec, operation) ?? []).flatMap((keys) => withIds(keys, ids))
  const every = Math.max(1, Math.ceil(paths.length / most))
  return paths.filter((_, index) => index % every === 0)
}

/** Returns an id that does not exist, in the format of its kind. */
export const missingId = (like: string): string =>
  /^\d+$/u.test(like) ? "2147480000" : /^[0-9a-f-]{36}$/iu.test(like) ? strangeUuid : "no-such-id"

/** Returns an id as it is in bodies: a number if the document says integer. */
export const inBody = (kind: keyof Ids, id: string): Json =>
  (kind === "users" || kind === "invites") && /^\d+$/u.test(id) ? Number(id) : id

const firstOf = (ids: { readonly [key: string]: string }): string => Object.values(ids)[0] ?? ""

/** Returns an active user. */
const someone = ({ spec, ids }: Business): Json => {
  const user = spec.users.find(isActive)
  return { id: inBody("users", ids.users[user?.key ?? ""] ?? "0") }
}

const newBudget = (business: Business): Json => ({
  name: "Made by another",
  reset_amount: 10,
  reset_period: "MONTHLY",
  has_member_limits: false,
  rollover_funds: false,
  members: [{ user: someone(business) }],
  owners: [{ user: someone(business) }],
})

/** Bodies that the business would accept from its own administrator. */
const bodies: { readonly [operation in OperationId]?: (business: Business) => Json } = {
  "users.update": () => ({ payment_types: ["bills"] }),
  "topups.create": () => ({ amount: 1.5, description: "Of another" }),
  "member-topups.create": () => ({ amount: 1.5, description: "Of another" }),
  "invites.create": ({ ids }) => ({
    email: "another@elsewhere.example",
    role_id: firstOf(ids.roles),
    payment_types: ["cards"],
  }),
  "budget-owners.create": (business) => ({ user: someone(business) }),
  "custom-fields.create": () => ({ name: "Of another", field_type: "FREE_TEXT" }),
  "custom-fields.update": () => ({ name: "Renamed by another" }),
  "custom-field-options.create": () => ({ text: "Of another" }),
  "custom-field-options.update": () => ({ text: "Renamed by another" }),
  "custom-field-budgets.create": ({ ids }) => ({ budget: firstOf(ids.budgets) }),
  "accounting-codes.create": () => ({ code: "9-other", name: "Of another" }),
  "categories.create": () => ({ name: "Of another" }),
  "categories.update": () => ({ name: "Renamed by another" }),
  "categories.map": ({ ids }) => ({ accounting_code_id: firstOf(ids.accounting_codes) }),
  "budgets.create": newBudget,
  "budgets.update": () => ({ name: "Renamed by another" }),
  "budget-members.create": (business) => ({ user: someone(business) }),
  "budget-members.update": () => ({ reset_amount: 1 }),
}

/** Returns a request that the business would accept from its own administrator. */
export const callOf = (business: Business, operation: OperationId, path: Path): Call => {
  const body = bodies[operation]?.(business)
  const day = daysBefore(Date.now(), 1)
  return {
    path,
    ...(body === undefined ? {} : { body }),
    ...(operation === "statements.get"
      ? {
          query: [
            ["start_date", day],
            ["end_date", day],
          ],
        }
      : {}),
  }
}

/**
 * Returns the names in a body without its values, which responses of the same kind have in common.
 */
export const kindOf = (body: Json): string => {
  if (Array.isArray(body)) return `[${[...new Set(body.map(kindOf))].join()}]`
  if (typeof body !== "object" || body === null) return body === null ? "null" : typeof body
  const names = Object.keys(body).sort()
  return `{${names.map((name) => `${name}: ${kindOf(body[name])}`).join()}}`
}

/** True if an id occurs anywhere in a body, as a number or as text. */
export const holds = (body: Json, id: string): boolean =>
  typeof body === "object" && body !== null
    ? Object.values(body).some((value) => holds(value, id))
    : String(body) === id

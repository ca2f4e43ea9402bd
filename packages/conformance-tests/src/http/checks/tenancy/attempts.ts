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

/** Of what each parameter of a path is the id. */
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

/** The parameters of the operation's path, the business's own aside. */
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
  const wanted =
    operation === "topups.create" ? false : operation.startsWith("member-topups") ? true : null
  return spec.budgets.filter(
    (budget) => isActive(budget) && (wanted === null || budget.has_member_limits === wanted),
  )
}

const linked = (spec: BusinessSpec): ReadonlyArray<Keys> =>
  spec.budgets
    .filter(isActive)
    .flatMap((budget) =>
      budget.custom_fields.map((custom_field_id) => ({ custom_field_id, budget_id: budget.key })),
    )

/** Keys that belong together, for the parameters of a path: `option_id` is of `custom_field_id`. */
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
  // One of several, so that nothing but whose it is stands against its removal.
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

/** The ids in the place of keys; nothing where the target gave none for one of them. */
const withIds = (keys: Keys, ids: Ids): ReadonlyArray<Path> => {
  const path = Object.entries(keys).map(([parameter, key]) => [
    parameter,
    ids[kinds[parameter] ?? "users"][key],
  ])
  return path.some(([, id]) => id === undefined) ? [] : [Object.fromEntries(path)]
}

/** Paths of the operation to what the business has, at most so many, spread over all of them. */
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

/** An id that nothing has, of the form that ids of its kind have. */
export const missingId = (like: string): string =>
  /^\d+$/u.test(like) ? "2147480000" : /^[0-9a-f-]{36}$/iu.test(like) ? strangeUuid : "no-such-id"

/** An id as bodies have it: a number where the document says integer. */
export const inBody = (kind: keyof Ids, id: string): Json =>
  (kind === "users" || kind === "invites") && /^\d+$/u.test(id) ? Number(id) : id

const firstOf = (ids: { readonly [key: string]: string }): string => Object.values(ids)[0] ?? ""

/** A user who is active in some budget. */
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

/** Bodies that the business would take from its own administrator. */
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

/** A request that the business would answer to its own administrator. */
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

/** The names in a body, and not their values: what two answers of one kind have in common. */
export const kindOf = (body: Json): string => {
  if (Array.isArray(body)) return `[${[...new Set(body.map(kindOf))].join()}]`
  if (typeof body !== "object" || body === null) return body === null ? "null" : typeof body
  const names = Object.keys(body).sort()
  return `{${names.map((name) => `${name}: ${kindOf(body[name])}`).join()}}`
}

/** Whether an id stands anywhere in a body, as a number or as text. */
export const holds = (body: Json, id: string): boolean =>
  typeof body === "object" && body !== null
    ? Object.values(body).some((value) => holds(value, id))
    : String(body) === id

import type { OperationId } from "../../../interface/operations.ts"
import type { Ids } from "../../../interface/provisioning.ts"
import { type Business, type Check, checksOf, type Json, type Trial } from "../../check.ts"
import { recordsIn } from "../paging.ts"
import { isSuccess } from "../steps.ts"
import { callOf, holds, inBody, kindOf, missingId, pathsOf } from "./attempts.ts"
import { tenant } from "./businesses.ts"
import { isRefused } from "./foreign-business.ts"

type Row = Omit<Check, "profile">

/** A reference in a body to a record by its id. */
interface Reference {
  readonly operation: OperationId
  readonly field: string
  readonly kind: keyof Ids
  /** Returns the body for such an operation, with the id. */
  readonly body: (id: Json) => Json
  /** True if the rest of the body is that of an allowed request. */
  readonly withValidRest?: boolean
}

const places: ReadonlyArray<Reference> = [
  { operation: "users.update", field: "role_id", kind: "roles", body: (id) => ({ role_id: id }) },
  {
    operation: "users.update",
    field: "expense_delegate",
    kind: "users",
    body: (id) => ({ expense_delegate: [id] }),
  },
  {
    operation: "users.update",
    field: "delegate_approver",
    kind: "users",
    body: (id) => ({ delegate_approver: id }),
  },
  {
    operation: "invites.create",
    field: "role_id",
    kind: "roles",
    body: (id) => ({ role_id: id }),
    withValidRest: true,
  },
  {
    operation: "budget-owners.create",
    field: "user",
    kind: "users",
    body: (id) => ({ user: { id } }),
  },
  {
    operation: "budget-owners.create",
    field: "invite",
    kind: "invites",
    body: (id) => ({ invite: { id } }),
  },
  {
    operation: "custom-field-budgets.create",
    field: "budget",
    kind: "budgets",
    body: (id) => ({ budget: id }),
  },
  {
    operation: "categories.create",
    field: "accounting_code_id",
    kind: "accounting_codes",
    body: (id) => ({ accounting_code_id: id }),
    withValidRest: true,
  },
  {
    operation: "categories.update",
    field: "accounting_code_id",
    kind: "accounting_codes",
    body: (id) => ({ accounting_code_id: id }),
  },
  {
    operation: "categories.map",
    field: "accounting_code_id",
    kind: "accounting_codes",
    body: (id) => ({ accounting_code_id: id }),
  },
  {
    operation: "budget-members.create",
    field: "user",
    kind: "users",
    body: (id) => ({ user: { id } }),
  },
  {
    operation: "budgets.create",
    field: "members",
    kind: "users",
    body: (id) => ({ members: [{ user: { id } }] }),
    withValidRest: true,
  },
  {
    operation: "budgets.create",
    field: "owners",
    kind: "users",
    body: (id) => ({ owners: [{ user: { id } }] }),
    withValidRest: true,
  },
  {
    operation: "budgets.create",
    field: "categories",
    kind: "categories",
    body: (id) => ({ limit_categories: true, categories: [id] }),
    withValidRest: true,
  },
  {
    operation: "budgets.update",
    field: "categories",
    kind: "categories",
    body: (id) => ({ limit_categories: true, categories: [id] }),
  },
  {
    operation: "budgets.update",
    field: "custom_fields",
    kind: "custom_fields",
    body: (id) => ({ custom_fields: [{ id }] }),
  },
]

/** Returns a few ids of the other business that its own does not have. */
const foreign = (mine: Business, theirs: Business, kind: keyof Ids): ReadonlyArray<string> => {
  const own = new Set(Object.values(mine.ids[kind]))
  return Object.values(theirs.ids[kind])
    .filter((id) => !own.has(id))
    .slice(0, 5)
}

const expectRule = async (
  trial: Trial,
  { operation, field, kind, body, withValidRest }: Reference,
): Promise<void> => {
  const mine = trial.business
  const ids = foreign(mine, await trial.world("beta"), kind)
  if (ids.length === 0) trial.untestable("every id of the other business is one's own too")
  const path = pathsOf(mine, operation, 1)[0]
  if (path === undefined) trial.untestable("the business has nothing of this kind")
  const call = callOf(mine, operation, path)
  const ask = (id: string) =>
    mine.call(operation, {
      ...call,
      body: { ...(withValidRest === true ? call.body : {}), ...body(inBody(kind, id)) },
    })
  for (const id of ids) {
    const response = await ask(id)
    // A target may not know the field and ignore it: then the id is not in its response.
    const left = isSuccess(response) && !holds(response.body, id)
    trial.expect(isRefused(response) || left, "a refusal: 4xx", response)
    if (left) trial.note(`${operation} with ${field}`, "the field is left")
    const nothing = await ask(missingId(id))
    trial.expect(
      response.status === nothing.status && kindOf(response.body) === kindOf(nothing.body),
      `the answer that an id gets which nothing has: ${nothing.status}, ${nothing.text}`,
      `${response.status}, ${response.text}`,
    )
  }
}

/** Filters by id, which the document does not show: a target may or may not have them. */
const filters = [
  ["transactions.list", "user_id", "users"],
  ["transactions.list", "budget_id", "budgets"],
  ["budgets.list", "user_id", "users"],
  ["budget-members.list", "user_id", "users"],
  ["users.list", "role_id", "roles"],
] as const

const checkFilter = async (
  trial: Trial,
  [operation, name, kind]: (typeof filters)[number],
): Promise<void> => {
  const mine = trial.business
  const theirs = await trial.world("beta")
  const path = pathsOf(mine, operation, 1)[0] ?? {}
  const own = new Set(Object.values(mine.ids).flatMap((ids) => Object.values(ids)))
  const strangers = new Set(
    [theirs.ids.transactions, theirs.ids.budgets, theirs.ids.budget_members, theirs.ids.users]
      .flatMap((ids) => Object.values(ids))
      .filter((id) => !own.has(id)),
  )
  for (const id of foreign(mine, theirs, kind)) {
    const response = await mine.call(operation, { path, query: [[name, id]] })
    const records = recordsIn(response.body)
    trial.expect(isRefused(response) || records !== null, "a refusal, or a page", response)
    const strange = (records ?? []).filter((record) => strangers.has(String(record?.id)))
    trial.expect(strange.length === 0, "records of the token's own business only", strange)
  }
}

export const references = checksOf("tenancy", [
  ...places.map(
    (place): Row => ({
      id: `tenancy.foreign-reference.${place.operation}.${place.field.replaceAll("_", "-")}`,
      requirement: "tenancy.foreign-reference",
      title: `${place.operation} takes ${place.field} of another business for an unknown one`,
      scenario: tenant("referring"),
      run: (trial: Trial) => expectRule(trial, place),
    }),
  ),
  ...filters.map(
    (filter): Row => ({
      id: `tenancy.foreign-query.${filter[0]}.${filter[1].replace("_", "-")}`,
      requirement: "tenancy.foreign-query",
      title: `${filter[0]} with ${filter[1]} of another business lists nothing of it`,
      scenario: "alpha",
      run: (trial: Trial) => checkFilter(trial, filter),
    }),
  ),
])

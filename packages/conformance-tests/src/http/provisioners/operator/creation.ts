import { type Ids, ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { BusinessSpec, PersonSpec, RoleSpec } from "../../../interface/world/spec.ts"
import type { Json } from "../../check.ts"
import type { Speaking } from "./requests.ts"

/** The ids that have been returned so far. */
export type Given = { readonly [kind in keyof Ids]: Record<string, string> }

/** A business during its creation. */
export interface Making {
  readonly spec: BusinessSpec
  readonly client_id: string
  /** Client with the operator's credential. */
  readonly operator: Speaking
  /** Client with the credential of an admin of the business. */
  readonly admin: Speaking
  readonly given: Given
  /** Names of records without an id: checks that need them are untestable. */
  readonly missing: Array<string>
  /** Path of the business in the operator's API, and in the interface. */
  readonly ours: string
  readonly theirs: string
}

export const nothingGiven = (): Given => ({
  roles: {},
  users: {},
  invites: {},
  accounting_codes: {},
  categories: {},
  custom_fields: {},
  custom_field_options: {},
  budgets: {},
  budget_members: {},
  budget_owners: {},
  transactions: {},
  topups: {},
})

/** Names of the roles in such a service. */
export const roleNames: { readonly [role in RoleSpec]: string } = {
  admin: "Admin",
  reader: "Accountant",
  manager: "Manager",
  least: "Team Member",
}

/** Returns the id for a key. */
export const idOf = (given: Given, kind: keyof Ids, key: string): string => {
  const found = given[kind][key]
  if (found === undefined) {
    throw new ProvisioningFailed(`The specification names ${key} before it has such ${kind}`)
  }
  return found
}

type Row = { readonly id?: unknown }

/**
 * Creates a record through the interface under test, and stores its id. If that fails, or a record
 * that it needs is missing, the record counts as missing. The other records are still created,
 * because checks report errors better.
 */
export const keep = async (
  { given, missing }: Making,
  kind: keyof Ids,
  key: string,
  make: () => Promise<Row | null | undefined>,
): Promise<string | null> => {
  const id = (await unlessFailed(make))?.id
  if (typeof id !== "string" && typeof id !== "number") {
    missing.push(`${kind}.${key}`)
    return null
  }
  given[kind][key] = String(id)
  return String(id)
}

/**
 * Returns the response; undefined if the service refuses the request, or something that it needs is
 * missing.
 */
export const unlessFailed = async <A>(ask: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProvisioningFailed) return undefined
    throw error
  }
}

/** Returns the records of a list; none if the response is not as the interface defines it. */
export const listed = async (admin: Speaking, path: string): Promise<ReadonlyArray<Json>> => {
  const { status, body } = await admin.attempt("GET", `${path}?limit=500`)
  return status === 200 && Array.isArray(body?.results) ? body.results : []
}

export const personOf = (given: Given, person: PersonSpec) =>
  "user" in person
    ? { user: { id: Number(idOf(given, "users", person.user)) } }
    : { invite: { id: Number(idOf(given, "invites", person.invite)) } }

/** Returns a JSON number for an amount's decimal text: it prints as the same text. */
export const numberOf = (text: string): number => Number(text)

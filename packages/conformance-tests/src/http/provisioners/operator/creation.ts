import { type Ids, ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { BusinessSpec, PersonSpec, RoleSpec } from "../../../interface/world/spec.ts"
import type { Json } from "../../check.ts"
import type { Speaking } from "./requests.ts"

/** The ids that were given so far. */
export type Given = { readonly [kind in keyof Ids]: Record<string, string> }

/** A business that is being made, step by step. */
export interface Making {
  readonly spec: BusinessSpec
  readonly client_id: string
  /** With the operator's credential. */
  readonly operator: Speaking
  /** With that of an admin of the business. */
  readonly admin: Speaking
  readonly given: Given
  /** Names of what could not be learnt: what needs it is untestable. */
  readonly missing: Array<string>
  /** Where the operator finds the business, and where everybody does. */
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

/** What such a service calls the roles that a specification asks for. */
export const roleNames: { readonly [role in RoleSpec]: string } = {
  admin: "Admin",
  reader: "Accountant",
  manager: "Manager",
  least: "Team Member",
}

/** The id that was given for a key. */
export const idOf = (given: Given, kind: keyof Ids, key: string): string => {
  const found = given[kind][key]
  if (found === undefined) {
    throw new ProvisioningFailed(`The specification names ${key} before it has such ${kind}`)
  }
  return found
}

type Row = { readonly id?: unknown }

/**
 * Makes a record through the interface under test, and keeps its id. Where that fails, or what
 * it needs is not there, the record is missing: no reason to make nothing, for checks tell better
 * what is wrong.
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

/** What is answered; undefined where the service refuses it, or what it needs is missing. */
export const unlessFailed = async <A>(ask: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProvisioningFailed) return undefined
    throw error
  }
}

/** The records of a list; none where it is not answered as the interface says. */
export const listed = async (admin: Speaking, path: string): Promise<ReadonlyArray<Json>> => {
  const { status, body } = await admin.attempt("GET", `${path}?limit=500`)
  return status === 200 && Array.isArray(body?.results) ? body.results : []
}

export const personOf = (given: Given, person: PersonSpec) =>
  "user" in person
    ? { user: { id: Number(idOf(given, "users", person.user)) } }
    : { invite: { id: Number(idOf(given, "invites", person.invite)) } }

/** A JSON number of an amount's decimal text: what parses to it prints it again. */
export const numberOf = (text: string): number => Number(text)

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import {
  type Ids,
  type Provisioned,
  type ProvisionerAnswer,
  ProvisioningFailed,
  type Started,
  Unsupported,
} from "../../interface/provisioning.ts"
import { provisioningSchemas } from "../../interface/schemas/provisioning.ts"
import type { BusinessSpec } from "../../interface/world/spec.ts"

const ajv = new Ajv2020({ allErrors: true })

const maxShown = 3
const readable = (errors: ReadonlyArray<ErrorObject> | null | undefined) =>
  (errors ?? [])
    .slice(0, maxShown)
    .map(({ instancePath, message }) => `${instancePath || "the whole"} ${message}`)
    .join("; ")

/**
 * Takes a value for what its schema says, or fails and tells where it differs. A schema is compiled
 * when the first value is there: commands that ask no provisioner start in half the time.
 */
const checked = <A>(name: keyof typeof provisioningSchemas, what: string) => {
  let compiled: ValidateFunction<A> | null = null
  return (value: unknown): A => {
    compiled ??= ajv.compile<A>(provisioningSchemas[name])
    const validate = compiled
    if (validate(value)) return value
    throw new ProvisioningFailed(`${what} is out of contract: ${readable(validate.errors)}`)
  }
}

const answer = checked<ProvisionerAnswer>("answer", "The provisioner's answer")

/** The result of an answer, or the exception that its error stands for. */
export const resultOf = (value: unknown): unknown => {
  const said = answer(value)
  if (said.ok) return said.result
  const { code, detail } = said.error
  throw code === "unsupported" ? new Unsupported(detail) : new ProvisioningFailed(detail)
}

export const startedOf = checked<Started>("started", "The provisioner's answer to start")

const provisioned = checked<Provisioned>("provisioned", "The provisioner's answer to world")

/** The keys of a specification that need an id, by kind. */
const wantedIds = (spec: BusinessSpec): { readonly [kind in keyof Ids]: ReadonlyArray<string> } => {
  const keys = (rows: ReadonlyArray<{ readonly key: string }>) => rows.map((row) => row.key)
  const joined = spec.invites.flatMap(({ accepted }) => accepted?.user ?? [])
  const roles = [...spec.users, ...spec.invites, ...spec.tokens].map((row) => row.role)
  return {
    roles: [...new Set(roles)],
    users: [...keys(spec.users), ...joined],
    invites: keys(spec.invites),
    accounting_codes: keys(spec.accounting_codes),
    categories: keys(spec.categories),
    custom_fields: keys(spec.custom_fields),
    custom_field_options: spec.custom_fields.flatMap((field) => keys(field.options)),
    budgets: keys(spec.budgets),
    budget_members: spec.budgets.flatMap((budget) => keys(budget.members)),
    budget_owners: spec.budgets.flatMap((budget) => keys(budget.owners)),
    transactions: keys(spec.transactions),
    topups: keys(spec.topups),
  }
}

type Missing = ReadonlyArray<string>

/** What a transaction, topup or person names that the target does not hold. */
const leansOn = (
  lacks: (kind: string, key: string | undefined) => boolean,
  person: { readonly user: string } | { readonly invite: string },
): boolean => ("user" in person ? lacks("users", person.user) : lacks("invites", person.invite))

/** The keys that cannot be there either where parts of the specification are missing. */
const consequences = (spec: BusinessSpec, missing: Missing): Missing => {
  const all = new Set(missing)
  const lacks = (kind: string, key: string | undefined) =>
    key !== undefined && (all.has(kind) || all.has(`${kind}.${key}`))
  const note = (kind: string, key: string, isLost: boolean) => {
    if (isLost && !all.has(kind)) all.add(`${kind}.${key}`)
  }
  for (const { key, accepted } of spec.invites) {
    if (accepted !== undefined) note("users", accepted.user, lacks("invites", key))
  }
  for (const { key, options } of spec.custom_fields) {
    for (const option of options) {
      note("custom_field_options", option.key, lacks("custom_fields", key))
    }
  }
  for (const { key, members, owners } of spec.budgets) {
    const isLost = lacks("budgets", key)
    for (const row of members) note("budget_members", row.key, isLost || leansOn(lacks, row))
    for (const row of owners) note("budget_owners", row.key, isLost || leansOn(lacks, row))
  }
  for (const { key, user, budget } of spec.transactions) {
    note("transactions", key, lacks("users", user) || lacks("budgets", budget))
  }
  for (const { key, budget, member } of spec.topups) {
    note("topups", key, lacks("budgets", budget) || lacks("budget_members", member))
  }
  for (const { key, user } of spec.tokens) note("tokens", key, lacks("users", user))
  return [...all]
}

const isMissing = (missing: ReadonlyArray<string>, kind: string, key: string) =>
  missing.includes(kind) || missing.includes(`${kind}.${key}`)

/** A business as it was made: every key has its id or its token, or is declared missing. */
export const provisionedOf =
  (spec: BusinessSpec) =>
  (value: unknown): Provisioned => {
    const given = provisioned(value)
    const made = { ...given, missing: consequences(spec, given.missing) }
    const absent = Object.entries({
      ...wantedIds(spec),
      tokens: spec.tokens.map(({ key }) => key),
    }).flatMap(([kind, keys]) => {
      const ids = kind === "tokens" ? made.tokens : made.ids[kind as keyof Ids]
      return keys
        .filter((key) => ids[key] === undefined && !isMissing(made.missing, kind, key))
        .map((key) => `${kind}.${key}`)
    })
    if (absent.length === 0) return made
    const more = absent.length > maxShown ? ` and ${absent.length - maxShown} more` : ""
    const named = `${absent.slice(0, maxShown).join(", ")}${more}`
    throw new ProvisioningFailed(
      `Business ${spec.key}: neither given nor declared missing: ${named}`,
    )
  }

export const contextOf = checked<{
  readonly base_url: string
  readonly product: Started["product"]
  readonly seed: number
  readonly now: string
  readonly businesses: { readonly [key: string]: Provisioned }
}>("context", "The context file")

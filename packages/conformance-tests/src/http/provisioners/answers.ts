import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import {
  type Ids,
  type Provisioned,
  type ProvisionerAnswer,
  ProvisioningFailed,
  type Started,
  Unsupported,
} from "../../interface/provisioning.ts"
import { answerForms, provisioningSchemas } from "../../interface/schemas/provisioning.ts"
import type { BusinessSpec } from "../../interface/world/spec.ts"

const ajv = new Ajv2020({ allErrors: true })

const maxShown = 3
const longestReceived = 200

/** Returns an error as text: the property, and what is wrong with it. */
const readableOne = ({ instancePath, keyword, params, message }: ErrorObject): string => {
  const within = instancePath === "" ? "" : `${instancePath}: `
  if (keyword === "required")
    return `${within}the property \`${params["missingProperty"]}\` is missing`
  if (keyword === "const") return `${within}must be ${JSON.stringify(params["allowedValue"])}`
  if (keyword === "enum") {
    return `${within}must be one of ${JSON.stringify(params["allowedValues"])}`
  }
  return `${within}${message}`
}

const readable = (errors: ReadonlyArray<ErrorObject> | null | undefined): string => {
  const texts = new Set((errors ?? []).map(readableOne))
  const more = texts.size > maxShown ? `; and ${texts.size - maxShown} more` : ""
  return `${[...texts].slice(0, maxShown).join("; ")}${more}`
}

/** Returns the received value, cut short and without tokens. */
const received = (value: unknown): string => {
  const text =
    JSON.stringify(value, (name, inner) =>
      name === "tokens" || name === "token" ? "[redacted]" : inner,
    ) ?? String(value)
  return text.length <= longestReceived ? text : `${text.slice(0, longestReceived)}…`
}

/**
 * Creates a function that accepts a value if it matches the schema, or else fails and reports the
 * difference. A schema is compiled with its first value: commands without a provisioner start in
 * half the time.
 */
const checked = <A>(schema: object) => {
  let compiled: ValidateFunction<A> | null = null
  return (what: string, value: unknown): A => {
    compiled ??= ajv.compile<A>(schema)
    const validate = compiled
    if (validate(value)) return value
    const faults = readable(validate.errors)
    throw new ProvisioningFailed(
      `${what} breaks the contract: ${faults}. Found: ${received(value)}`,
    )
  }
}

const eitherForm = checked<{ readonly ok: boolean }>(answerForms.either)
const succeeded = checked<ProvisionerAnswer>(answerForms.success)
const refused = checked<ProvisionerAnswer>(answerForms.refusal)

/** Returns the result of a response to a message, or throws the exception for its error. */
export const resultOf = (message: string, value: unknown): unknown => {
  const what = `The provisioner's answer to "${message}"`
  const { ok } = eitherForm(what, value)
  // Checks only the form that the response claims to have: errors of the other would confuse.
  const response = (ok ? succeeded : refused)(what, value)
  if (response.ok) return response.result
  const { code, detail } = response.error
  throw code === "unsupported" ? new Unsupported(detail) : new ProvisioningFailed(detail)
}

const started = checked<Started>(provisioningSchemas.started)
export const startedOf = (value: unknown): Started =>
  started(`The result in the provisioner's answer to "start"`, value)

const provisioned = checked<Provisioned>(provisioningSchemas.provisioned)

/** Returns the keys of a specification that need an id, by kind. */
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

/** True if a transaction, topup or person refers to something that the target does not have. */
const leansOn = (
  lacks: (kind: string, key: string | undefined) => boolean,
  person: { readonly user: string } | { readonly invite: string },
): boolean => ("user" in person ? lacks("users", person.user) : lacks("invites", person.invite))

/** Returns the missing keys, including those that depend on missing parts of the specification. */
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

/** Checks a created business: every key has its id or its token, or is declared missing. */
export const provisionedOf =
  (spec: BusinessSpec) =>
  (value: unknown): Provisioned => {
    const given = provisioned(`The result for the business ${spec.key}`, value)
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
      `The result for the business ${spec.key} has neither an id nor an entry in \`missing\` ` +
        `for ${named}`,
    )
  }

const context = checked<{
  readonly base_url: string
  readonly product: Started["product"]
  readonly seed: number
  readonly now: string
  readonly businesses: { readonly [key: string]: Provisioned }
}>(provisioningSchemas.context)
export const contextOf = (file: string, value: unknown) =>
  context(`The context file ${file}`, value)

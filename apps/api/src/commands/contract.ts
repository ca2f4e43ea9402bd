import { type Endpoint, operatorApi } from "@outlay/http-contract"
import { Argument, Command, Flag } from "effect/cli"
import { type Field, fieldsOf, flagName, flagWords } from "./fields.ts"
import { business, databaseUrl, json, lazily, repeatable } from "./flags.ts"

const load = () => import("../operations/operation.ts")

/** A command with derived input. Its type cannot describe the input. */
export type AnyCommand = Command.Command<string, never, object, unknown, never>

/** Operations whose commands are written by hand in other files. */
const byHand: ReadonlySet<string> = new Set([
  "businesses.list",
  "businesses.get",
  "businesses.create",
  "tokens.list",
  "tokens.create",
  "tokens.revoke",
  "transactionImport.create",
  // The clock can be set only in a service in sandbox mode.
  "clock.set",
])

/** Turns `taxRates` into `tax-rate`. */
export const groupOf = (resource: string): string =>
  resource
    .replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
    .replace(/s(?:es)?$/u, (end) => (end === "ses" ? "s" : ""))

/** Returns the commands derived from the operator operations, by group. */
export const derived = (): ReadonlyMap<string, ReadonlyArray<AnyCommand>> => {
  const groups = new Map<string, Array<AnyCommand>>()
  for (const [resource, verbs] of Object.entries(operatorApi)) {
    for (const [verb, endpoint] of Object.entries(verbs) as Array<[string, Endpoint]>) {
      if (byHand.has(endpoint.operation)) continue
      const group = groupOf(resource)
      groups.set(group, [...(groups.get(group) ?? []), commandOf(group, verb, endpoint)])
    }
  }
  return groups
}

/** Creates a command with an argument for each path id and a flag for each body field. */
const commandOf = (group: string, verb: string, endpoint: Endpoint): AnyCommand => {
  const isOfBusiness = group === "business"
  const ids = Object.entries(endpoint.params).filter(
    ([name]) => isOfBusiness || name !== "client_id",
  )
  const fields = fieldsOf(endpoint.body)
  const parameters = {
    ...Object.fromEntries(
      ids.map(([name, { description }]) => [
        name,
        Argument.String(name).pipe(Argument.withDescription(description)),
      ]),
    ),
    ...Object.fromEntries(fields.map((field) => [field.name, flagOf(field)])),
    ...(isOfBusiness ? {} : { client_id: business }),
    databaseUrl,
    json,
  }
  return Command.make(verb, parameters as never, (input: never) =>
    lazily(load, (_) => _.runOperation(endpoint, fields, input)),
  ).pipe(
    Command.withDescription(endpoint.description),
    Command.withShortDescription(endpoint.summary),
    Command.withExamples([{ command: exampleOf(group, verb, endpoint, ids, fields) }]),
  )
}

const metavars: Readonly<Record<Field["kind"], string>> = {
  text: "TEXT",
  number: "NUMBER",
  boolean: "true|false",
  list: "TEXT",
  role: "ROLE",
  json: "JSON",
}

const flagOf = (field: Field) => {
  const { name, kind, values, isNullable, isRequired, description } = field
  const notes = [
    description,
    ...(values.length > 0 ? [`One of ${values.join(", ")}.`] : []),
    ...(kind === "role" ? ["Its name works too."] : []),
    ...(kind === "list" ? ["Can be repeated."] : []),
    ...(isNullable && !/\bnull\b/u.test(description) ? ["null clears it."] : []),
  ]
  const flag = Flag.String(flagWords(name)).pipe(
    Flag.withMetavar(metavars[kind]),
    Flag.withDescription(notes.filter((note) => note !== "").join(" ")),
  )
  if (kind === "list") return isRequired ? flag.pipe(Flag.atLeast(1)) : repeatable(flag)
  return isRequired ? flag : Flag.optional(flag)
}

/** Returns the command line for the example of the body. */
const exampleOf = (
  group: string,
  verb: string,
  { params, body }: Endpoint,
  ids: ReadonlyArray<readonly [string, unknown]>,
  fields: ReadonlyArray<Field>,
): string => {
  const examples = body?.ast.annotations?.["examples"] as ReadonlyArray<object> | undefined
  const given = Object.entries(examples?.[0] ?? {}).flatMap(([name, value]) => {
    const kind = fields.find((field) => field.name === name)?.kind
    if (kind === "role") return [`${flagName(name)} Manager`]
    return kind === "list"
      ? (value as ReadonlyArray<string>).map((item) => `${flagName(name)} ${item}`)
      : [`${flagName(name)} ${quoted(value)}`]
  })
  const business = group === "business" ? [] : ["--business 1"]
  const values = ids.map(([name]) => String(params[name]?.example))
  return ["outlay", group, verb, ...values, ...business, ...given].join(" ")
}

const quoted = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return /^[\w.:@+-]+$/u.test(text) ? text : `'${text}'`
}

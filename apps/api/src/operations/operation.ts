import { Businesses } from "@outlay/domain"
import type { Business } from "@outlay/domain/fields"
import type { Endpoint, Shown } from "@outlay/http-contract"
import { handlers, parseJson } from "@outlay/http-server"
import { Effect, Option, Result } from "effect"
import { type Field, flagName } from "../commands/fields.ts"
import { failedAs } from "../failure.ts"
import { type Everything, withDatabase } from "../layers.ts"
import { type Cell, facts, print } from "../terminal.ts"
import { bodyOf } from "./body.ts"
import { roleNamed } from "./roles.ts"

/** Flags and arguments of a derived command, by field and parameter. */
interface Given {
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
  readonly [name: string]: unknown
}

/**
 * Runs an operator operation as a command, with the same validation as over HTTP, and prints the
 * response.
 */
export const runOperation = (endpoint: Endpoint, fields: ReadonlyArray<Field>, given: Given) =>
  Effect.gen(function* () {
    const params = yield* paramsOf(endpoint, given)
    const client_id = Number(params["client_id"])
    const body =
      endpoint.body === null
        ? undefined
        : yield* bodyWithRole(endpoint.body, fields, given, client_id)
    const business: Business = yield* Businesses.use((_) => _.get({ client_id }))
    const handler = handlers.find((each) => each.endpoint === endpoint)
    const result = yield* handler?.handle({ params, query: {}, body } as never) as Effect.Effect<
      unknown,
      unknown,
      Everything
    >
    yield* show(given.json, endpoint, result, business)
  }).pipe(withDatabase(given.databaseUrl))

/** Returns the body given by the flags, with the role's name replaced by its id. */
const bodyWithRole = Effect.fnUntraced(function* (
  schema: NonNullable<Endpoint["body"]>,
  fields: ReadonlyArray<Field>,
  given: Given,
  client_id: number,
) {
  const json = jsonOf(fields, given)
  const [broken, ...others] = brokenOf(fields, given)
  if (broken !== undefined) return yield* failedAs("usage", broken, ...others)
  const name = fields.find(({ kind }) => kind === "role")?.name ?? ""
  const roleName = json[name]
  if (typeof roleName !== "string") return yield* bodyOf(schema, json, sentenceOf)
  const role = yield* roleNamed(client_id, roleName)
  if (Result.isSuccess(role)) {
    return yield* bodyOf(schema, { ...json, [name]: role.success }, sentenceOf)
  }
  return yield* bodyOf(schema, json, (path, detail) =>
    sentenceOf(path, path === name ? role.failure : detail),
  )
})

const sentenceOf = (path: string, detail: string): string => `${pathOf(path)}: ${detail}`

const pathOf = (path: string): string => {
  const [name = "", ...rest] = path.split("/")
  return [flagName(name), ...rest].join("/")
}

const paramsOf = ({ params }: Endpoint, given: Given) =>
  Effect.forEach(Object.entries(params), ([name, { parse, form }]) => {
    const value = parse(String(given[name]))
    return value === null
      ? Effect.fail(failedAs("usage", `${name} must be ${form}, not "${given[name]}".`))
      : Effect.succeed([name, value] as const)
  }).pipe(Effect.map((read): Record<string, unknown> => Object.fromEntries(read)))

const jsonOf = (fields: ReadonlyArray<Field>, given: Given): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = given[field.name]
      if (Array.isArray(value)) return value.length === 0 ? [] : [[field.name, value]]
      const text = textOf(field, given)
      return text === null ? [] : [[field.name, valueOf(field, text)]]
    }),
  )

/** Returns the value of a field that is not a list; null if it has none. */
const textOf = ({ name }: Field, given: Given): string | null => {
  const value = given[name] as Option.Option<string> | string
  return typeof value === "string" ? value : Option.getOrNull(value)
}

/** Returns the errors in fields that are JSON, as for a body over HTTP. */
const brokenOf = (fields: ReadonlyArray<Field>, given: Given): ReadonlyArray<string> =>
  fields.flatMap((field) => {
    const text = field.kind === "json" ? textOf(field, given) : null
    const parsed = text === null ? null : parseJson(text)
    if (parsed === null || !("fault" in parsed)) return []
    return [sentenceOf(`${field.name}${parsed.fault.pointer}`, parsed.fault.detail)]
  })

/** Parses a value as JSON; text that is not JSON is used as it is. */
const valueOf = ({ kind, isNullable }: Field, text: string): unknown => {
  if (isNullable && text === "null") return null
  if (kind === "text") return text
  const parsed = parseJson(text)
  return "value" in parsed ? parsed.value : text
}

const show = (json: boolean, { success }: Endpoint, result: unknown, business: Shown) => {
  if (success.kind === "none") return print(json, {}, "Done.")
  const shown = success.encode(result as never, business) as Readonly<Record<string, unknown>>
  const rows = Object.entries(shown).map(([name, value]): readonly [string, Cell] => [
    name,
    typeof value === "object" && value !== null ? JSON.stringify(value) : (value as Cell),
  ])
  return print(json, shown, facts(rows.map(([name, value]) => [name, cellOf(value)])))
}

const cellOf = (value: unknown): Cell =>
  typeof value === "boolean" ? String(value) : (value as Cell)

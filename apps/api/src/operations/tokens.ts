import { Businesses, Tokens } from "@outlay/domain"
import type { TokenRecord } from "@outlay/domain/fields"
import { endOfDay, isDate, parseTimestamp } from "@outlay/domain/rules"
import { CreateToken, issuedToken, token as tokenWire } from "@outlay/http-contract"
import { Effect, Option, Result } from "effect"
import { commandFailed, failedAs } from "../failure.ts"
import { withDatabase } from "../layers.ts"
import { facts, print, table } from "../terminal.ts"
import { bodyOf } from "./body.ts"
import { everything } from "./pages.ts"
import { roleNamed } from "./roles.ts"

interface Shared {
  readonly business: number
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}

const roleId = (client_id: number, name: string) =>
  Effect.flatMap(roleNamed(client_id, name), (role) =>
    Result.isSuccess(role)
      ? Effect.succeed(role.success)
      : Effect.fail(commandFailed(role.failure)),
  )

/** Returns the expiry of a token: the end of a day, or an instant. */
const endOf = (text: string) => {
  const end = isDate(text) ? endOfDay(text) : parseTimestamp(text)
  if (end !== null) return Effect.succeed(end)
  return Effect.fail(
    failedAs(
      "usage",
      "--expires must be a day, such as 2099-06-30 (until its end in UTC), or an RFC 3339 " +
        "date-time, such as 2099-06-30T17:00:00Z or 2099-06-30T17:00:00+10:00. " +
        `"${text}" is neither.`,
    ),
  )
}

/** `outlay token create` */
export const create = (
  input: Shared & {
    readonly name: string
    readonly role: string
    readonly user: Option.Option<number>
    readonly expires: Option.Option<string>
  },
) =>
  Effect.gen(function* () {
    const expires_at = Option.isNone(input.expires) ? null : yield* endOf(input.expires.value)
    const role_id = yield* roleId(input.business, input.role)
    const body = yield* bodyOf(CreateToken, {
      name: input.name,
      role_id,
      user_id: Option.getOrNull(input.user),
      expires_at,
    })
    const business = yield* Businesses.use((_) => _.get({ client_id: input.business }))
    const issued = yield* Tokens.use((_) => _.create(input.business, body))
    const text = facts([
      ["token_id", issued.id],
      ["name", issued.name],
      ["role", input.role],
      ["user_id", issued.user_id],
      ["expires_at", issued.expires_at ?? "never"],
      ["token", issued.token],
    ])
    const hint = "Save the token now: it is not shown again."
    yield* print(input.json, issuedToken.encode(issued, business), `${text}\n\n${hint}`)
  }).pipe(withDatabase(input.databaseUrl))

/** `outlay token list` */
export const list = (input: Shared) =>
  Effect.gen(function* () {
    const business = yield* Businesses.use((_) => _.get({ client_id: input.business }))
    const found = yield* everything((page) => Tokens.use((_) => _.list(input.business, page)))
    const headings = ["token_id", "name", "user_id", "state", "last_used_at"]
    const text = table(headings, found.map(rowOf))
    const none = `Business ${input.business} has no tokens yet. Create one: outlay token create <name>`
    yield* print(
      input.json,
      found.map((each) => tokenWire.encode(each, business)),
      text === "" ? none : text,
    )
  }).pipe(withDatabase(input.databaseUrl))

const rowOf = (token: TokenRecord) => [
  token.id,
  token.name,
  token.user_id === null ? null : String(token.user_id),
  token.revoked_at === null
    ? token.expires_at === null
      ? "valid"
      : `until ${token.expires_at}`
    : `revoked ${token.revoked_at}`,
  token.last_used_at,
]

/** `outlay token revoke` */
export const revoke = (input: Shared & { readonly token_id: string }) =>
  Effect.gen(function* () {
    const { business: client_id, token_id } = input
    yield* Tokens.use((_) => _.revoke({ client_id, token_id }))
    yield* print(input.json, { id: token_id, revoked: true }, `Token ${token_id} is revoked.`)
  }).pipe(withDatabase(input.databaseUrl))

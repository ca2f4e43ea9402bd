import type { Action, Business, Fields, State, Token } from "./model.ts"
import { unreadable } from "./refusals.ts"
import type { Rules } from "./rules.ts"

/** Arguments of a handler. */
export interface Context {
  readonly state: State
  readonly rules: Rules
  readonly business: Business
  readonly token: Token
  readonly now: number
  /** Parameters of the path. */
  readonly at: { readonly [name: string]: string }
  readonly query: URLSearchParams
  readonly body: unknown
}

export type Handler = (context: Context) => unknown

/** An operation, with the permission that it needs. */
export interface Route {
  readonly method: string
  readonly path: RegExp
  /** Null if any token may use it. */
  readonly resource: string | null
  readonly action: Action
  readonly handler: Handler
}

const actions: { readonly [method: string]: Action } = {
  GET: "read",
  POST: "create",
  PATCH: "update",
  DELETE: "delete",
}

/** An operation of a business: `path` follows `/{client_id}`. */
export const route = (
  method: keyof typeof actions & string,
  path: string,
  resource: string | null,
  handler: Handler,
  version = "v1",
): Route => ({
  method,
  path: new RegExp(
    `^/${version}/businesses/(?<client_id>[^/]+)${path.replaceAll(/\{(\w+)\}/gu, "(?<$1>[^/]+)")}$`,
    "u",
  ),
  resource,
  action: actions[method] ?? "update",
  handler,
})

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the body as an object with any fields. */
export const fieldsOf = (body: unknown): Fields => {
  if (!isObject(body)) throw unreadable("The body must be a JSON object.")
  return body
}

const control = /\p{Cc}/u

/** Returns a field of the body that must be a text that is not empty. */
export const textOf = (fields: Fields, name: string, most = 128): string => {
  const value = fields[name]
  if (typeof value !== "string" || value.trim() === "") throw unreadable(`${name} must be text.`)
  const text = value.trim().normalize("NFC")
  if (value.length > most) throw unreadable(`${name} is longer than ${most} characters.`)
  if (control.test(text) || !text.isWellFormed()) throw unreadable(`${name} has odd characters.`)
  return text
}

export const among = <A extends string>(
  value: unknown,
  values: ReadonlyArray<A>,
  name: string,
): A => {
  const match = values.find((one) => one === value)
  if (match === undefined) throw unreadable(`${name} must be one of ${values.join(", ")}.`)
  return match
}

import { jsonAnswer } from "../../wire.ts"
import { answering, bodyOf, isGood, type Json, type Place, querying } from "../edges.ts"
import type { Mutant } from "../mutant.ts"

/** Something in front of a server that changes requests or responses. */
export type Edge = NonNullable<Mutant["edge"]>

export const mutant = (name: string, requirement: string, breaks: string, edge: Edge): Mutant => ({
  name: `settled-${name}`,
  breaks,
  names: [`conventions.${requirement}`],
  edge,
})

/** Removes a header from responses, or changes its value. */
export const header =
  (name: string, value: (given: string) => string | null): Edge =>
  (next) =>
  async (asked) => {
    const answer = await next(asked)
    const { [name]: given, ...headers } = answer.headers
    const made = given === undefined ? null : value(given)
    return { ...answer, headers: made === null ? headers : { ...headers, [name]: made } }
  }

/** Removes headers from requests. */
export const unasked =
  (...names: ReadonlyArray<string>): Edge =>
  (next) =>
  (asked) =>
    next({
      ...asked,
      headers: Object.fromEntries(
        Object.entries(asked.headers).filter(([name]) => !names.includes(name)),
      ),
    })

/** Replaces one status with another. */
export const status =
  (from: number, to: number, method?: string): Edge =>
  (next) =>
  async (asked) => {
    const answer = await next(asked)
    const isMeant = answer.status === from && (method === undefined || asked.method === method)
    return isMeant ? { ...answer, status: to } : answer
  }

export const everyBody =
  (change: (text: string) => string): Edge =>
  (next) =>
  async (asked) => {
    const answer = await next(asked)
    return { ...answer, body: change(answer.body) }
  }

export const set = (name: string, value: Json) => (record: Json) =>
  record !== null && typeof record === "object" && name in record
    ? { ...record, [name]: value }
    : record

/** A removal that is acknowledged and not done. */
export const kept = (place: Place): Edge =>
  answering("DELETE", [place], async () => ({ status: 204, headers: {}, body: "" }))

/** Turns a refusal into a success. */
export const taken = (
  method: string,
  place: Place,
  status: number,
  isMeant: (body: Json) => boolean = () => true,
): Edge =>
  answering(method, [place], async (asked, next) => {
    const answer = await next(asked)
    return isGood(answer) || !isMeant(bodyOf(asked)) ? answer : jsonAnswer(status, {})
  })

/** Removes headers from requests of this method at this place. */
export const dropped = (method: string, place: Place, ...names: ReadonlyArray<string>): Edge =>
  answering(method, [place], (asked, next) => unasked(...names)(next)(asked))

/** Changes the value of a request header. */
export const spelt =
  (name: string, change: (value: string) => string): Edge =>
  (next) =>
  (asked) => {
    const value = asked.headers[name]
    return next(
      value === undefined
        ? asked
        : { ...asked, headers: { ...asked.headers, [name]: change(value) } },
    )
  }

/** Changes the object in the request. */
export const withBody = (method: string, place: Place, change: (body: Json) => Json): Edge =>
  answering(method, [place], (asked, next) => {
    const body = bodyOf(asked)
    if (typeof body !== "object" || body === null || Array.isArray(body)) return next(asked)
    const { "content-length": _, ...headers } = asked.headers
    return next({ ...asked, headers, body: Buffer.from(JSON.stringify(change(body))) })
  })

/** Replaces one status at this place with another, with an empty object. */
export const overlooked = (method: string, place: Place, from: number, to: number): Edge =>
  answering(method, [place], async (asked, next) => {
    const answer = await next(asked)
    return answer.status === from ? jsonAnswer(to, {}) : answer
  })

/** Returns the codes of a problem: its own, and those of its errors. */
export const codesIn = (body: Json): ReadonlyArray<string> => [
  String(body?.code),
  ...(body?.errors ?? []).map((error: Json) => String(error?.code)),
]

/** Turns a refusal with this code at this place into a success. */
export const allowing = (method: string, place: Place, code: string, status: number): Edge =>
  answering(method, [place], async (asked, next) => {
    const answer = await next(asked)
    return codesIn(bodyOf(answer)).includes(code) ? jsonAnswer(status, bodyOf(asked) ?? {}) : answer
  })

/** Changes the query of reads at this place. */
export const heedless = (place: Place, change: (query: URLSearchParams) => void): Edge =>
  querying([place], change)

/** Changes the body of successful responses at this place, including their headers. */
export const reshaped = (
  method: string,
  place: Place,
  change: (body: Json, asked: Json) => Json,
): Edge =>
  answering(method, [place], async (asked, next) => {
    const answer = await next(asked)
    const body = bodyOf(answer)
    return isGood(answer) && body !== undefined
      ? { ...answer, body: JSON.stringify(change(body, bodyOf(asked))) }
      : answer
  })

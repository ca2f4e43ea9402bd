import { jsonAnswer } from "../../wire.ts"
import { answering, bodyOf, isGood, type Json, type Place, querying } from "../edges.ts"
import type { Mutant } from "../mutant.ts"

/** What stands before a server. */
export type Edge = NonNullable<Mutant["edge"]>

export const mutant = (name: string, requirement: string, breaks: string, edge: Edge): Mutant => ({
  name: `settled-${name}`,
  breaks,
  names: [`conventions.${requirement}`],
  edge,
})

/** Answers without a header, or with another value of it. */
export const header =
  (name: string, value: (given: string) => string | null): Edge =>
  (next) =>
  async (asked) => {
    const answer = await next(asked)
    const { [name]: given, ...headers } = answer.headers
    const made = given === undefined ? null : value(given)
    return { ...answer, headers: made === null ? headers : { ...headers, [name]: made } }
  }

/** What is asked loses a header on the way. */
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

/** One status is answered as another. */
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

/** A removal that is answered and not done. */
export const kept = (place: Place): Edge =>
  answering("DELETE", [place], async () => ({ status: 204, headers: {}, body: "" }))

/** What a server refuses is answered as if it were done. */
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

/** What is asked loses headers on the way, by this method at this place. */
export const dropped = (method: string, place: Place, ...names: ReadonlyArray<string>): Edge =>
  answering(method, [place], (asked, next) => unasked(...names)(next)(asked))

/** A header of what is asked is read as another value. */
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

/** The object that is sent, parsed and written anew. */
export const withBody = (method: string, place: Place, change: (body: Json) => Json): Edge =>
  answering(method, [place], (asked, next) => {
    const body = bodyOf(asked)
    if (typeof body !== "object" || body === null || Array.isArray(body)) return next(asked)
    const { "content-length": _, ...headers } = asked.headers
    return next({ ...asked, headers, body: Buffer.from(JSON.stringify(change(body))) })
  })

/** One status at this place is answered as another, with an empty object. */
export const overlooked = (method: string, place: Place, from: number, to: number): Edge =>
  answering(method, [place], async (asked, next) => {
    const answer = await next(asked)
    return answer.status === from ? jsonAnswer(to, {}) : answer
  })

/** The codes of a problem: its own, and those of its faults. */
export const codesIn = (body: Json): ReadonlyArray<string> => [
  String(body?.code),
  ...(body?.errors ?? []).map((error: Json) => String(error?.code)),
]

/** What is refused with this code at this place is answered as if it were done. */
export const allowing = (method: string, place: Place, code: string, status: number): Edge =>
  answering(method, [place], async (asked, next) => {
    const answer = await next(asked)
    return codesIn(bodyOf(answer)).includes(code) ? jsonAnswer(status, bodyOf(asked) ?? {}) : answer
  })

/** The query of reads at this place, changed. */
export const heedless = (place: Place, change: (query: URLSearchParams) => void): Edge =>
  querying([place], change)

/** Good answers of this place, changed, with their headers. */
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

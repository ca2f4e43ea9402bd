import { jsonAnswer } from "../../wire.ts"
import { answering, bodyOf, isGood, type Json, type Place } from "../edges.ts"
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

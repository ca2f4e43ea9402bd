import { jsonResponse } from "../../wire.ts"
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
  async (request) => {
    const response = await next(request)
    const { [name]: given, ...headers } = response.headers
    const made = given === undefined ? null : value(given)
    return { ...response, headers: made === null ? headers : { ...headers, [name]: made } }
  }

/** Removes headers from requests. */
export const unasked =
  (...names: ReadonlyArray<string>): Edge =>
  (next) =>
  (request) =>
    next({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !names.includes(name)),
      ),
    })

/** Replaces one status with another. */
export const status =
  (from: number, to: number, method?: string): Edge =>
  (next) =>
  async (request) => {
    const response = await next(request)
    const isMeant = response.status === from && (method === undefined || request.method === method)
    return isMeant ? { ...response, status: to } : response
  }

export const everyBody =
  (change: (text: string) => string): Edge =>
  (next) =>
  async (request) => {
    const response = await next(request)
    return { ...response, body: change(response.body) }
  }

export const set = (name: string, value: Json) => (record: Json) =>
  record !== null && typeof record === "object" && name in record
    ? { ...record, [name]: value }
    : record

/** A removal that is acknowledged and not done. */
export const notRemoved = (place: Place): Edge =>
  answering("DELETE", [place], async () => ({ status: 204, headers: {}, body: "" }))

/** Turns a refusal into a success. */
export const taken = (
  method: string,
  place: Place,
  status: number,
  isMeant: (body: Json) => boolean = () => true,
): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    return isGood(response) || !isMeant(bodyOf(request)) ? response : jsonResponse(status, {})
  })

/** Removes headers from requests of this method at this place. */
export const dropped = (method: string, place: Place, ...names: ReadonlyArray<string>): Edge =>
  answering(method, [place], (request, next) => unasked(...names)(next)(request))

/** Changes the value of a request header. */
export const spelt =
  (name: string, change: (value: string) => string): Edge =>
  (next) =>
  (request) => {
    const value = request.headers[name]
    return next(
      value === undefined
        ? request
        : { ...request, headers: { ...request.headers, [name]: change(value) } },
    )
  }

/** Changes the object in the request. */
export const withBody = (method: string, place: Place, change: (body: Json) => Json): Edge =>
  answering(method, [place], (request, next) => {
    const body = bodyOf(request)
    if (typeof body !== "object" || body === null || Array.isArray(body)) return next(request)
    const { "content-length": _, ...headers } = request.headers
    return next({ ...request, headers, body: Buffer.from(JSON.stringify(change(body))) })
  })

/** Replaces one status at this place with another, with an empty object. */
export const overlooked = (method: string, place: Place, from: number, to: number): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    return response.status === from ? jsonResponse(to, {}) : response
  })

/** Returns the codes of a problem: its own, and those of its errors. */
export const codesIn = (body: Json): ReadonlyArray<string> => [
  String(body?.code),
  ...(body?.errors ?? []).map((error: Json) => String(error?.code)),
]

/** Turns a refusal with this code at this place into a success. */
export const allowing = (method: string, place: Place, code: string, status: number): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    return codesIn(bodyOf(response)).includes(code)
      ? jsonResponse(status, bodyOf(request) ?? {})
      : response
  })

/** Changes the query of reads at this place. */
export const heedless = (place: Place, change: (query: URLSearchParams) => void): Edge =>
  querying([place], change)

/** Changes the body of successful responses at this place, including their headers. */
export const reshaped = (
  method: string,
  place: Place,
  change: (body: Json, request: Json) => Json,
): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    const body = bodyOf(response)
    return isGood(response) && body !== undefined
      ? { ...response, body: JSON.stringify(change(body, bodyOf(request))) }
      : response
  })

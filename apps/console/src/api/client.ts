import createClient from "openapi-fetch"
import { ConnectionLost, Refusal, SignedOut } from "./failure.ts"
import { makeGuard } from "./guard.ts"
import type { Page, Problem } from "./records.ts"
import type { paths } from "./schema.ts"
import { currentSession } from "./session.ts"

const watchers = new Set<(isLost: boolean) => void>()

/**
 * Calls the watcher whenever a request shows that the service has become unreachable, or reachable.
 */
export const watchConnection = (watcher: (isLost: boolean) => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const tell = (isLost: boolean) => {
  for (const watcher of watchers) watcher(isLost)
}

const isOfBusiness = ({ url }: Request): boolean => new URL(url).pathname.includes("/businesses/")

const reach = async (request: Request): Promise<Response> => {
  if (isOfBusiness(request)) await guard.pass()
  const session = currentSession()
  // A page that is being left may still send requests, without a session.
  if (session === null && isOfBusiness(request)) throw new SignedOut()
  const token = session?.token ?? null
  if (token !== null) request.headers.set("Authorization", `Bearer ${token}`)
  try {
    const response = await fetch(request)
    tell(false)
    return response
  } catch (failure) {
    if (request.signal.aborted) throw failure
    tell(true)
    throw new ConnectionLost()
  }
}

/** Typed client of the service, generated from `docs/openapi.json`. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: "same-origin",
  fetch: reach,
})

/** Path parameter of nearly every call. */
export const ofBusiness = () => ({ client_id: currentSession()?.client_id ?? 0 })

interface Called<A> {
  readonly data?: A | undefined
  readonly error?: unknown
  readonly response: Response
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body

/** Returns the response body with its `ETag`, or throws the refusal. */
export const withTag = async <A>(
  call: Promise<Called<A>>,
): Promise<{ readonly data: A; readonly etag: string | null }> => {
  const { data, error, response } = await call
  if (response.ok) return { data: data as A, etag: response.headers.get("etag") }
  if (isProblem(error)) throw new Refusal(error)
  throw new ConnectionLost()
}

/** Returns the response body, or throws the refusal. */
export const dataOf = async <A>(call: Promise<Called<A>>): Promise<A> => (await withTag(call)).data

/** Guard of this page, which asks the service who the cookie belongs to. */
export const guard = makeGuard(async () => {
  const { session } = await dataOf(api.GET("/sign-in", { cache: "no-store" }))
  return session
})

/** Returns all records of a short list, page by page. */
export const everyOne = async <A>(
  list: (page: { offset: number; limit: number }) => Promise<Called<Page<A>>>,
): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for (;;) {
    const { results, next } = await dataOf(list({ offset: all.length, limit: 500 }))
    all.push(...results)
    if (next === null) return all
  }
}

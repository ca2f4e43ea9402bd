import createClient from "openapi-fetch"
import { ConnectionLost, Refusal, SignedOut } from "./failure.ts"
import { makeGuard } from "./guard.ts"
import type { Page, Problem } from "./records.ts"
import type { paths } from "./schema.ts"
import { currentSession } from "./session.ts"

const watchers = new Set<(isLost: boolean) => void>()

/** Tells whenever a request found the service out of reach, or in reach. */
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
  // A page that is being left may still ask, and there is no business to ask for.
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

/** Every call to the service: typed by its own description, `docs/openapi.json`. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: "same-origin",
  fetch: reach,
})

/** The path parameter that nearly every call needs. */
export const ofBusiness = () => ({ client_id: currentSession()?.client_id ?? 0 })

interface Called<A> {
  readonly data?: A | undefined
  readonly error?: unknown
  readonly response: Response
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body

/** What was answered, with its `ETag`; or the refusal, thrown. */
export const answer = async <A>(
  call: Promise<Called<A>>,
): Promise<{ readonly data: A; readonly etag: string | null }> => {
  const { data, error, response } = await call
  if (response.ok) return { data: data as A, etag: response.headers.get("etag") }
  if (isProblem(error)) throw new Refusal(error)
  throw new ConnectionLost()
}

/** What was answered. */
export const answered = async <A>(call: Promise<Called<A>>): Promise<A> => (await answer(call)).data

/** The guard of this page, which asks whose the cookie is. */
export const guard = makeGuard(async () => {
  const { session } = await answered(api.GET("/sign-in", { cache: "no-store" }))
  return session
})

/** All records of a list that a business has few of, page after page. */
export const everyOne = async <A>(
  list: (page: { offset: number; limit: number }) => Promise<Called<Page<A>>>,
): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for (;;) {
    const { results, next } = await answered(list({ offset: all.length, limit: 500 }))
    all.push(...results)
    if (next === null) return all
  }
}

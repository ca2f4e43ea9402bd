import { Effect, Exit, Stream } from "effect"
import { describe, expect, test } from "vitest"
import { makeClient, ProblemError, type TransportFailure } from "../src/index.ts"
import { problem, type Reply, serviceOf } from "./service.ts"

const clientOf = (service: ReturnType<typeof serviceOf>) =>
  makeClient({ baseUrl: "https://a.example", token: "outlay_token", fetch: service.fetch })

const page = (ids: ReadonlyArray<number>, next: string | null): Reply => ({
  json: { count: 5, next, previous: null, results: ids.map((id) => ({ id })) },
})
const three = () =>
  serviceOf(page([1, 2], "offset=2&limit=2"), page([3, 4], "offset=4&limit=2"), page([5], null))

const input = { params: { client_id: 7 }, query: { limit: 2, is_deleted: false } }
const searches = ({ sent }: ReturnType<typeof serviceOf>) =>
  sent.map(({ url }) => new URL(url).search)
const allSearches = [
  "?limit=2&is_deleted=false",
  "?limit=2&is_deleted=false&offset=2",
  "?limit=2&is_deleted=false&offset=4",
]

describe("a stream", () => {
  test("returns records", async () => {
    const service = three()
    const client = clientOf(service)
    const stream = client.records(client.users.list, input)
    const users = await Effect.runPromise(Stream.runCollect(stream))
    expect(users.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    expect(searches(service)).toEqual(allSearches)
  })

  test("returns pages", async () => {
    const client = clientOf(three())
    const stream = client.pages(client.users.list, input)
    const pages = await Effect.runPromise(Stream.runCollect(stream))
    expect(pages.map(({ results }) => results.length)).toEqual([2, 2, 1])
  })

  test("does not request a page that is not needed", async () => {
    const service = three()
    const client = clientOf(service)
    const stream = client.records(client.users.list, input).pipe(Stream.take(2))
    expect(await Effect.runPromise(Stream.runCollect(stream))).toHaveLength(2)
    expect(service.sent).toHaveLength(1)
  })

  test("requests page after page as an async iterable", async () => {
    const service = three()
    const client = clientOf(service)
    const requestCounts: Array<number> = []
    const stream = client.records(client.users.list, input)
    for await (const _ of Stream.toAsyncIterable(stream)) requestCounts.push(service.sent.length)
    expect(requestCounts).toEqual([1, 1, 2, 2, 3])
  })

  test("fails if a page fails", async () => {
    const client = clientOf(serviceOf(page([1], "offset=1&limit=1"), problem(404, "not_found")))
    const exit = await Effect.runPromiseExit(
      Stream.runCollect(client.pages(client.users.list, input)),
    )
    expect(Exit.isFailure(exit)).toBe(true)
  })
})

describe("promises", () => {
  test("return records, page after page", async () => {
    const service = three()
    const { promise } = clientOf(service)
    const received: Array<readonly [number, number]> = []
    for await (const user of promise.records(promise.users.list, input)) {
      received.push([user.id, service.sent.length])
    }
    expect(received).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, 3],
    ])
    expect(searches(service)).toEqual(allSearches)
  })

  test("return only the pages that are needed", async () => {
    const service = three()
    const { promise } = clientOf(service)
    for await (const { results } of promise.pages(promise.users.list, input)) {
      expect(results).toHaveLength(2)
      break
    }
    expect(service.sent).toHaveLength(1)
  })

  test("resolve to the result, or reject with the failure itself", async () => {
    const { promise } = clientOf(serviceOf({ json: { id: 12 } }, problem(404, "not_found")))
    const params = { client_id: 7, user_id: 12 }
    expect(await promise.users.get({ params })).toEqual({ id: 12 })
    const failure = await promise.users.get({ params }).catch((_: unknown) => _)
    expect(failure).toBeInstanceOf(ProblemError)
    expect(failure).toMatchObject({ code: "not_found" })
  })

  test("can be cancelled by a signal", async () => {
    const { promise } = clientOf(serviceOf({ silent: true }))
    const controller = new AbortController()
    const call = promise.users.list(input, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toThrow()
  })
})

test.each([
  "offset=0&limit=2",
  "offset=2&limit=2&x=1",
  "offset=-1&limit=2",
  "?offset=4&limit=2",
  "",
])("an invalid link to the next page is a failure: %j", async (next) => {
  const { promise } = clientOf(serviceOf(page([1, 2], next)))
  const walk = promise.pages(promise.users.list, input)
  expect((await walk.next()).done).toBe(false)
  const failure = (await walk.next().catch((_: unknown) => _)) as TransportFailure
  expect(failure.reason).toBe("unexpected_answer")
})

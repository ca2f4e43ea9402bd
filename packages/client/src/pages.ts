import type { Envelope } from "@outlay/http-contract"
import { Effect, Option, Stream } from "effect"
import { type CallFailure, TransportFailure } from "./failures.ts"
import type { PromiseOptions } from "./method.ts"
import type { Input } from "./request.ts"

type List<Wire> = (input?: any) => Effect.Effect<Envelope<Wire>, CallFailure>

type PromisedList<Wire> = (input?: any, options?: PromiseOptions) => Promise<Envelope<Wire>>

/** Returns the pages of a list, each requested when it is needed. */
export const pages = <Wire>(list: List<Wire>, input: Input = {}) =>
  walk(list, input, (page) => [page])

/** Returns the records of a list, page by page; at most one page is in memory. */
export const records = <Wire>(list: List<Wire>, input: Input = {}) =>
  walk(list, input, (page) => page.results)

const walk = <Wire, A>(
  list: List<Wire>,
  input: Input,
  show: (page: Envelope<Wire>) => ReadonlyArray<A>,
): Stream.Stream<A, CallFailure> =>
  Stream.paginate(input, (requested) =>
    Effect.flatMap(list(requested), (page) =>
      Effect.map(
        Effect.try({ try: () => following(page, requested), catch: (_) => _ as TransportFailure }),
        (next) => [show(page), Option.fromNullishOr(next)] as const,
      ),
    ),
  )

export async function* promisedPages<Wire>(
  list: PromisedList<Wire>,
  input: Input = {},
  options?: PromiseOptions,
): AsyncGenerator<Envelope<Wire>, void> {
  for (let next: Input | null = input; next !== null; ) {
    const page: Envelope<Wire> = await list(next, options)
    yield page
    next = following(page, next)
  }
}

export async function* promisedRecords<Wire>(
  list: PromisedList<Wire>,
  input: Input = {},
  options?: PromiseOptions,
): AsyncGenerator<Wire, void> {
  for await (const page of promisedPages(list, input, options)) yield* page.results
}

const fragment = /^offset=([0-9]{1,15})&limit=([0-9]{1,15})$/u

/** Returns the input for the next page: "`next` … `offset=<n>&limit=<n>` or `null`". */
const following = (page: Envelope<unknown>, requested: Input): Input | null => {
  if (page.next === null) return null
  const [, offset, limit] = fragment.exec(page.next) ?? []
  if (offset === undefined || Number(offset) <= Number(requested.query?.["offset"] ?? 0)) {
    throw new TransportFailure({
      operation: "pages",
      reason: "unexpected_answer",
      status: null,
      detail: "The link to the next page is invalid.",
      retry_after: null,
    })
  }
  return {
    ...requested,
    query: { ...requested.query, offset: Number(offset), limit: Number(limit) },
  }
}

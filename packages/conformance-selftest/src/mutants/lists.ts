import { jsonResponse } from "../wire.ts"
import {
  answering,
  bodyOf,
  isGood,
  list,
  querying,
  records,
  retargeted,
  targetOf,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const fragment = (offset: number, limit: number) => `offset=${offset}&limit=${limit}`

interface Tied {
  readonly id?: unknown
  readonly auth_date?: unknown
}

/** Returns records of the same time in an order that changes between calls. */
const unstable = () => {
  let calls = 0
  return <A>(of: ReadonlyArray<A>, offset: number, limit: number): ReadonlyArray<A> => {
    calls += 1
    const turn = calls % 2 === 0 ? 1 : -1
    const sorted = of
      .map((record, index) => ({ record, index, at: Number((record as Tied).auth_date ?? index) }))
      .sort((a, b) => a.at - b.at || turn * (a.index - b.index))
    return sorted.slice(offset, offset + limit).map(({ record }) => record)
  }
}

const paging: ReadonlyArray<Mutant> = [
  {
    name: "next-repeats-offset",
    breaks: "`next` links to the current page",
    names: ["lists.next"],
    rules: () => ({
      next: (offset, limit, count) => (offset + limit < count ? fragment(offset, limit) : null),
    }),
  },
  {
    name: "next-skips-one",
    breaks: "`next` skips a record between two pages",
    names: ["lists.next", "transaction-filters.paging"],
    rules: () => ({
      next: (offset, limit, count) =>
        offset + limit < count ? fragment(offset + limit + 1, limit) : null,
    }),
  },
  {
    name: "next-on-last-page",
    breaks: "the last page has a `next`",
    names: ["lists.next.last-page"],
    rules: () => ({ next: (offset, limit) => fragment(offset + limit, limit) }),
  },
  {
    name: "next-never",
    breaks: "no page has a `next`",
    names: [
      "lists.next",
      "lists.next.last-page",
      "transaction-filters.paging",
      "statements.paging",
    ],
    rules: () => ({ next: () => null }),
  },
  {
    name: "previous-never",
    breaks: "no page has a `previous`",
    names: ["lists.previous", "lists.previous.first-page"],
    rules: () => ({ previous: () => null }),
  },
  {
    name: "previous-on-first-page",
    breaks: "the first page has a `previous`",
    names: ["lists.previous.first-page"],
    rules: () => ({
      previous: (offset, limit) => fragment(Math.max(0, offset - limit), limit),
    }),
  },
  {
    name: "previous-too-far",
    breaks: "`previous` goes back two pages",
    names: ["lists.previous"],
    rules: () => ({
      previous: (offset, limit) =>
        offset === 0 ? null : fragment(Math.max(0, offset - 2 * limit), limit),
    }),
  },
  {
    name: "fragments-are-urls",
    breaks: "`next` and `previous` are absolute URLs",
    names: ["lists.fragments", "lists.next", "lists.previous"],
    edge: list(["all"], (body) => ({
      ...body,
      next: body.next && `https://api.example/?${body.next}`,
      previous: body.previous && `https://api.example/?${body.previous}`,
    })),
  },
  {
    name: "ties-unstable",
    breaks: "records with equal times change order between two pages",
    names: ["lists.order", "lists.next", "lists.previous", "lists.results"],
    rules: () => ({ page: unstable() }),
  },
]

const limits: ReadonlyArray<Mutant> = [
  {
    name: "limit-501",
    breaks: "`limit=501` serves 501 records",
    names: ["lists.limit-maximum", "transaction-filters.limit"],
    rules: () => ({ limit: (requested) => requested }),
  },
  {
    name: "limit-default-25",
    breaks: "the default limit is 25 records",
    names: ["lists.limit-default", "transaction-filters.limit"],
    edge: querying(["all"], (query) => {
      if (!query.has("limit")) query.set("limit", "25")
    }),
  },
  {
    name: "limit-ignored",
    breaks: "a page has 50 records whatever limit is given",
    names: [
      "lists.parameters",
      "lists.limit-default",
      "lists.results",
      "transaction-filters.limit",
    ],
    edge: querying(["all"], (query) => query.delete("limit")),
  },
  {
    name: "offset-default-1",
    breaks: "a list without an offset starts at its second record",
    names: ["lists.offset-default", "transaction-filters.offset"],
    edge: querying(["all"], (query) => {
      if (!query.has("offset")) query.set("offset", "1")
    }),
  },
  {
    name: "offset-ignored",
    breaks: "every page is the first",
    names: ["lists.parameters", "lists.next", "transaction-filters.offset", "lists.past-the-end"],
    edge: querying(["all"], (query) => query.delete("offset")),
  },
  {
    name: "past-the-end-is-an-error",
    breaks: "an offset past the end returns 500",
    names: ["lists.past-the-end"],
    edge: answering("GET", ["all"], async (request, next) => {
      const response = await next(request)
      const offset = Number(targetOf(request).query.get("offset") ?? 0)
      const { count } = bodyOf(response) ?? {}
      const past = isGood(response) && offset > 0 && offset >= Number(count)
      return past ? jsonResponse(500, { error: "index out of range" }) : response
    }),
  },
]

const filters = ["status", "expense_status", "min_auth_date", "max_auth_date"]
const more = ["min_cleared_date", "max_cleared_date"]

const envelopes: ReadonlyArray<Mutant> = [
  {
    name: "count-of-page",
    breaks: "`count` is the number of records on the page",
    names: ["lists.count", "transaction-filters.count"],
    edge: list(["all"], (body) => ({ ...body, count: body.results.length })),
  },
  {
    name: "count-ignores-filter",
    breaks: "`count` includes records that the filter excludes",
    names: ["transaction-filters.count"],
    edge: answering("GET", ["transactions"], async (request, next) => {
      const response = await next(request)
      if (!isGood(response)) return response
      const { query } = targetOf(request)
      for (const name of [...filters, ...more]) query.delete(name)
      const { count } = bodyOf(await next(retargeted(request, { query })))
      return jsonResponse(200, { ...bodyOf(response), count })
    }),
  },
  {
    name: "count-as-text",
    breaks: "`count` is text",
    names: ["lists.envelope"],
    edge: list(["all"], (body) => ({ ...body, count: String(body.count) })),
  },
  {
    name: "envelope-without-previous",
    breaks: "the envelope has no `previous`",
    names: ["lists.envelope"],
    edge: list(["all"], ({ previous: _, ...body }) => body),
  },
  {
    name: "timestamps-local",
    breaks: "timestamps are in Sydney's time",
    names: ["formats.timestamps"],
    edge: records(["users", "user"], (user) => ({
      ...user,
      created: user.created?.replace(/Z$/u, "+10:00"),
      updated: user.updated?.replace(/Z$/u, "+10:00"),
    })),
  },
  {
    name: "dates-with-time",
    breaks: "a date is returned as a timestamp",
    names: ["formats.dates"],
    edge: records(["statements"], (statement) => ({
      ...statement,
      start_date: `${statement.start_date}T00:00:00Z`,
      end_date: `${statement.end_date}T00:00:00Z`,
    })),
  },
]

export const lists = [...paging, ...limits, ...envelopes]

import type { Answer, Check, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import {
  defaultLimit,
  identity,
  isAgain,
  isLast,
  type Listing,
  listFault,
  maximumLimit,
  noPage,
  type Page,
  pageOf,
  recordsIn,
  walk,
} from "../paging.ts"
import { listings, pagedLikeLists } from "./listings.ts"

type Row = Omit<Check, "profile">
type Expectation = (trial: Trial, listing: Listing) => Promise<void>

const identities = (page: Page): ReadonlyArray<string> => page.records.map(identity)
const at = (
  trial: Trial,
  listing: Listing,
  offset: number,
  limit: number,
  ask = trial.business.call,
): Promise<Page> => {
  const paging = [["offset", offset] as const, ["limit", limit] as const]
  return pageOf(trial, listing, paging, ask)
}

/** A record of a list, and the response that contains it. */
interface Listed {
  readonly id: string
  readonly response: Answer
}

const listedOn = ({ records, response }: Page): ReadonlyArray<Listed> =>
  records.map((record) => ({ id: identity(record), response }))

/**
 * Reads the whole list, by `offset` alone. Blocked if it is too short for the check. A run requests
 * it only once, together with the records that a rule tests.
 */
const everyListed = async (
  trial: Trial,
  listing: Listing,
  least: number,
  ask = trial.business.read,
): Promise<ReadonlyArray<Listed>> => {
  const records: Array<Json> = []
  const found: Array<Listed> = []
  for (;;) {
    const page = await at(trial, listing, records.length, maximumLimit, ask)
    if (isAgain(page.records, records)) trial.blocked("a page comes again: lists.parameters")
    records.push(...page.records)
    found.push(...listedOn(page))
    if (isLast(page.count, page.records, records)) break
  }
  if (found.length < least)
    trial.blocked(`${found.length} records are too few: ${least} are needed`)
  return found
}

/** The same, with the identities only. */
const whole = async (
  trial: Trial,
  listing: Listing,
  least: number,
): Promise<ReadonlyArray<string>> => (await everyListed(trial, listing, least)).map(({ id }) => id)

/** Returns a limit that gives several pages of the list, the last one not full. */
const severalPages = (length: number): number => {
  const about = Math.max(3, Math.ceil(length / 9))
  return length % about === 0 ? about + 1 : about
}

const same = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

/**
 * Reads a page that is a prerequisite of the check: it must have the records of its position, which
 * other checks test.
 */
const placed = async (
  trial: Trial,
  listing: Listing,
  all: ReadonlyArray<string>,
  [offset, limit]: readonly [offset: number, limit: number],
): Promise<Page> => {
  const page = await at(trial, listing, offset, limit)
  if (!same(identities(page), all.slice(offset, offset + limit))) {
    trial.blocked(`offset=${offset}&limit=${limit} is another page: lists.parameters`)
  }
  return page
}

const count: Expectation = async (trial: Trial, listing) => {
  const { length } = await whole(trial, listing, 4)
  for (const [offset, limit] of [
    [0, maximumLimit],
    [0, 1],
    [0, severalPages(length)],
    [length - 1, 2],
  ] as const) {
    const page = await at(trial, listing, offset, limit)
    const where = `offset=${offset}&limit=${limit}`
    if (typeof page.count !== "number") trial.blocked("count is no number: lists.envelope")
    trial.expect(page.count === length, `count is ${length} at ${where}`, page.count)
  }
}

/** Checks that a walk along all pages has every record once, and reports those that it has not. */
const expectWalked = (
  trial: Trial,
  [direction, limit]: readonly [direction: string, limit: number],
  all: ReadonlyArray<string>,
  seen: ReadonlyArray<string>,
) => {
  const fault = listFault({ must: new Set(all), may: new Set() }, seen)
  const what = `walked by ${direction} in pages of ${limit}, each of ${all.length} records once`
  trial.expect(fault === null && seen.length === all.length, what, fault)
}

const next: Expectation = async (trial: Trial, listing) => {
  const all = await whole(trial, listing, 4)
  const limit = severalPages(all.length)
  const first = await placed(trial, listing, all, [0, limit])
  const pages = await walk(trial, listing, first, "next")
  const seen = pages.flatMap(identities)
  expectWalked(trial, ["next", limit], all, seen)
  const pageSize = Math.min(all.length - 1, maximumLimit)
  const page = await placed(trial, listing, all, [0, pageSize])
  trial.expect(!noPage(page.next), `a next at offset=0&limit=${pageSize}`, page.next)
}

const lastPage: Expectation = async (trial: Trial, listing) => {
  const all = await whole(trial, listing, 4)
  for (const [offset, limit] of [
    [0, maximumLimit],
    [all.length - 2, 2],
    [all.length - 1, 50],
  ] as const) {
    if (offset + limit < all.length) continue
    const page = await placed(trial, listing, all, [offset, limit])
    trial.expect(noPage(page.next), `no next at offset=${offset}&limit=${limit}`, page.next)
  }
}

const previous: Expectation = async (trial: Trial, listing) => {
  const all = await whole(trial, listing, 4)
  const limit = severalPages(all.length)
  const offset = Math.floor((all.length - 1) / limit) * limit
  const last = await placed(trial, listing, all, [offset, limit])
  const pages = await walk(trial, listing, last, "previous")
  const seen = [...pages].reverse().flatMap(identities)
  expectWalked(trial, ["previous", limit], all, seen)
  const second = await placed(trial, listing, all, [1, 1])
  trial.expect(!noPage(second.previous), "a previous at offset=1&limit=1", second.previous)
}

const firstPage: Expectation = async (trial: Trial, listing) => {
  const all = await whole(trial, listing, 2)
  for (const limit of [1, maximumLimit]) {
    const page = await placed(trial, listing, all, [0, limit])
    trial.expect(noPage(page.previous), `no previous at offset=0&limit=${limit}`, page.previous)
  }
}

const results: Expectation = async (trial: Trial, listing) => {
  const all = await whole(trial, listing, 4)
  const { length } = all
  const limit = severalPages(length)
  for (const offset of [0, limit, length - 2]) {
    const page = await at(trial, listing, offset, limit)
    if (page.records[0] !== undefined && identity(page.records[0]) !== all[offset]) {
      trial.blocked(`offset=${offset} is another page: lists.parameters`)
    }
    const expected = Math.min(limit, length - offset)
    trial.expect(
      page.records.length === expected,
      `${expected} records at offset=${offset}&limit=${limit} of ${length}`,
      page.records.length,
    )
  }
}

/**
 * Returns the name of a record in a failure: a day of a statement has no id and is shown as a
 * whole.
 */
const named = (record: Listed | undefined): string =>
  record === undefined ? "no record" : `${record.id.startsWith("{") ? "" : "id "}${record.id}`

/**
 * Checks that the same records are in the same order. A failure reports the first position where
 * they differ, with the two responses that show it.
 */
const expectOrder = (
  trial: Trial,
  how: string,
  [all, again]: readonly [ReadonlyArray<Listed>, ReadonlyArray<Listed>],
): void => {
  const length = Math.max(all.length, again.length)
  const position = Array.from({ length }, (_, index) => index).find(
    (index) => all[index]?.id !== again[index]?.id,
  )
  if (position === undefined) return
  const [first, second] = [all[position], again[position]]
  trial.expect(
    false,
    `${named(first)} at position ${position} (from 0), as in the list asked for whole`,
    `${named(second)} at position ${position} ${how}`,
    // If one list ends before the other, its last response shows that.
    [first ?? all.at(-1), second ?? again.at(-1)].flatMap((one) => one?.response ?? []),
  )
}

const order: Expectation = async (trial: Trial, listing) => {
  const all = await everyListed(trial, listing, 4)
  const again = await everyListed(trial, listing, 4, trial.business.call)
  expectOrder(trial, "when it is asked for again", [all, again])
  const limit = severalPages(all.length)
  const pages: Array<Listed> = []
  for (let offset = 0; offset < all.length; offset += limit) {
    pages.push(...listedOn(await at(trial, listing, offset, limit)))
  }
  expectOrder(trial, `in pages of ${limit}`, [all, pages])
}

const parameters: Expectation = async (trial: Trial, listing) => {
  const all = await everyListed(trial, listing, 4)
  for (const offset of [1, Math.floor(all.length / 2), all.length - 1]) {
    const page = await at(trial, listing, offset, 2)
    const placed = all.slice(offset, offset + 2)
    const expected = placed.map(({ id }) => id)
    trial.expect(
      same(identities(page), expected),
      `offset=${offset}&limit=2 gives the records ${expected.join(", ")} of the whole list`,
      identities(page),
      [...placed.map(({ response }) => response), page.response],
    )
  }
}

const offsetDefault: Expectation = async (trial: Trial, listing) => {
  await whole(trial, listing, 2)
  const requestedPage = await at(trial, listing, 0, 2)
  const page = await pageOf(trial, listing, [["limit", 2]])
  trial.expect(
    same(identities(page), identities(requestedPage)),
    "without offset, the page of offset=0",
    identities(page),
  )
}

const limitDefault: Expectation = async (trial: Trial, listing) => {
  const { length } = await whole(trial, listing, defaultLimit + 1)
  const page = await pageOf(trial, listing, [])
  trial.expect(
    page.records.length === defaultLimit,
    `without limit, ${defaultLimit} of ${length} records`,
    page.records.length,
  )
}

const limitMaximum: Expectation = async (trial: Trial, listing) => {
  const { length } = await whole(trial, listing, 1)
  const served = (await at(trial, listing, 0, maximumLimit)).records.length
  const full = Math.min(length, maximumLimit)
  trial.expect(served === full, `limit=${maximumLimit} serves ${full} records`, served)
  for (const limit of [maximumLimit + 1, 100_000]) {
    const query = [...(listing.call.query ?? []), ["limit", limit] as const]
    const response = await trial.business.call(listing.operation, { ...listing.call, query })
    const records = recordsIn(response.body)
    const refused = response.status >= 400 && response.status < 500
    const clamped = response.status === 200 && records !== null && records.length <= maximumLimit
    trial.expect(refused || clamped, `a refusal, or at most ${maximumLimit} records`, response)
    trial.note("a limit above the maximum", refused ? `refused with ${response.status}` : "clamped")
  }
}

const pastTheEnd: Expectation = async (trial: Trial, listing) => {
  const { length } = await whole(trial, listing, 1)
  for (const offset of [length, length + 1, length + 10_000]) {
    const query = [...(listing.call.query ?? []), ["offset", offset] as const]
    const response = await trial.business.call(listing.operation, { ...listing.call, query })
    const refused = response.status >= 400 && response.status < 500
    const empty = response.status === 200 && recordsIn(response.body)?.length === 0
    trial.expect(refused || empty, `no record at offset=${offset} of ${length}`, response)
  }
}

interface Rule {
  readonly name: string
  readonly title: string
  readonly expect: Expectation
  readonly of: typeof listings
}

const rules: ReadonlyArray<Rule> = [
  {
    name: "count",
    title: "count is the number of records on all pages",
    expect: count,
    of: listings,
  },
  { name: "next", title: "next leads to every record, once", expect: next, of: pagedLikeLists },
  {
    name: "next.last-page",
    title: "The last page has no next, also where it is full",
    expect: lastPage,
    of: pagedLikeLists,
  },
  {
    name: "previous",
    title: "previous leads back to every record, once",
    expect: previous,
    of: pagedLikeLists,
  },
  {
    name: "previous.first-page",
    title: "The first page has no previous",
    expect: firstPage,
    of: pagedLikeLists,
  },
  {
    name: "results",
    title: "A page has as many records as its limit, or as are left",
    expect: results,
    of: pagedLikeLists,
  },
  {
    name: "order",
    title: "The order is the same every time, in pages of every size",
    expect: order,
    of: pagedLikeLists,
  },
  {
    name: "parameters",
    title: "offset and limit select the records of the page",
    expect: parameters,
    of: pagedLikeLists,
  },
  {
    name: "offset-default",
    title: "Without offset the list begins at its first record",
    expect: offsetDefault,
    of: listings,
  },
  {
    name: "limit-default",
    title: "Without limit a page has 50 records",
    expect: limitDefault,
    of: listings,
  },
  {
    name: "limit-maximum",
    title: "A page never has more than 500 records",
    expect: limitMaximum,
    of: listings,
  },
  {
    name: "past-the-end",
    title: "Past the end there is no record",
    expect: pastTheEnd,
    of: listings,
  },
]

export const lists = checksOf(
  "read",
  rules.flatMap(({ name, title, expect, of }) =>
    Object.entries(of).map(
      ([list, listingOf]): Row => ({
        id: `lists.${name}.${list}`,
        requirement: `lists.${name}`,
        title: `${title} (${list})`,
        scenario: "alpha",
        run: (trial: Trial) => expect(trial, listingOf(trial)),
      }),
    ),
  ),
)

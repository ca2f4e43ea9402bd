import type { OperationId } from "../../interface/operations.ts"
import type { Answer, Business, Call, Json, Trial } from "../check.ts"

/** A paged list: an operation and its parameters apart from paging. */
export interface Listing {
  readonly operation: OperationId
  readonly call: Call
}

/** A page as returned. */
export interface Page {
  readonly records: ReadonlyArray<Json>
  readonly count: Json
  readonly next: Json
  readonly previous: Json
  readonly response: Answer
}

export const maximumLimit = 500
export const defaultLimit = 50

type Query = NonNullable<Call["query"]>

/** Returns the records of a page: its `results`, or the `daily_balances` of a statement. */
export const recordsIn = (body: Json): ReadonlyArray<Json> | null => {
  const records = body?.results ?? body?.daily_balances
  return Array.isArray(records) ? records : null
}

/** True if `next` or `previous` says that there is no such page. */
export const noPage = (fragment: Json): boolean =>
  fragment === null || fragment === undefined || fragment === ""

/** Returns the parameters of a fragment, in order; null if it is invalid. */
export const fragmentQuery = (fragment: Json): Query | null => {
  const found = /^offset=(\d+)&limit=(\d+)$/u.exec(String(fragment))
  return found === null
    ? null
    : [
        ["offset", Number(found[1])],
        ["limit", Number(found[2])],
      ]
}

/** Identifies a record by its id or, if it shows none, by its whole content. */
export const identity = (record: Json): string =>
  record?.id === undefined ? JSON.stringify(record) : String(record.id)

/** Requests one page; the check fails if it is refused. */
export const pageOf = async (
  trial: Trial,
  { operation, call }: Listing,
  paging: Query,
  ask: Business["call"] = trial.business.call,
): Promise<Page> => {
  const query = [...(call.query ?? []), ...paging]
  const response = await ask(operation, { ...call, query })
  const records = recordsIn(response.body)
  const where = paging.map((pair) => pair.join("=")).join("&")
  trial.expect(response.status === 200, `200 (${where})`, response)
  if (records === null) trial.blocked("an answer without records: lists.envelope")
  const { count, next, previous } = response.body
  return { records, count, next, previous, response }
}

const mostPages = 2_000

/**
 * True if a walk has reached its end, regardless of the page's own `next` and `previous`, which
 * other checks test.
 */
const arrived = (direction: "next" | "previous", page: Page, query: Query): boolean =>
  direction === "next"
    ? page.records.length === 0
    : query.some(([name, value]) => name === "offset" && value === 0)

/** Follows `next` or `previous` from a page until there is none. */
export const walk = async (
  trial: Trial,
  listing: Listing,
  from: Page,
  direction: "next" | "previous",
): Promise<ReadonlyArray<Page>> => {
  const pages = [from]
  const seen = new Set<string>()
  if (from[direction] === undefined) trial.blocked(`there is no ${direction}: lists.envelope`)
  for (let page = from; !noPage(page[direction]); ) {
    const fragment = String(page[direction])
    const query = fragmentQuery(fragment)
    trial.expect(query !== null, `${direction} is a fragment offset=<n>&limit=<n>`, page.response)
    trial.expect(!seen.has(fragment), `${direction} never leads to a page again`, fragment)
    trial.expect(pages.length < mostPages, `${direction} comes to an end`, fragment)
    seen.add(fragment)
    page = await pageOf(trial, listing, query)
    pages.push(page)
    if (arrived(direction, page, query)) break
  }
  return pages
}

/** True if a page has only records that were seen before: the target ignores `offset`. */
export const isAgain = (page: ReadonlyArray<Json>, before: ReadonlyArray<Json>): boolean => {
  const seen = new Set(before.map(identity))
  return page.length > 0 && page.every((record) => seen.has(identity(record)))
}

/** True if no page follows: this one is not full, and the count does not promise more records. */
export const isLast = (count: Json, page: ReadonlyArray<Json>, all: ReadonlyArray<Json>): boolean =>
  page.length === 0 ||
  (page.length < maximumLimit && !(typeof count === "number" && count > all.length))

/**
 * Reads every record by `offset` alone. Checks that are not about paging depend on neither `count`
 * nor `next`, so that an error in those fails only the checks that name them.
 */
export const everyRecord = (
  trial: Trial,
  operation: OperationId,
  call: Call = {},
  business: Business = trial.business,
  limit = maximumLimit,
): Promise<ReadonlyArray<Json>> =>
  gathered(trial, { operation, call }, { ask: business.call, limit })

/** Reads the same for a business of the world, whose pages a run requests only once. */
export const knownRecords = (
  trial: Trial,
  operation: OperationId,
  call: Call = {},
  business: Business = trial.business,
): Promise<ReadonlyArray<Json>> =>
  gathered(trial, { operation, call }, { ask: business.read, limit: maximumLimit })

const gathered = async (
  trial: Trial,
  { operation, call }: Listing,
  { ask, limit }: { readonly ask: Business["call"]; readonly limit: number },
): Promise<ReadonlyArray<Json>> => {
  const records: Array<Json> = []
  for (let pages = 0; pages < mostPages; pages++) {
    const query = [
      ...(call.query ?? []),
      ["offset", records.length] as const,
      ["limit", limit] as const,
    ]
    const response = await ask(operation, { ...call, query })
    const found = recordsIn(response.body)
    if (response.status !== 200 || found === null) {
      trial.blocked(`${operation}: status ${response.status}, and no page of records`)
    }
    if (isAgain(found, records)) trial.blocked("a page comes again: lists.parameters")
    records.push(...found)
    if (isLast(response.body?.count, found, records)) return records
  }
  return records
}

/** Records that a list must have, and those that it may have. */
export interface Expected {
  readonly must: ReadonlySet<string>
  readonly may: ReadonlySet<string>
}

const some = (ids: ReadonlyArray<string>): string =>
  ids.length <= 5 ? ids.join(", ") : `${ids.slice(0, 5).join(", ")} and ${ids.length - 5} more`

/** Returns the difference between the listed and the expected records; null if there is none. */
export const listFault = (
  { must, may }: Expected,
  listed: ReadonlyArray<string>,
): string | null => {
  const seen = new Set(listed)
  const missing = [...must].filter((id) => !seen.has(id))
  const strange = [...seen].filter((id) => !must.has(id) && !may.has(id))
  const again = listed.filter((id, index) => listed.indexOf(id) !== index)
  const faults = [
    ...(missing.length === 0 ? [] : [`missing: ${some(missing)}`]),
    ...(strange.length === 0 ? [] : [`should not be there: ${some(strange)}`]),
    ...(again.length === 0 ? [] : [`more than once: ${some(again)}`]),
  ]
  return faults.length === 0 ? null : faults.join("; ")
}

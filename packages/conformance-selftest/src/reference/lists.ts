import { unreadable } from "./refusals.ts"
import type { Context } from "./routes.ts"

const whole = /^(0|[1-9]\d{0,8})$/u

const wholeOf = (context: Context, name: string, otherwise: number): number => {
  const text = context.query.get(name)
  if (text === null) return otherwise
  if (!whole.test(text)) throw unreadable(`${name} must be a whole number.`)
  return Number(text)
}

export interface Paging {
  readonly offset: number
  readonly limit: number
}

export const pagingOf = (context: Context): Paging => ({
  offset: wholeOf(context, "offset", 0),
  limit: context.rules.limit(wholeOf(context, "limit", 50)),
})

/** Returns the paging fields of an envelope; `none` is the value for a missing page. */
export const envelopeOf = (
  { rules }: Context,
  { offset, limit }: Paging,
  count: number,
  none: string | null,
) => ({
  count,
  next: rules.next(offset, limit, count) ?? none,
  previous: rules.previous(offset, limit, count) ?? none,
})

/** Returns one page of a list. */
export const listed = <A>(
  context: Context,
  records: ReadonlyArray<A>,
  show: (record: A) => unknown,
  none: string | null = "",
) => {
  const paging = pagingOf(context)
  return {
    ...envelopeOf(context, paging, records.length, none),
    results: context.rules.page(records, paging.offset, paging.limit).map(show),
  }
}

/** Filters records by `is_deleted`, if the query has it. */
export const byDeleted = <A extends { readonly is_deleted: boolean }>(
  { query }: Context,
  records: ReadonlyArray<A>,
): ReadonlyArray<A> => {
  const request = query.get("is_deleted")
  if (request === null) return records
  if (request !== "true" && request !== "false")
    throw unreadable("is_deleted must be true or false.")
  return records.filter((record) => String(record.is_deleted) === request)
}

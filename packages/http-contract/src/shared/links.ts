/** The paging fragments of "the common list envelope". */
export interface Links {
  readonly next: string | null
  readonly previous: string | null
}

const fragment = (offset: number, limit: number): string => `offset=${offset}&limit=${limit}`

/**
 * "`next` and `previous` are `offset=<n>&limit=<n>` or `null` where there is no such page
 * (`previous` of offset 30, limit 50 is `offset=0&limit=50`)." Past the end, `previous` is the last
 * page that has records.
 */
export const links = (count: number, offset: number, limit: number): Links => ({
  next: offset + limit < count ? fragment(offset + limit, limit) : null,
  previous: offset === 0 ? null : fragment(Math.max(0, Math.min(offset, count) - limit), limit),
})

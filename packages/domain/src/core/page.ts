/** Requested page of a list: `offset` ≥ 0, 1 ≤ `limit` ≤ 500 ("limit maximum 500"). */
export interface PageRequest {
  readonly offset: number
  readonly limit: number
}

/** One page of a list; `count` is the "total number of records matching the query". */
export interface Page<A> {
  readonly count: number
  readonly results: ReadonlyArray<A>
}

/** An empty page, if there are no records or none that the caller may see. */
export const emptyPage: Page<never> = { count: 0, results: [] }

export const mapPage = <A, B>(page: Page<A>, f: (record: A) => B): Page<B> => ({
  count: page.count,
  results: page.results.map(f),
})

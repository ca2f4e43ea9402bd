import { useState } from "react"

const size = 50

/** Returns the page of `rows` to show, if `rows` are the matches of `text`. */
export const pageOf = <Row>(
  rows: ReadonlyArray<Row>,
  request: { readonly page: number; readonly text: string },
  text: string,
) => {
  const last = Math.max(1, Math.ceil(rows.length / size))
  // A different search text starts on the first page.
  const page = request.text === text ? Math.min(request.page, last) : 1
  return { page, last, shown: rows.slice((page - 1) * size, page * size) }
}

/** Pages rows that are already loaded: drawing thousands takes most of a second. */
export const usePages = <Row>(rows: ReadonlyArray<Row>, text: string) => {
  const [request, ask] = useState({ page: 1, text })
  const { page, last, shown } = pageOf(rows, request, text)
  const pager = { count: rows.length, page, size, go: (next: number) => ask({ page: next, text }) }
  return { shown, pager: last === 1 ? null : pager }
}

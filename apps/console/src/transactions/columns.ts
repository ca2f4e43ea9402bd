import { useCallback, useState } from "react"

export const columns = [
  "date",
  "person",
  "budget",
  "category",
  "type",
  "receipt",
  "expense",
] as const
export type Column = (typeof columns)[number]

const place = "outlay.transactions.hidden"

const read = (): ReadonlyArray<Column> => {
  const stored = localStorage.getItem(place)
  if (stored === null) return ["type"]
  const names = stored.split(",")
  return columns.filter((column) => names.includes(column))
}

/** Columns hidden by the person, stored in the browser. */
export const useHiddenColumns = () => {
  const [hidden, hide] = useState(read)
  const toggle = (column: Column) => {
    const next = hidden.includes(column)
      ? hidden.filter((each) => each !== column)
      : [...hidden, column]
    localStorage.setItem(place, next.join(","))
    hide(next)
  }
  const isShown = useCallback((column: Column) => !hidden.includes(column), [hidden])
  return { isShown, toggle }
}

/** Returns the columns that the style sheet hides because the table is too narrow. */
export const columnsWithoutRoom = (): ReadonlyArray<Column> => {
  const table = document.querySelector(".table-frame > .table")
  if (table === null) return []
  const left = getComputedStyle(table).getPropertyValue("--columns-without-room").split(" ")
  return columns.filter((column) => left.includes(column))
}

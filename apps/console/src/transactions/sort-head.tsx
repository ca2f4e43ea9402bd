import { IconArrowDown, IconArrowUp } from "@tabler/icons-react"
import { useTexts } from "../texts/languages.ts"
import type { FilterGiven, Sort } from "./filters.ts"

type Key = "auth_date" | "amount" | "merchant_name"

/** First sort order of a column: names from A, dates from the newest. */
const firstOf = {
  auth_date: "-auth_date",
  amount: "amount",
  merchant_name: "merchant_name",
} as const satisfies Readonly<Record<Key, Sort>>

const turned = (sort: Sort): Sort => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as Sort

interface Given extends FilterGiven {
  readonly of: Key
  readonly label: string
  readonly className?: string
}

/** Column head that sorts the list; pressing it again reverses the order. */
export const SortHead = ({ of, label, className, filters, change }: Given) => {
  const { transactions } = useTexts()
  const sort = filters.sort ?? "-auth_date"
  const isSorted = sort.replace("-", "") === of
  const isDescending = sort.startsWith("-")
  const next = isSorted ? turned(sort) : firstOf[of]
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      className={className}
      aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className="sort-head"
        title={transactions.sortBy(label)}
        onClick={() => change({ sort: next === "-auth_date" ? undefined : next })}
      >
        {label}
        {isSorted ? <Arrow size={13} aria-hidden /> : null}
      </button>
    </th>
  )
}

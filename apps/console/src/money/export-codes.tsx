import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import * as ask from "../api/queries.ts"
import type { ExportFormat } from "../api/records.ts"
import { spending } from "../api/spending.ts"
import { useMe } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import type { Filters } from "../transactions/filters.ts"
import { uncodedOf } from "./code-gaps.ts"
import type { Period } from "./periods.ts"

/** Formats in which each line is booked to an account. */
const booked: ReadonlySet<ExportFormat> = new Set([
  ...(["journal-csv", "xero", "quickbooks-iif", "beancount", "ledger"] as const),
])

const maxRows = 6

/** Shows, before an export, which expenses of its days have no account. */
export const WithoutCodes = (props: { readonly format: ExportFormat; readonly of: Period }) => {
  const me = useMe()
  const { exports } = useTexts()
  const format = useFormat()
  const { start_date: from, end_date: to } = props.of
  const isBooked = booked.has(props.format) && may(me, "accounting_codes", "read")
  const groups = useQuery({ ...spending(from, to, "category"), enabled: isBooked }).data
  const categories = useQuery({ ...ask.categories, enabled: isBooked }).data
  if (!isBooked || groups === undefined || categories === undefined) return null
  const rows = uncodedOf(groups, categories)
  if (rows.length === 0) return null
  const days: Filters = { from, to, type: "spending" }
  return (
    <section className="missing" aria-label={exports.noCodeTitle}>
      <strong>{exports.noCodeTitle}</strong>
      <p>
        {exports.noCodeHelp}{" "}
        <Link to="/settings" search={{ tab: "categories" }}>
          {exports.toCategories}
        </Link>
      </p>
      <ul>
        {rows.slice(0, maxRows).map(({ category, count }) => (
          <li key={category?.id ?? ""}>
            <Link to="/transactions" search={{ ...days, category: category?.id ?? "none" }}>
              {category === null
                ? exports.noCategory(format.count(count), count === 1)
                : exports.noCode(category.name, format.count(count), count === 1)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

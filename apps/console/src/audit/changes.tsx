import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Event } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import { changesIn, currencyOf, kindOf } from "./values.ts"

/** What a change made of a record, field by field; of a new record, what it began with. */
export const Changes = ({ event }: { readonly event: Event }) => {
  const { audit } = useTexts()
  const show = useShow(event)
  const { previous } = event
  const rows = changesIn(event)
  if (rows.length === 0) return <p className="note">{audit.nothingChanged}</p>
  return (
    <section className="part" aria-label={audit.changes}>
      <h3>{previous === null ? audit.record : audit.changes}</h3>
      <table className="changes" aria-label={audit.changes}>
        <thead>
          <tr>
            <th>{audit.field}</th>
            {previous === null ? null : <th>{audit.before}</th>}
            <th>{previous === null ? audit.value : audit.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{audit.fields[field] ?? field.replaceAll("_", " ")}</th>
              {previous === null ? null : <td className="was">{show(field, before)}</td>}
              <td>{show(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A value of a record as people read it. */
const useShow = ({ data }: Event): ((field: string, value: unknown) => string) => {
  const { audit, budgets, common, exports, people, settings, transactions } = useTexts()
  const format = useFormat()
  const me = useMe()
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    budget_setting: settings.budgetSettings,
    budget_type: budgets.kinds,
    field_type: settings.kinds,
    format: exports.formats,
    is_default_for: settings.standards,
    payment_types: people.paymentTypes,
    reset_period: budgets.periods,
    transaction_type: transactions.types,
  }
  const users = useQuery({ ...ask.users, enabled: may(me, "users", "read") }).data ?? []
  const currency = currencyOf(data, me.business.currency)
  const userName = (id: unknown) => users.find((user) => user.id === id)?.name ?? String(id)
  const show = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return common.none
    if (typeof value === "boolean") return value ? common.yes : common.no
    if (Array.isArray(value)) {
      if (value.length === 0) return common.none
      return value.map((each) => show(field, each)).join(", ")
    }
    const kind = kindOf(field, value)
    if (kind === "amount") return format.money(value as number, currency(field))
    if (kind === "instant") return format.time(value as string)
    if (kind === "day") return format.day(value as string)
    if (kind === "user") return userName(value)
    if (typeof value === "object") return part(value as Readonly<Record<string, unknown>>)
    return choices[field]?.[String(value)] ?? audit.values[String(value)] ?? String(value)
  }
  const part = (value: Readonly<Record<string, unknown>>): string => {
    const name = value["name"] ?? value["email"]
    if (typeof name === "string") return name
    return Object.entries(value)
      .filter(([field, each]) => field !== "id" && each !== null && each !== "")
      .map(([field, each]) => `${audit.fields[field] ?? field}: ${show(field, each)}`)
      .join("; ")
  }
  return show
}

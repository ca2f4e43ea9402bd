import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Event } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import type { Texts } from "../texts/english.ts"
import { useTexts } from "../texts/languages.ts"
import { valueName } from "./names.ts"
import { changesIn, currencyOf, kindOf } from "./values.ts"

const fieldName = ({ fields }: Texts["audit"], field: string): string =>
  fields[field] ?? field.replaceAll("_", " ")

/** Changed fields of a record; for a new record, its initial values. */
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
              <th scope="row">{fieldName(audit, field)}</th>
              {previous === null ? null : <td className="was">{show(field, before)}</td>}
              <td>{show(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Row = Readonly<Record<string, unknown>>

/** Formats a value of a record for people. */
const useShow = ({ data }: Event): ((field: string, value: unknown) => string) => {
  const texts = useTexts()
  const { audit, common } = texts
  const format = useFormat()
  const me = useMe()
  const users = useQuery({ ...ask.users, enabled: may(me, "users", "read") }).data ?? []
  const roles = useQuery({ ...ask.roles, enabled: may(me, "roles", "read") }).data ?? []
  const nameIn = (records: ReadonlyArray<{ readonly id: unknown; name: string }>, id: unknown) =>
    records.find((each) => each.id === id)?.name ?? String(id)
  const show = (field: string, value: unknown, record: Row): string => {
    if (value === null || value === undefined || value === "") return common.none
    if (typeof value === "boolean") return value ? common.yes : common.no
    if (Array.isArray(value)) {
      if (value.length === 0) return common.none
      return value.map((each) => show(field, each, record)).join(", ")
    }
    if (typeof value === "object") return part(field, value as Row)
    const kind = kindOf(field, value)
    if (kind === "amount") {
      return format.money(value as number, currencyOf(record, me.business.currency)(field))
    }
    if (kind === "instant") return format.time(value as string)
    if (kind === "day") return format.day(value as string)
    if (kind === "user") return nameIn(users, value)
    if (kind === "role") return texts.people.roleName(nameIn(roles, value))
    if (kind === "bytes") return format.bytes(value as number)
    if (kind === "rate") return format.rate(value as number)
    if (kind === "count") return format.count(value as number)
    return valueName(texts, field, String(value)) ?? String(value)
  }
  const part = (field: string, value: Row): string => {
    const name = value["name"] ?? value["email"]
    if (typeof name === "string") return valueName(texts, field, name) ?? name
    return Object.entries(value)
      .filter(([name, each]) => name !== "id" && each !== null && each !== "")
      .map(([name, each]) => `${fieldName(audit, name)}: ${show(name, each, value)}`)
      .join("; ")
  }
  return (field, value) => show(field, value, data as Row)
}

import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Event } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { browserName } from "../core/browser.ts"
import { may } from "../core/rights.ts"
import type { Texts } from "../texts/english.ts"
import { useTexts } from "../texts/languages.ts"
import { partsOf } from "./filters.ts"

/** What happened, in words: `Budget member: changed`. */
export const eventName = ({ audit }: Texts, type: string): string => {
  const [noun, verb] = partsOf(type)
  return audit.happened(audit.nouns[noun] ?? noun, audit.verbs[verb] ?? verb)
}

/** The record that an event tells of, by the name that people know it by. */
export const subjectOf = ({ type, data }: Pick<Event, "type" | "data">): string | null => {
  const record = data as Readonly<Record<string, unknown>>
  for (const name of ["name", "merchant_name", "text", "email", "url", "description", "currency"]) {
    const value = record[name]
    if (typeof value !== "string" || value === "") continue
    return partsOf(type)[0] === "session" ? browserName(value) : value
  }
  for (const name of ["user", "invite"]) {
    const value = record[name] as { name?: string; email?: string } | null | undefined
    const found = value?.name ?? value?.email
    if (found !== undefined) return found
  }
  return null
}

/** Who did it: a person, a token of nobody's, the operator, or the service by itself. */
export const useWho = (): ((event: Event) => string) => {
  const me = useMe()
  const { sheet } = useTexts()
  const users = useQuery({ ...ask.users, enabled: may(me, "users", "read") }).data ?? []
  return ({ actor }) => {
    const user = users.find(({ id }) => id === actor.user_id)
    if (user !== undefined) return user.name
    if (actor.type === "token") return sheet.token
    return actor.type === "operator" ? sheet.operator : sheet.system
  }
}

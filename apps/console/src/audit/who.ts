import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Event } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"

/**
 * Returns a function that names the actor of an event: a person, a token of the business, the
 * operator, or the service itself.
 */
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

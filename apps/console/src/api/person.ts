/** Person whom this page shows. */
import type { Me } from "./records.ts"
import { currentSession, type Session } from "./session.ts"

export interface Person {
  readonly client_id: number
  /** Null: a token of the business does not act for a user. */
  readonly user_id: number | null
}

export const isSame = (one: Person, other: Person): boolean =>
  one.client_id === other.client_id && one.user_id === other.user_id

export const personOf = ({ business, user }: Me): Person => ({
  client_id: business.client_id,
  user_id: user?.id ?? null,
})

let shown: { readonly session: Session; readonly person: Person } | null = null

/**
 * Returns the person of the page; null until known, and again after this tab begins or ends a
 * session.
 */
export const personShown = (): Person | null =>
  shown !== null && shown.session === currentSession() ? shown.person : null

/** True if the person is the one of this page, or the first one that was read. */
export const isExpected = (seen: Person): boolean => {
  const person = personShown()
  return person === null || isSame(seen, person)
}

export const showPerson = (session: Session, person: Person): void => {
  shown = { session, person }
}

/** The person whom this page shows. */
import type { Me } from "./records.ts"
import { currentSession, type Session } from "./session.ts"

export interface Person {
  readonly client_id: number
  /** Null: a token of the business acts for no user. */
  readonly user_id: number | null
}

export const isSame = (one: Person, other: Person): boolean =>
  one.client_id === other.client_id && one.user_id === other.user_id

export const personOf = ({ business, user }: Me): Person => ({
  client_id: business.client_id,
  user_id: user?.id ?? null,
})

let shown: { readonly session: Session; readonly person: Person } | null = null

/** Null until it is known; a session that this tab begins or ends forgets it. */
export const personShown = (): Person | null =>
  shown !== null && shown.session === currentSession() ? shown.person : null

/** Whether what was seen may be of this page: of its person, or of the first one. */
export const isExpected = (seen: Person): boolean => {
  const person = personShown()
  return person === null || isSame(seen, person)
}

export const showPerson = (session: Session, person: Person): void => {
  shown = { session, person }
}

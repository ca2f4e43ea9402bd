import { setEnd } from "./end.ts"

/**
 * Who is signed in: a business, by a cookie that scripts cannot read or, where somebody signs in
 * with a token of the API, by that token, which lives as long as the tab.
 */
export interface Session {
  readonly client_id: number
  /** Null: the cookie says who it is. */
  readonly token: string | null
}

const place = "outlay.session"
const business = "outlay.business"

/** What happened to the session of the cookie. */
type Turn = "begun" | "ended"

/** Tells the other tabs of this browser that somebody has signed in, or out. */
const tabs = new BroadcastChannel("outlay.session")
const tell = (turn: Turn): void => tabs.postMessage(turn)

/** Calls whenever another tab has begun a session, or ended one. */
export const watchTabs = (watcher: (turn: Turn) => void): (() => void) => {
  const hear = ({ data }: MessageEvent<Turn>) => watcher(data)
  tabs.addEventListener("message", hear)
  return () => tabs.removeEventListener("message", hear)
}

const read = (): Session | null => {
  const kept = sessionStorage.getItem(place)
  if (kept !== null) return JSON.parse(kept) as Session
  const client_id = Number(localStorage.getItem(business) ?? "")
  return Number.isSafeInteger(client_id) && client_id > 0 ? { client_id, token: null } : null
}

let current: Session | null | undefined

export const currentSession = (): Session | null => {
  if (current === undefined) current = read()
  return current
}

/** The tab has the session of the cookie when it is loaded the next time. */
export const keepCookie = (client_id: number): void => {
  sessionStorage.removeItem(place)
  localStorage.setItem(business, String(client_id))
}

/** The tab has the session of the cookie, which other tabs know of. */
export const takeCookie = (client_id: number): Session => {
  const session = { client_id, token: null }
  current = session
  keepCookie(client_id)
  return session
}

export const beginSession = (session: Session): void => {
  setEnd(null)
  if (session.token === null) {
    takeCookie(session.client_id)
    tell("begun")
    return
  }
  current = session
  sessionStorage.setItem(place, JSON.stringify(session))
}

export const endSession = (): void => {
  if (current?.token === null) tell("ended")
  setEnd(null)
  current = null
  sessionStorage.removeItem(place)
  localStorage.removeItem(business)
}

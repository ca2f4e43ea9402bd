import { setEnd } from "./end.ts"

/**
 * Session of this tab: the business, identified by a cookie that scripts cannot read, or by an API
 * token, which is stored only as long as the tab is open.
 */
export interface Session {
  readonly client_id: number
  /** Null if the cookie identifies the person. */
  readonly token: string | null
}

const place = "outlay.session"
const business = "outlay.business"

/** Change of the cookie's session. */
type Turn = "begun" | "ended"

/** Notifies other tabs of this browser that someone has signed in or out. */
const tabs = new BroadcastChannel("outlay.session")
const tell = (turn: Turn): void => tabs.postMessage(turn)

/** Calls the watcher whenever another tab begins or ends a session. */
export const watchTabs = (watcher: (turn: Turn) => void): (() => void) => {
  const hear = ({ data }: MessageEvent<Turn>) => watcher(data)
  tabs.addEventListener("message", hear)
  return () => tabs.removeEventListener("message", hear)
}

const read = (): Session | null => {
  const stored = sessionStorage.getItem(place)
  if (stored !== null) return JSON.parse(stored) as Session
  const client_id = Number(localStorage.getItem(business) ?? "")
  return Number.isSafeInteger(client_id) && client_id > 0 ? { client_id, token: null } : null
}

let current: Session | null | undefined

export const currentSession = (): Session | null => {
  if (current === undefined) current = read()
  return current
}

/** Stores the cookie's session for the next load of this tab. */
export const keepCookie = (client_id: number): void => {
  sessionStorage.removeItem(place)
  localStorage.setItem(business, String(client_id))
}

/** Switches this tab to the cookie's session, which other tabs already know. */
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

/**
 * Prevents a page from acting as someone whom it does not show: all tabs of a browser share the
 * session cookie, and another person may sign in in another tab.
 */
import { hasWork } from "../core/work.ts"
import { makeDoubt } from "./doubt.ts"
import { currentEnd, setEnd } from "./end.ts"
import { OtherPerson, SignedOut } from "./failure.ts"
import { isExpected, isSame, type Person, personOf, personShown, showPerson } from "./person.ts"
import type { Me } from "./records.ts"
import { currentSession, keepCookie, takeCookie, watchTabs } from "./session.ts"

/**
 * Person of the cookie, compared with the page. `left`: another person, and the page has no unsaved
 * input and is being left.
 */
type Holder = "same" | "other" | "left" | "nobody"

/**
 * True if requests depend on the cookie: without a token, or after the token has ended, when a
 * cookie replaces it.
 */
const dependsOnCookie = (): boolean => currentSession()?.token === null || currentEnd() !== null

const returns = new Set<() => void>()

/** Calls the watcher when the person of the page has signed in again after an end. */
export const watchReturn = (watcher: () => void): (() => void) => {
  returns.add(watcher)
  return () => returns.delete(watcher)
}

const comeBack = (): void => {
  const person = personShown()
  if (currentEnd() === null || person === null) return
  if (currentSession()?.token !== null) showPerson(takeCookie(person.client_id), person)
  setEnd(null)
  for (const watcher of returns) watcher()
}

const tellOther = (): void => {
  if (currentEnd()?.cause !== "other") setEnd({ cause: "other", isTold: false })
}

/** Notes that the other person is no longer signed in. */
const tellNobody = (): void => {
  const end = currentEnd()
  if (end?.cause === "other") setEnd({ ...end, cause: "ended" })
}

/** Creates a guard. `ask` returns the person of the cookie. */
export const makeGuard = (ask: () => Promise<Person | null>) => {
  let found: Person | null = null

  const look = async (): Promise<Holder> => {
    found = await ask()
    const person = personShown()
    if (found === null || person === null) return "nobody"
    if (isSame(found, person)) return "same"
    return hasWork() ? "other" : "left"
  }

  /** Reloads the page for the person who is signed in now; unsaved input is lost. */
  const leave = (): void => {
    if (found !== null) keepCookie(found.client_id)
    location.assign("/")
  }

  const act = (holder: Holder): void => {
    if (holder === "same") comeBack()
    else if (holder === "left") leave()
    else if (holder === "other") tellOther()
    else tellNobody()
  }

  const doubt = makeDoubt({ look, act, settles: (holder) => holder === "same" })

  /** Lets a request through only as the person whom the page shows. */
  const pass = async (): Promise<void> => {
    const person = personShown()
    while (person !== null && dependsOnCookie() && doubt.isRaised()) {
      const holder = await doubt.check()
      // A page that is being left must not show a refusal for a moment.
      if (holder === "left") await new Promise(() => {})
      if (holder === "other") throw new OtherPerson()
      if (personShown() !== person) throw new SignedOut()
      if (holder === "nobody") return
    }
  }

  /** Checks a doubt now. If the check fails, the next request repeats it. */
  const settle = (): void => {
    pass().catch(() => {})
  }

  const suspect = (): void => {
    doubt.raise()
    settle()
  }

  watchTabs(suspect)
  window.addEventListener("focus", settle)
  // A page restored from the back/forward cache received no messages in the meantime.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) suspect()
  })
  return { pass, leave, raise: doubt.raise }
}

export type Guard = ReturnType<typeof makeGuard>

/**
 * Reads the signed-in person. The first response determines the person of the page; no later one
 * changes it.
 */
export const recognised = async (guard: Guard, read: () => Promise<Me>): Promise<Me> => {
  const session = currentSession()
  let me = await read()
  if (!isExpected(personOf(me))) {
    guard.raise()
    me = await read()
  }
  if (!isExpected(personOf(me))) throw new OtherPerson()
  if (personShown() === null && session !== null && session === currentSession()) {
    showPerson(session, personOf(me))
  }
  return me
}

/** Notes that a request was refused because the session has ended. */
export const noteEnd = (guard: Guard, isAsked: boolean): void => {
  guard.raise()
  if (isAsked || currentEnd()?.cause !== "ended") setEnd({ cause: "ended", isTold: false })
}

/**
 * Keeps a page from acting as somebody whom it does not show: all tabs of a browser share the
 * cookie of a session, and another person may sign in in another tab.
 */
import { hasWork } from "../core/work.ts"
import { makeDoubt } from "./doubt.ts"
import { currentEnd, setEnd } from "./end.ts"
import { OtherPerson, SignedOut } from "./failure.ts"
import { isExpected, isSame, type Person, personOf, personShown, showPerson } from "./person.ts"
import type { Me } from "./records.ts"
import { currentSession, keepCookie, takeCookie, watchTabs } from "./session.ts"

/** Whose the cookie is. `left`: somebody else's, and the page, without work, is being left. */
type Holder = "same" | "other" | "left" | "nobody"

/** A token says by itself whose it is; where it has ended, a cookie takes its place. */
const dependsOnCookie = (): boolean => currentSession()?.token === null || currentEnd() !== null

const returns = new Set<() => void>()

/** Calls whenever the person of the page has signed in again after an end. */
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

/** Whoever had taken the place of the person has left it. */
const tellNobody = (): void => {
  const end = currentEnd()
  if (end?.cause === "other") setEnd({ ...end, cause: "ended" })
}

/** `ask` tells who is signed in by the cookie. */
export const makeGuard = (ask: () => Promise<Person | null>) => {
  let found: Person | null = null

  const look = async (): Promise<Holder> => {
    found = await ask()
    const person = personShown()
    if (found === null || person === null) return "nobody"
    if (isSame(found, person)) return "same"
    return hasWork() ? "other" : "left"
  }

  /** Shows the console of whoever is signed in now; what is on this page is lost. */
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

  /** Lets a request go as the person whom the page shows; it never goes as somebody else. */
  const pass = async (): Promise<void> => {
    const person = personShown()
    while (person !== null && dependsOnCookie() && doubt.isRaised()) {
      const holder = await doubt.check()
      // A page that is being left shows no refusal for a moment.
      if (holder === "left") await new Promise(() => {})
      if (holder === "other") throw new OtherPerson()
      if (personShown() !== person) throw new SignedOut()
      if (holder === "nobody") return
    }
  }

  /** Checks a doubt at once. Where that fails, the next request does. */
  const settle = (): void => {
    pass().catch(() => {})
  }

  const suspect = (): void => {
    doubt.raise()
    settle()
  }

  watchTabs(suspect)
  window.addEventListener("focus", settle)
  // A page that the browser had put aside was told nothing meanwhile.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) suspect()
  })
  return { pass, leave, raise: doubt.raise }
}

export type Guard = ReturnType<typeof makeGuard>

/** Reads who is there: the first answer says whom the page shows, and no later one another. */
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

/** Notes that a request was refused since the session has ended. */
export const noteEnd = (guard: Guard, isAsked: boolean): void => {
  guard.raise()
  if (isAsked || currentEnd()?.cause !== "ended") setEnd({ cause: "ended", isTold: false })
}

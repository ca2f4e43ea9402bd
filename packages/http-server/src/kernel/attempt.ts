import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** An attempt to sign in with a provider, from its beginning in a browser to its return there. */
export interface Attempt {
  /** What the provider hands back: whoever returns began here, in this browser. */
  readonly state: string
  /** What the provider's ID token says: it was issued for this attempt. */
  readonly nonce: string
  /** What only the service can show for the code: it was issued for this attempt (PKCE). */
  readonly verifier: string
  /** Path of this service to open next, or null. */
  readonly return_to: string | null
}

/** How long an attempt lasts. */
export const attemptSeconds = 600

/**
 * The cookie has a secret, the time and the path. All that the provider is given follows from them:
 * nothing is kept at the service, and a cookie that was changed no longer belongs to its `state`.
 */
const attemptOf = (secret: string, began: number, return_to: string | null): Attempt => {
  const sign = (what: string) =>
    createHmac("sha256", secret)
      .update(`${what}\n${began}\n${return_to ?? ""}`)
      .digest("base64url")
  return { state: sign("state"), nonce: sign("nonce"), verifier: sign("verifier"), return_to }
}

const encode = (text: string): string => Buffer.from(text).toString("base64url")
const decode = (text: string): string => Buffer.from(text, "base64url").toString()

/** A new attempt, with the value of its cookie. */
export const beginAttempt = (
  return_to: string | null,
  now: number,
): { readonly attempt: Attempt; readonly cookie: string } => {
  const secret = randomBytes(32).toString("base64url")
  const cookie = `${secret}.${now}.${encode(return_to ?? "")}`
  return { attempt: attemptOf(secret, now, return_to), cookie }
}

const form = /^([\w-]{43})\.(\d{1,15})\.([\w-]{0,700})$/u

/** The attempt of a cookie; null where there is none, or it is over. */
export const readAttempt = (cookie: string | null, now: number): Attempt | null => {
  const [, secret = "", began = "", path = ""] = form.exec(cookie ?? "") ?? []
  const age = now - Number(began)
  if (secret === "" || age < 0 || age > attemptSeconds * 1_000) return null
  return attemptOf(secret, Number(began), path === "" ? null : decode(path))
}

/** Whether an attempt is the one of this `state`. */
export const isOfState = ({ state }: Attempt, given: string): boolean => {
  const [a, b] = [Buffer.from(state), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const mostUsed = 10_000

/**
 * Attempts that have returned once: each process knows its own, and the provider refuses a code
 * that was used at another.
 */
export const makeUsedAttempts = () => {
  const used = new Map<string, number>()
  /** Notes an attempt; answers whether it is its first return. */
  return ({ state }: Attempt, now: number): boolean => {
    for (const [key, until] of used) {
      if (until > now && used.size < mostUsed) break
      used.delete(key)
    }
    if (used.has(state)) return false
    used.set(state, now + attemptSeconds * 1_000)
    return true
  }
}

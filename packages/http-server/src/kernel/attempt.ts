import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** An attempt to sign in with a provider, from its beginning in a browser to its return there. */
export interface Attempt {
  /** Sent back by the provider; proves that this browser began the attempt. */
  readonly state: string
  /** Part of the provider's ID token; proves that the token was issued for this attempt. */
  readonly nonce: string
  /**
   * Sent with the code by the service alone; proves that the code was issued for this attempt
   * (PKCE).
   */
  readonly verifier: string
  /** Path of this service to open afterwards, or null. */
  readonly return_to: string | null
}

/** Lifetime of an attempt. */
export const attemptSeconds = 600

/**
 * Derives an attempt from the secret, the time and the path in its cookie. The service stores
 * nothing, and a cookie that was changed no longer matches its `state`.
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

/** Creates an attempt and the value of its cookie. */
export const beginAttempt = (
  return_to: string | null,
  now: number,
): { readonly attempt: Attempt; readonly cookie: string } => {
  const secret = randomBytes(32).toString("base64url")
  const cookie = `${secret}.${now}.${encode(return_to ?? "")}`
  return { attempt: attemptOf(secret, now, return_to), cookie }
}

const form = /^([\w-]{43})\.(\d{1,15})\.([\w-]{0,700})$/u

/** Returns the attempt of a cookie; null if there is none or it has expired. */
export const readAttempt = (cookie: string | null, now: number): Attempt | null => {
  const [, secret = "", began = "", path = ""] = form.exec(cookie ?? "") ?? []
  const age = now - Number(began)
  if (secret === "" || age < 0 || age > attemptSeconds * 1_000) return null
  return attemptOf(secret, Number(began), path === "" ? null : decode(path))
}

/** True if the attempt has this `state`. */
export const isOfState = ({ state }: Attempt, given: string): boolean => {
  const [a, b] = [Buffer.from(state), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const mostUsed = 10_000

/**
 * Attempts that have already returned. Each process knows only its own; the provider refuses a code
 * that was used at another process.
 */
export const makeUsedAttempts = () => {
  const used = new Map<string, number>()
  /** Records the return of an attempt. Returns true if it is the first. */
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

import type { Principal } from "@outlay/domain/rules"
import { type Refused, refuse } from "./refusal.ts"

/** Maximum numbers of concurrent uploads, each of which needs space for a file. */
const most = { ofToken: 8, ofBusiness: 16, ofAll: 64 }

/**
 * Number of slots for the first upload of a business, so that a few businesses cannot take all
 * slots.
 */
const mostFirst = 16

/** The two kinds of slots: those for the first upload of a business, and all others. */
const first = "first"
const further = "further"

const wait = ["Retry-After", "1"]
const refusals = {
  ofToken: refuse("rate_limited", `At most ${most.ofToken} uploads of a token at once.`, wait),
  ofBusiness: refuse(
    "rate_limited",
    `At most ${most.ofBusiness} uploads of a business at once.`,
    wait,
  ),
  ofAll: refuse("overloaded", `At most ${most.ofAll} uploads at once.`, wait),
}

/** Slots for uploads. No one can take all of them. */
export interface UploadSlots {
  /** Takes a slot and returns the function that releases it, or a refusal that names the limit. */
  readonly take: (of: Pick<Principal, "token" | "business"> | null) => (() => void) | Refused
}

export const makeUploadSlots = (): UploadSlots => {
  const taken = new Map<string, number>()
  const countOf = (key: string): number => taken.get(key) ?? 0
  const add = (key: string, slots: number): void => {
    const sum = countOf(key) + slots
    if (sum > 0) taken.set(key, sum)
    else taken.delete(key)
  }
  const hold = (...keys: ReadonlyArray<string>) => {
    for (const key of keys) add(key, 1)
    return () => {
      for (const key of keys) add(key, -1)
    }
  }
  const isFull = () => countOf(further) >= most.ofAll - mostFirst
  return {
    take: (of) => {
      if (of === null) return isFull() ? refusals.ofAll : hold(further)
      const token = `token ${of.token.id}`
      const business = `business ${of.business.client_id}`
      if (countOf(token) >= most.ofToken) return refusals.ofToken
      if (countOf(business) >= most.ofBusiness) return refusals.ofBusiness
      if (countOf(business) === 0 && countOf(first) < mostFirst) return hold(token, business, first)
      return isFull() ? refusals.ofAll : hold(token, business, further)
    },
  }
}

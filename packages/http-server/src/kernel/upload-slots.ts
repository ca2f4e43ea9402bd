import type { Principal } from "@outlay/domain/rules"
import { type Refused, refuse } from "./refusal.ts"

/** Uploads under way at once, each of which needs room for a file, and whose they are at most. */
const most = { ofToken: 8, ofBusiness: 16, ofAll: 64 }

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

type Bound = keyof typeof most

/** The room for uploads: nobody has so much of it that there is none for others. */
export interface UploadSlots {
  /** Takes a slot, and answers what gives it back; or refuses, saying which bound is reached. */
  readonly take: (of: Pick<Principal, "token" | "business"> | null) => (() => void) | Refused
}

export const makeUploadSlots = (): UploadSlots => {
  const taken = new Map<string, number>()
  const add = (key: string, slots: number): void => {
    const sum = (taken.get(key) ?? 0) + slots
    if (sum > 0) taken.set(key, sum)
    else taken.delete(key)
  }
  return {
    take: (of) => {
      const keys: ReadonlyArray<readonly [Bound, string]> =
        of === null
          ? [["ofAll", "all"]]
          : [
              ["ofToken", `token ${of.token.id}`],
              ["ofBusiness", `business ${of.business.client_id}`],
              ["ofAll", "all"],
            ]
      for (const [bound, key] of keys) {
        if ((taken.get(key) ?? 0) >= most[bound]) return refusals[bound]
      }
      for (const [, key] of keys) add(key, 1)
      return () => {
        for (const [, key] of keys) add(key, -1)
      }
    },
  }
}

import { randomBytes, randomUUID } from "node:crypto"

let last = 700_000

/** Returns an integer that no two records of any kind share. */
export const number = (): number => {
  last += 1
  return last
}

export const text = (prefix: string): string => `${prefix}-${number().toString(36)}`

export const uuid = (): string => randomUUID()

export const secret = (): string => `ref_${randomBytes(24).toString("base64url")}`

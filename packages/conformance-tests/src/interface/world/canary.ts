import { createHash } from "node:crypto"
import type { BusinessSpec } from "./spec.ts"

const shape = /cnry[0-9a-f]{20}/u

/** A word that occurs nowhere by accident and that only one business may ever show. */
export const canary = (seed: number, business: string): string =>
  `cnry${createHash("sha256").update(`canary\0${seed}\0${business}`).digest("hex").slice(0, 20)}`

/**
 * Returns the canary that every text of a business contains, or null if it has none. E-mail
 * addresses do not have it, because another business may have the same ones. A response to any
 * other business must not contain it.
 */
export const canaryOf = (spec: BusinessSpec): string | null => shape.exec(spec.name)?.[0] ?? null

import { createHash } from "node:crypto"
import type { BusinessSpec } from "./spec.ts"

const shape = /cnry[0-9a-f]{20}/u

/** A word that occurs nowhere by accident, and that no business but one may ever show. */
export const canary = (seed: number, business: string): string =>
  `cnry${createHash("sha256").update(`canary\0${seed}\0${business}`).digest("hex").slice(0, 20)}`

/**
 * The canary that every text of a business carries (its addresses aside, which another business may
 * have too), or null where it has none. An answer given to anyone else must not contain it.
 */
export const canaryOf = (spec: BusinessSpec): string | null => shape.exec(spec.name)?.[0] ?? null

import type { Entry } from "../lines.ts"

/** A file of text: what stands first, and what of each entry. */
export interface TextFormat {
  readonly head: string
  readonly of: (entry: Entry, currency: string) => string
}

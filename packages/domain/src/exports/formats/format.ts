import type { Entry } from "../lines.ts"

/** A text format: the beginning of the file, and the text of each entry. */
export interface TextFormat {
  readonly head: string
  readonly of: (entry: Entry, currency: string) => string
}

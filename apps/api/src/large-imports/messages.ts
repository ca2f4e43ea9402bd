import type { ImportReport } from "@outlay/domain"

/** What the process of an import is to do. Its lines come on standard input. */
export interface Order {
  readonly file: string
  readonly client_id: number
  readonly book_late_on?: string | undefined
}

/** After the last byte: a service that was killed ends standard input, too. */
export const whole = "whole"

/** A write of the service waits for the unit of work that runs. */
export const awaited = "awaited"

/** From the process, in JSON. */
export type Told =
  /** A unit of work is committed. */
  | { readonly _tag: "unit" }
  | { readonly _tag: "report"; readonly report: ImportReport }
  | { readonly _tag: "unavailable"; readonly reason: string }

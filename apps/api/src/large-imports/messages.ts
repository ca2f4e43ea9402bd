import type { ImportReport } from "@outlay/domain"

/** Order to a child process to run an import. The lines follow on standard input. */
export interface Order {
  readonly file: string
  readonly client_id: number
  readonly book_late_on?: string | undefined
}

/** Sent after the last byte. Standard input also ends if the service is killed. */
export const whole = "whole"

/** A write of the service is blocked by the current unit of work. */
export const awaited = "awaited"

/** Message from the child process, in JSON. */
export type Message =
  /** A unit of work is committed. */
  | { readonly _tag: "unit" }
  | { readonly _tag: "report"; readonly report: ImportReport }
  | { readonly _tag: "unavailable"; readonly reason: string }

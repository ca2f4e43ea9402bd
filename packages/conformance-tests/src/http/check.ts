import type { OperationId } from "../interface/operations.ts"
import type { ActName, Ids } from "../interface/provisioning.ts"
import type { BusinessSpec } from "../interface/world/spec.ts"
import type { RawConnection } from "./raw.ts"

export const profiles = [
  "smoke",
  "read",
  "write",
  "rules",
  "gaps",
  "tenancy",
  "hardening",
  "durability",
  "settled",
  "load",
] as const
export type Profile = (typeof profiles)[number]

// biome-ignore lint/suspicious/noExplicitAny: JSON is anything until a check says what it must be
export type Json = any

/** An answer, and what was asked. */
export interface Answer {
  readonly status: number
  /** Lower-case names; repeated ones joined by a comma. */
  readonly headers: { readonly [name: string]: string }
  readonly text: string
  /** The parsed body; undefined where there is none or it is not JSON. */
  readonly body: Json
  readonly exchange: Exchange
}

/** One request and its answer as a report shows them; credentials are already taken out. */
export interface Exchange {
  /** Which operation it asked; null where a path was asked that is none's. */
  readonly operation: string | null
  readonly method: string
  readonly url: string
  readonly request_headers: { readonly [name: string]: string }
  readonly request_body: string | null
  /** Null where the target did not answer. */
  readonly status: number | null
  readonly response_headers: { readonly [name: string]: string }
  readonly response_body: string
}

/** Who asks: a key of the business's tokens, or one of the credentials that no target knows. */
export type Principal = string | { readonly header: string | null }

export interface Call {
  /** Parameters of the path; `client_id` is the business's own unless it is given. */
  readonly path?: { readonly [name: string]: string | number }
  /** Parameters of the query, in their order; a name may repeat. */
  readonly query?: ReadonlyArray<readonly [name: string, value: string | number]>
  /** Sent as JSON. */
  readonly body?: Json
  /** Default: the business's token `admin`. `{header: null}` sends none. */
  readonly as?: Principal
  readonly headers?: { readonly [name: string]: string }
}

/** A business of the world, or of a scenario. */
export interface Business {
  readonly spec: BusinessSpec
  readonly client_id: string
  readonly ids: Ids
  readonly tokens: { readonly [key: string]: string }
  readonly missing: ReadonlyArray<string>
  readonly call: (operation: OperationId, call?: Call) => Promise<Answer>
  /**
   * The same for reads of a business of the world, which checks leave as it is: a run asks each of
   * them once, and gives its answer to every check that wants it.
   */
  readonly read: (operation: OperationId, call?: Call) => Promise<Answer>
  /** Every record of a list, page by page, of 500 unless `limit` says otherwise. */
  readonly all: (
    operation: OperationId,
    call?: Call,
    limit?: number,
  ) => Promise<ReadonlyArray<Json>>
}

/** What a check is given. */
export interface Trial {
  /** The business of the check's scenario. */
  readonly business: Business
  /** Another business of the world, loaded once per run. */
  readonly world: (key: "alpha" | "beta" | "gamma" | "delta") => Promise<Business>
  /** A further fresh business. */
  readonly fresh: (spec: BusinessSpec) => Promise<Business>
  readonly act: (act: ActName, parameters: { readonly [name: string]: unknown }) => Promise<Json>
  /** Any request at all, relative to the base address. */
  readonly request: (
    method: string,
    path: string,
    options?: {
      readonly headers?: { readonly [name: string]: string }
      readonly body?: string | Uint8Array
    },
  ) => Promise<Answer>
  /** A socket to the target, for bytes that no client would send. */
  readonly raw: () => Promise<RawConnection>
  /** A number in [0, 1) from the run's seed and the check's id. */
  readonly random: () => number
  /**
   * The verdict: where `holds` is false the check fails with what was expected and what was seen.
   * An answer given as `seen` is shown as its exchange. `about` are answers that a reader has to
   * ask for again to see the failure, in the order in which they are shown.
   */
  readonly expect: (
    holds: boolean,
    expected: string,
    seen: unknown,
    about?: ReadonlyArray<Answer>,
  ) => asserts holds
  /** A lawful choice where the interface is silent: recorded without a verdict. */
  readonly note: (what: string, choice: string) => void
  /** Ends the check as untestable: a prerequisite cannot be had of this target. */
  readonly untestable: (reason: string) => never
  /** Ends the check as blocked: something it stands on, tested by another check, did not hold. */
  readonly blocked: (reason: string) => never
}

/** A check of one requirement. A requirement may have several; every check has exactly one. */
export interface Check {
  /** Permanent, and begins with its requirement's id: `topups.wrong-kind.budget`. */
  readonly id: string
  /** The id of the requirement that it tests. */
  readonly requirement: string
  readonly profile: Profile
  /** One line for a reader: what is done and what must come of it. */
  readonly title: string
  /**
   * A business of the world, shared and only read (an attempt that must be refused is a read), or a
   * fresh one of this specification for this check alone.
   */
  readonly scenario: "alpha" | "beta" | "gamma" | "delta" | BusinessSpec
  /** Acts without which it is untestable. */
  readonly needs?: ReadonlyArray<ActName>
  readonly run: (trial: Trial) => Promise<void>
  /**
   * Asked where it failed, or was blocked: what the target does not have, and need not have, that
   * the check stands on; null where there is no such thing. It is untestable then.
   */
  readonly lacks?: (trial: Trial) => Promise<string | null>
}

export const checksOf = (profile: Profile, rows: ReadonlyArray<Omit<Check, "profile">>) =>
  rows.map((row): Check => ({ ...row, profile }))

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

// biome-ignore lint/suspicious/noExplicitAny: JSON is of any type until a check tests it
export type Json = any

/** A response, with its request. */
export interface Answer {
  readonly status: number
  /** Names in lower case; repeated fields are joined by a comma. */
  readonly headers: { readonly [name: string]: string }
  readonly text: string
  /** Parsed body; undefined if there is none or it is not JSON. */
  readonly body: Json
  readonly exchange: Exchange
}

/** A request and its response as a report shows them; credentials are already redacted. */
export interface Exchange {
  /** Id of the operation; null for a path that belongs to none. */
  readonly operation: string | null
  readonly method: string
  readonly url: string
  readonly request_headers: { readonly [name: string]: string }
  readonly request_body: string | null
  /** Null if the target did not respond. */
  readonly status: number | null
  readonly response_headers: { readonly [name: string]: string }
  readonly response_body: string
}

/** The caller: a key of the business's tokens, or a credential that no target knows. */
export type Principal = string | { readonly header: string | null }

export interface Call {
  /** Parameters of the path; `client_id` defaults to the business's own. */
  readonly path?: { readonly [name: string]: string | number }
  /** Parameters of the query, in order; a name may repeat. */
  readonly query?: ReadonlyArray<readonly [name: string, value: string | number]>
  /** Sent as JSON. */
  readonly body?: Json
  /** Default: the business's token `admin`. `{header: null}` sends none. */
  readonly as?: Principal
  readonly headers?: { readonly [name: string]: string }
}

/** A business of the world or of a scenario. */
export interface Business {
  readonly spec: BusinessSpec
  readonly client_id: string
  readonly ids: Ids
  readonly tokens: { readonly [key: string]: string }
  readonly missing: ReadonlyArray<string>
  readonly call: (operation: OperationId, call?: Call) => Promise<Answer>
  /**
   * The same for reads of a business of the world, which checks do not change: a run sends each of
   * them once and gives its response to every check that needs it.
   */
  readonly read: (operation: OperationId, call?: Call) => Promise<Answer>
  /** Returns every record of a list, in pages of 500 unless `limit` is given. */
  readonly all: (
    operation: OperationId,
    call?: Call,
    limit?: number,
  ) => Promise<ReadonlyArray<Json>>
}

/** Arguments of a check. */
export interface Trial {
  /** The business of the check's scenario. */
  readonly business: Business
  /** Another business of the world, created once per run. */
  readonly world: (key: "alpha" | "beta" | "gamma" | "delta") => Promise<Business>
  /** Creates another new business. */
  readonly fresh: (spec: BusinessSpec) => Promise<Business>
  readonly act: (act: ActName, parameters: { readonly [name: string]: unknown }) => Promise<Json>
  /** Sends any request, relative to the base address. */
  readonly request: (
    method: string,
    path: string,
    options?: {
      readonly headers?: { readonly [name: string]: string }
      readonly body?: string | Uint8Array
    },
  ) => Promise<Answer>
  /** Opens a socket to the target, for bytes that no client would send. */
  readonly raw: () => Promise<RawConnection>
  /** Returns a number in [0, 1) from the run's seed and the check's id. */
  readonly random: () => number
  /**
   * The verdict: if `holds` is false, the check fails with the expected and the seen value. A
   * response given as `seen` is shown as its exchange. `about` are the responses that a reader has
   * to request again to see the failure, in the order in which they are shown.
   */
  readonly expect: (
    holds: boolean,
    expected: string,
    seen: unknown,
    about?: ReadonlyArray<Answer>,
  ) => asserts holds
  /** Records a valid choice where the interface is silent, without a verdict. */
  readonly note: (what: string, choice: string) => void
  /** Ends the check as untestable: the target does not have a prerequisite. */
  readonly untestable: (reason: string) => never
  /** Ends the check as blocked: a prerequisite that another check tests is not met. */
  readonly blocked: (reason: string) => never
}

/** A check of one requirement. A requirement may have several; every check has exactly one. */
export interface Check {
  /** Permanent; begins with its requirement's id: `topups.wrong-kind.budget`. */
  readonly id: string
  /** Id of the requirement that it tests. */
  readonly requirement: string
  readonly profile: Profile
  /** One line for a reader: what is done and what must result. */
  readonly title: string
  /**
   * A shared business of the world, which is only read (an attempt that must be refused counts as a
   * read), or a specification of a new one for this check alone.
   */
  readonly scenario: "alpha" | "beta" | "gamma" | "delta" | BusinessSpec
  /** Acts without which the check is untestable. */
  readonly needs?: ReadonlyArray<ActName>
  readonly run: (trial: Trial) => Promise<void>
  /**
   * Called after a failed or blocked check. Returns an optional feature that the check needs and
   * the target does not have, which makes the check untestable; null if there is none.
   */
  readonly lacks?: (trial: Trial) => Promise<string | null>
}

export const checksOf = (profile: Profile, rows: ReadonlyArray<Omit<Check, "profile">>) =>
  rows.map((row): Check => ({ ...row, profile }))

import type { BusinessSpec } from "./world/spec.ts"

/** The version of the contract between the suite and a provisioner. */
export const contractVersion = 1

/** Acts on a target from outside the interface. */
export const actNames = [
  /** `{now}`: sets the target's clock, which then ticks on. */
  "set-clock",
  /**
   * `{client_id, user_id, budget_id, amount, merchant_name, category_id?}`: requests an
   * authorisation of an amount in decimal text; returns `{approved, transaction_id}`.
   */
  "authorise",
  /**
   * `{client_id, transaction: TransactionSpec with ids instead of keys}`; returns
   * `{transaction_id}`.
   */
  "record-transaction",
  /** `{client_id, transaction_id, amount?}` */
  "clear-transaction",
  /** `{client_id, transaction_id, amount?}` */
  "refund-transaction",
  /** `{client_id, invite_id, first_name, last_name}`; returns `{user_id}`. */
  "accept-invite",
  /** `{client_id, role, user_id?}`; returns `{token}`. */
  "issue-token",
  /** `{client_id, token}` */
  "revoke-token",
  /** Kills the target's process with SIGKILL and restarts it; returns when it is ready. */
  "crash",
  /**
   * `{client_id, created_by, name, field_type, options: texts}`: creates a field as an accounting
   * integration would; returns `{custom_field_id}`.
   */
  "sync-custom-field",
  /**
   * `{client_id, name, rate, is_default_for, is_enabled}`: creates a tax rate after the existing
   * ones; returns `{tax_rate_id}`.
   */
  "make-tax-rate",
] as const
export type ActName = (typeof actNames)[number]

/** Ids of the target, by kind and key. Always text, as in a path. */
export interface Ids {
  readonly roles: { readonly [role: string]: string }
  readonly users: { readonly [key: string]: string }
  readonly invites: { readonly [key: string]: string }
  readonly accounting_codes: { readonly [key: string]: string }
  readonly categories: { readonly [key: string]: string }
  readonly custom_fields: { readonly [key: string]: string }
  readonly custom_field_options: { readonly [key: string]: string }
  readonly budgets: { readonly [key: string]: string }
  readonly budget_members: { readonly [key: string]: string }
  readonly budget_owners: { readonly [key: string]: string }
  readonly transactions: { readonly [key: string]: string }
  readonly topups: { readonly [key: string]: string }
}

/** A business that a provisioner made. */
export interface Provisioned {
  readonly client_id: string
  readonly ids: Ids
  readonly tokens: { readonly [key: string]: string }
  /**
   * Parts of the specification that the target does not support, such as `policies` or
   * `tokens.expired`: checks that need them are untestable.
   */
  readonly missing: ReadonlyArray<string>
}

export interface StartRequest {
  readonly message: "start"
  readonly version: typeof contractVersion
  readonly run: string
}
export interface Started {
  readonly version: typeof contractVersion
  readonly base_url: string
  /** Product under test, for the report. */
  readonly product: { readonly name: string; readonly version: string }
  readonly acts: ReadonlyArray<ActName>
}
export interface WorldRequest {
  readonly message: "world"
  readonly business: BusinessSpec
}
export interface ActRequest {
  readonly message: "act"
  readonly act: ActName
  readonly with: { readonly [name: string]: unknown }
}
export interface StopRequest {
  readonly message: "stop"
}
export type ProvisionerRequest = StartRequest | WorldRequest | ActRequest | StopRequest

/**
 * The response of every transport: a result, or why there is none. `unsupported` makes the check
 * untestable; `failed` is an error of the provisioner or its target and ends the run.
 */
export type ProvisionerAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false
      readonly error: { readonly code: "unsupported" | "failed"; readonly detail: string }
    }

/** A provisioner as the suite uses it, over any transport. */
export interface Provisioner {
  readonly start: (run: string) => Promise<Started>
  readonly world: (business: BusinessSpec) => Promise<Provisioned>
  /** Throws `Unsupported` if the target does not support the act. */
  readonly act: (act: ActName, parameters: { readonly [name: string]: unknown }) => Promise<unknown>
  readonly stop: () => Promise<void>
  /** Advice on acts that it does not offer. */
  readonly advice?: { readonly [act in ActName]?: string }
  /** Returns problems that it noticed while creating state and that make results doubtful. */
  readonly warnings?: () => ReadonlyArray<string>
}

/** A target that does not support what a check needs: the check is untestable. */
export class Unsupported extends Error {}
/** A provisioner that failed or broke the contract: checks that need it are blocked. */
export class ProvisioningFailed extends Error {}
/** A provisioner that never succeeded: the run ends. */
export class ProvisioningAbandoned extends ProvisioningFailed {}

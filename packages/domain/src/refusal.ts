import type * as Refusals from "./refusals.ts"

/** Any refusal of any service, discriminated by `_tag`. */
export type Refusal = InstanceType<(typeof Refusals)[keyof typeof Refusals]>

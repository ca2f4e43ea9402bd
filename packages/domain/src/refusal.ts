import type * as Refusals from "./refusals.ts"

/** Any refusal of any service, told apart by its `_tag`. */
export type Refusal = InstanceType<(typeof Refusals)[keyof typeof Refusals]>

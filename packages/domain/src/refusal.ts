import type * as Refusals from "./refusals.ts"

/** Any refusal of any service; `_tag` tells them apart. */
export type Refusal = InstanceType<(typeof Refusals)[keyof typeof Refusals]>

import type { Check } from "../../check.ts"
import { crashes } from "./crashes.ts"
import { races } from "./races.ts"
import { restarts } from "./restarts.ts"

/** What was acknowledged stays, whatever happens at the same time or afterwards. */
export const durability: ReadonlyArray<Check> = [...crashes, ...restarts, ...races]

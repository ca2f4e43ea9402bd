import type { Check } from "../../check.ts"
import { crashes } from "./crashes.ts"
import { races } from "./races.ts"
import { restarts } from "./restarts.ts"

/** Checks that acknowledged writes are durable, despite concurrent writes and later crashes. */
export const durability: ReadonlyArray<Check> = [...crashes, ...restarts, ...races]

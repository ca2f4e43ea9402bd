import type { Check } from "../../check.ts"

export const write: ReadonlyArray<Check> = []

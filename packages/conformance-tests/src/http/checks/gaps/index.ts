import type { Check } from "../../check.ts"

export const gaps: ReadonlyArray<Check> = []

import type { Check } from "../../check.ts"

export const settled: ReadonlyArray<Check> = []

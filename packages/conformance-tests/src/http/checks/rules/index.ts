import type { Check } from "../../check.ts"

export const rules: ReadonlyArray<Check> = []

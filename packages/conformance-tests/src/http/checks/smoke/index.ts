import type { Check } from "../../check.ts"

export const smoke: ReadonlyArray<Check> = []

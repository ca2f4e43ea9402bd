import type { Check } from "../../check.ts"

export const tenancy: ReadonlyArray<Check> = []

import type { Check } from "../../check.ts"

export const hardening: ReadonlyArray<Check> = []

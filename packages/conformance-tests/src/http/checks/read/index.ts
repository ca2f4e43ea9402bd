import type { Check } from "../../check.ts"

export const read: ReadonlyArray<Check> = []

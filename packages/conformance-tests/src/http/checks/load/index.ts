import type { Check } from "../../check.ts"

export const load: ReadonlyArray<Check> = []

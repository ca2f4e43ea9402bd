import type { Check } from "../../check.ts"

export const durability: ReadonlyArray<Check> = []

import type { Check } from "../../check.ts"
import { figures } from "./figures.ts"

export const load: ReadonlyArray<Check> = figures

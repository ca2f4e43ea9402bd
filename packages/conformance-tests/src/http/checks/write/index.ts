import type { Check } from "../../check.ts"
import { topups } from "./topups.ts"
import { users } from "./users.ts"

export const write: ReadonlyArray<Check> = [...users, ...topups]

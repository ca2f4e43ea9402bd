import type { Check } from "../../check.ts"
import { foreignBusinesses } from "./foreign-business.ts"
import { foreignIds } from "./foreign-ids.ts"
import { own } from "./own.ts"
import { references } from "./references.ts"

export const tenancy: ReadonlyArray<Check> = [
  ...foreignBusinesses,
  ...foreignIds,
  ...references,
  ...own,
]

import type { Check } from "../../check.ts"
import { credentials } from "./credentials.ts"
import { foreignBusinesses } from "./foreign-business.ts"
import { foreignIds } from "./foreign-ids.ts"
import { own } from "./own.ts"
import { references } from "./references.ts"
import { rights } from "./rights.ts"

export const tenancy: ReadonlyArray<Check> = [
  ...foreignBusinesses,
  ...foreignIds,
  ...references,
  ...own,
  ...rights,
  ...credentials,
]

import type { Check } from "../check.ts"
import { durability } from "./durability/index.ts"
import { gaps } from "./gaps/index.ts"
import { hardening } from "./hardening/index.ts"
import { load } from "./load/index.ts"
import { read } from "./read/index.ts"
import { rules } from "./rules/index.ts"
import { settled } from "./settled/index.ts"
import { smoke } from "./smoke/index.ts"
import { tenancy } from "./tenancy/index.ts"
import { write } from "./write/index.ts"

/** Every check, in the order of reports. */
export const checks: ReadonlyArray<Check> = [
  ...smoke,
  ...read,
  ...write,
  ...rules,
  ...gaps,
  ...tenancy,
  ...hardening,
  ...durability,
  ...settled,
  ...load,
]

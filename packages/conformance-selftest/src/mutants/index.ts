import { access } from "./access.ts"
import { budgets } from "./budgets.ts"
import { carelessReaders } from "./careless.ts"
import { crashes } from "./crashes.ts"
import { fields } from "./fields.ts"
import { hardening } from "./hardening.ts"
import { kinds } from "./kinds.ts"
import { lists } from "./lists.ts"
import type { Mutant } from "./mutant.ts"
import { odd } from "./odd.ts"
import { owners } from "./owners.ts"
import { waiting } from "./pending-topups.ts"
import { people } from "./people.ts"
import { receipts } from "./receipts.ts"
import { self } from "./self.ts"
import { settings } from "./settings.ts"
import { settled } from "./settled/index.ts"
import { statements } from "./statements.ts"
import { tokens } from "./tokens.ts"
import { topups } from "./topups.ts"
import { transactions } from "./transactions.ts"

export type { Mutant } from "./mutant.ts"

/** Servers that each break one rule. A suite that passes one of them does not test the rule. */
export const mutants: ReadonlyArray<Mutant> = [
  ...lists,
  ...access,
  ...tokens,
  ...transactions,
  ...people,
  ...budgets,
  ...owners,
  ...topups,
  ...statements,
  ...settings,
  ...fields,
  ...kinds,
  ...hardening,
  ...odd,
  ...carelessReaders,
  ...crashes,
  ...self,
  ...waiting,
  ...receipts,
  ...settled,
]

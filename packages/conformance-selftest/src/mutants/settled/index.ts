import type { Mutant } from "../mutant.ts"
import { amountsAndTexts } from "./amounts-and-texts.ts"
import { bookkeeping } from "./bookkeeping.ts"
import { bounds } from "./bounds.ts"
import { changes } from "./changes.ts"
import { clauses } from "./clauses.ts"
import { consequences } from "./consequences.ts"
import { everyList } from "./every-list.ts"
import { everyWrite } from "./every-write.ts"
import { extensions } from "./extensions.ts"
import { finerPoints } from "./finer-points.ts"
import { headers } from "./headers.ts"
import { lists } from "./lists.ts"
import { refused } from "./refusals.ts"
import { shown } from "./representations.ts"
import { statuses } from "./statuses.ts"
import { themselves } from "./themselves.ts"
import { writes } from "./writes.ts"

/**
 * Mutants that each break a rule of the settlement in front of a server that implements it: the
 * product.
 */
export const settled: ReadonlyArray<Mutant> = [
  ...refused,
  ...headers,
  ...statuses,
  ...lists,
  ...shown,
  ...writes,
  ...bounds,
  ...consequences,
  ...themselves,
  ...finerPoints,
  ...bookkeeping,
  ...clauses,
  ...everyWrite,
  ...everyList,
  ...changes,
  ...amountsAndTexts,
  ...extensions,
]

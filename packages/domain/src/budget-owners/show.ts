import { type People, showPerson } from "../budgets/people.ts"
import type { BudgetOwner, BudgetOwnerRecord } from "./model.ts"

/** An owner with its person. */
export const showOwner = (owner: BudgetOwner, people: People): BudgetOwnerRecord => ({
  ...owner,
  ...showPerson(people, owner),
})

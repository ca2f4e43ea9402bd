import type { BudgetKey } from "../core/records/budgets.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { isAway } from "../core/records/users.ts"
import type { Sight } from "../core/sight.ts"
import type { BudgetTies } from "../rights/rules/budgets.ts"
import type { TransactionTies } from "../rights/rules/transactions.ts"
import { businessOf } from "./business.ts"
import { byCreated } from "./list.ts"
import type { Tables } from "./tables.ts"

/** Returns the relations of a user to a budget. */
export const tiesToBudget = (
  tables: Tables,
  { client_id, budget_id }: BudgetKey,
  { user_id, today }: Sight,
): BudgetTies => {
  const owners = tables.budget_owners
    .ofBusiness(client_id)
    .filter((owner) => owner.budget_id === budget_id && !owner.is_deleted)
  const membership = tables.budget_members
    .ofBusiness(client_id)
    .filter((_) => _.budget_id === budget_id && _.user_id === user_id && !_.is_deleted)
    .toSorted(byCreated)[0]
  const deputies = owners.flatMap((owner) => {
    const user = owner.user_id === null ? null : tables.users.find(client_id, owner.user_id)
    return user !== null && !user.is_deleted && isAway(user, today) ? [user.delegate_approver] : []
  })
  return {
    owner: owners.some((owner) => owner.user_id === user_id),
    membership: membership?.id ?? null,
    deputy: deputies.includes(user_id),
  }
}

/** Returns the relations of a user to a transaction. */
export const tiesToTransaction = (
  tables: Tables,
  transaction: Transaction,
  sight: Sight,
): TransactionTies => {
  const { client_id, budget_id } = transaction
  const spender =
    transaction.user_id === null ? null : tables.users.find(client_id, transaction.user_id)
  return {
    spender: transaction.user_id === sight.user_id,
    assistant:
      businessOf(tables, client_id).features.expense_assistant &&
      spender?.is_deleted === false &&
      spender.expense_delegate.includes(sight.user_id),
    owner: budget_id !== null && tiesToBudget(tables, { client_id, budget_id }, sight).owner,
  }
}

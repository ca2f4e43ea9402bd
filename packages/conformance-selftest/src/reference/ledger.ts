import type { Thousandths } from "./amounts.ts"
import type { Budget, Business, Member, Topup, Transaction, User, Wallet } from "./model.ts"
import type { Rules } from "./rules.ts"

/** Returns the wallet of a transaction: that of its currency, or the business's own. */
const walletOf = (business: Business, currency: string): Wallet => {
  const wallet =
    business.wallets.find((one) => one.currency === currency) ??
    business.wallets.find((one) => one.currency === business.currency)
  if (wallet === undefined) throw new Error(`${business.name} has no wallet`)
  return wallet
}

const memberOf = (budget: Budget, user: User | null): Member | undefined =>
  budget.members.find(({ person }) => "user" in person && person.user === user)

/** Amounts of a movement in both currencies; negative takes money out. */
export interface Movement {
  readonly at: number
  readonly amount: Thousandths
  readonly fx_amount: Thousandths
}

/** Returns how many periods had ended at an instant; none for an instant before the first. */
export const overBy = ({ over }: Budget, at: number): number =>
  over.filter(({ end }) => end <= at).length

/**
 * True if the remainder of a period has been rolled over into the current one by every reset since.
 */
const reaches = ({ over }: Budget, before: number): boolean =>
  over.slice(before).every(({ rolled }) => rolled)

/** Moves money: in the wallet on its day, in the budget in the period of the charge. */
export const moved = (
  rules: Rules,
  business: Business,
  transaction: Transaction,
  { at, amount, fx_amount }: Movement,
): void => {
  const wallet = walletOf(business, transaction.currency)
  const own = wallet.currency === transaction.currency
  wallet.movements.push({ at, amount: own ? fx_amount : amount })
  const { budget, before } = transaction
  if (budget === null) return
  const member = memberOf(budget, transaction.user)
  if (before === budget.over.length) rules.spend(budget, member, -amount)
  else if (reaches(budget, before)) rules.restate(budget, member, -amount)
}

/** Ends every period that has passed since the last call. */
export const settled = (rules: Rules, business: Business, now: number): void => {
  for (const budget of business.budgets) {
    while (now >= budget.period.end) {
      budget.over.push({ end: budget.period.end, rolled: budget.rollover_funds })
      budget.period = rules.periodOf(budget, budget.period.end)
      rules.reset(budget.funds, budget.rollover_funds)
      for (const { funds } of budget.members) {
        if (budget.has_member_limits) rules.reset(funds, budget.rollover_funds)
        else funds.spent = 0
      }
    }
  }
}

/** Applies a topup: to the budget, or to a member and with it the budget. */
export const toppedUp = async (
  rules: Rules,
  budget: Budget,
  member: Member | undefined,
  topup: Topup,
): Promise<void> => {
  ;(member ?? budget).topups.push(topup)
  if (!topup.approved) return
  await rules.topUp(budget.funds, topup.amount)
  if (member !== undefined) await rules.topUp(member.funds, topup.amount)
}

import {
  BudgetMembers,
  BudgetPeriods,
  Budgets,
  Businesses,
  type StorageUnavailable,
  Topups,
  Transactions,
  Users,
} from "@outlay/domain"
import type { RecordTransaction } from "@outlay/domain/fields"
import { BigDecimal, Effect, Layer } from "effect"
import { asSystem } from "../given.ts"
import type { Cadence } from "./calendar.ts"
import type { Plan } from "./model.ts"

/** Services of the money rules, over any storage. */
export const services = Layer.mergeAll(
  Businesses.layer,
  BudgetPeriods.layer,
  Topups.layer,
  Transactions.layer,
  Users.layer,
  asSystem,
).pipe(Layer.provideMerge(BudgetMembers.layer), Layer.provideMerge(Budgets.layer))

export const cents = (minor: number) => BigDecimal.make(BigInt(minor), 2)
const all = { offset: 0, limit: 500 }

/** Returns false if the work fails, as with a refusal by a rule. Defects are not caught. */
const done = <A, R>(
  work: Effect.Effect<A, { readonly _tag: string } | StorageUnavailable, R>,
): Effect.Effect<boolean, never, R> =>
  Effect.match(work, { onFailure: () => false, onSuccess: () => true })

/** A business with three people and its budgets, in which the stories happen. */
export const makeEngine = Effect.fnUntraced(function* (plans: ReadonlyArray<Plan>) {
  const budgets = yield* Budgets
  const members = yield* BudgetMembers
  const periods = yield* BudgetPeriods
  const topups = yield* Topups
  const transactions = yield* Transactions
  const { client_id, roles } = yield* (yield* Businesses).create({ name: "Acme" })
  const role_id = roles[0]?.id ?? ""
  const users: Array<number> = []
  for (const name of ["Ann", "Bo", "Cy"]) {
    const person = { first_name: name, last_name: "Lee", email: `${name}@example.test` }
    const made = yield* (yield* Users).create(client_id, {
      ...person,
      role_id,
      payment_types: ["cards"],
    })
    users.push(made.id)
  }
  const userOf = (user: number) => ({ user: { id: users[user] ?? 0 } })
  const ids: Array<string> = []
  for (const { cadence, rollover, limits, shares } of plans) {
    const reset = shares.reduce((sum, [, share]) => sum + share, 0)
    const made = yield* budgets.create(client_id, {
      name: "Budget",
      reset_amount: cents(reset),
      reset_period: cadence,
      has_member_limits: limits,
      rollover_funds: rollover,
      members: shares.map(([user, share]) => ({
        ...userOf(user),
        ...(limits ? { reset_amount: cents(share) } : {}),
      })),
      owners: [userOf(0)],
    })
    ids.push(made.id)
  }
  const keyOf = (budget: number) => ({ client_id, budget_id: ids[budget] ?? "" })
  const memberIds = Effect.fnUntraced(function* (budget: number) {
    const { results } = yield* members.list(keyOf(budget), {}, all)
    return new Map(results.map((member) => [users.indexOf(member.user?.id ?? 0), member.id]))
  })
  const memberKey = Effect.fnUntraced(function* (budget: number, user: number) {
    const found = (yield* memberIds(budget)).get(user) ?? 999
    return { ...keyOf(budget), budget_member_id: found }
  })
  const payments = new Map<string, string>()
  const payment = (external: string) => ({
    client_id,
    transaction_id: payments.get(external) ?? "00000000-0000-7000-8000-000000000000",
  })
  const remember = (external: string) => (id: string) => {
    payments.set(external, id)
  }
  const rowOf = (
    external: string,
    row: Pick<RecordTransaction, "status" | "amount" | "auth_date">,
    { budget, user }: { readonly budget: number | null; readonly user: number | null },
  ): RecordTransaction => ({
    ...row,
    external_id: external,
    transaction_type: "CARD_TRANSACTION",
    merchant_name: "Shop",
    budget_id: budget === null ? null : keyOf(budget).budget_id,
    user_id: user === null ? null : (users[user] ?? null),
  })
  return {
    client_id,
    record: (...row: Parameters<typeof rowOf>) =>
      Effect.map(transactions.record(client_id, rowOf(...row)), ({ transaction }) =>
        remember(row[0])(transaction.id),
      ),
    authorise: (external: string, budget: number, user: number, amount: number, at: string) =>
      Effect.map(
        transactions.authorise(client_id, {
          ...{ external_id: external, user_id: users[user] ?? 0, merchant_name: "Shop" },
          ...{ budget_id: keyOf(budget).budget_id, amount: cents(amount), auth_date: at },
        }),
        ({ approved, transaction }) => {
          remember(external)(transaction.id)
          return approved
        },
      ),
    move: (kind: "clear" | "reverse" | "refund", external: string, amount: number | null) =>
      done(transactions[kind](payment(external), amount === null ? {} : { amount: cents(amount) })),
    hand: (external: string, budget: number | null, user: number | null) =>
      done(
        transactions.update(payment(external), {
          budget_id: budget === null ? null : keyOf(budget).budget_id,
          user_id: user === null ? null : (users[user] ?? null),
        }),
      ),
    topUp: Effect.fnUntraced(function* (budget: number, user: number | null, amount: number) {
      const target =
        user === null
          ? { ...keyOf(budget), budget_member_id: null }
          : yield* memberKey(budget, user)
      return yield* done(topups.create(target, { amount: cents(amount), description: "More" }))
    }),
    change: (
      budget: number,
      patch: { readonly cadence?: Cadence; readonly rollover?: boolean; readonly limits?: boolean },
    ) =>
      done(
        budgets.update(keyOf(budget), {
          reset_period: patch.cadence,
          rollover_funds: patch.rollover,
          has_member_limits: patch.limits,
        }),
      ),
    reset: (budget: number, amount: number) =>
      done(budgets.update(keyOf(budget), { reset_amount: cents(amount) })),
    join: (budget: number, user: number, share: number | null) =>
      done(
        members.create(keyOf(budget), {
          ...userOf(user),
          ...(share === null ? {} : { reset_amount: cents(share) }),
        }),
      ),
    leave: Effect.fnUntraced(function* (budget: number, user: number) {
      return yield* done(members.remove(yield* memberKey(budget, user)))
    }),
    share: Effect.fnUntraced(function* (budget: number, user: number, share: number) {
      const key = yield* memberKey(budget, user)
      return yield* done(members.update(key, { reset_amount: cents(share) }))
    }),
    /** Everything that the interface shows of a budget's money. */
    show: Effect.fnUntraced(function* (budget: number) {
      const key = keyOf(budget)
      const shown = yield* budgets.get(key)
      const { results } = yield* members.list(key, {}, all)
      const listed = yield* periods.list(key, all)
      return {
        available: shown.available_amount as number,
        spent: shown.spent_amount as number,
        reset: shown.reset_amount as number,
        members: results
          .map((member) => ({
            user: users.indexOf(member.user?.id ?? 0),
            active: !member.is_deleted,
            available: member.available_amount as number,
            spent: member.spent_amount as number,
            reset: member.reset_amount as number,
          }))
          .toSorted((a, b) => a.user - b.user),
        count: listed.count,
        periods: listed.results.map((period) => ({
          number: period.number,
          start: Date.parse(period.start),
          end: period.end === null ? null : Date.parse(period.end) + 1,
          opening: period.opening_amount as number,
          toppedUp: period.topped_up_amount as number,
          moved: period.moved_amount as number,
          spent: period.spent_amount as number,
          closing: period.closing_amount as number,
          restated: period.restated,
        })),
      }
    }),
  }
})

export type Engine = Effect.Success<ReturnType<typeof makeEngine>>
export type Shown = Effect.Success<ReturnType<Engine["show"]>>

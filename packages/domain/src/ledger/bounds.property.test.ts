import { BigDecimal, Result } from "effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  anActor,
  aUser,
  posted,
  rowsMoved,
  now as start,
} from "../../test/given.ts"
import { context } from "../../test/transactions.ts"
import { decideMemberRemoval } from "../budget-members/rules/removal.ts"
import { isDue, rollForward } from "../budgets/rules/periods.ts"
import { addDays, dayOf, endOfDay } from "../core/dates.ts"
import type { Decision } from "../core/decision.ts"
import { maxBalance, money } from "../core/money.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { Budget } from "../core/records/budgets.ts"
import { decideTopup } from "../topups/rules.ts"
import { decideRecord } from "../transactions/rules/record.ts"

interface World {
  budget: Budget
  members: ReadonlyArray<BudgetMember>
  balance: number
  now: string
}

type Answer = Result.Result<Decision<unknown>, { readonly _tag: string }>

/** Commits as a store does, and checks that the written rows match the entries. */
const commit = (world: World, { writes, entries }: Decision<unknown>): void => {
  for (const write of writes) {
    if (write.table === "budgets" && write.after !== null) world.budget = write.after
    if (write.table === "budget_members") {
      const { after } = write
      world.members = world.members.map((row) => (row.id === after?.id ? after : row))
    }
  }
  const changed = Object.entries(posted(entries)).filter(([account]) =>
    /^(budget|member):/u.test(account),
  )
  expect(Object.fromEntries(changed)).toEqual(rowsMoved(writes))
  for (const { debit_account, credit_account, amount } of entries) {
    world.balance += debit_account === "wallet" ? amount : credit_account === "wallet" ? -amount : 0
  }
}

const step = fc.record({
  kind: fc.constantFrom("topup", "topup of member", "record", "record", "end", "leave"),
  /** Cents, mostly at the bound of an amount. */
  amount: fc.constantFrom(999_999_999_999, 999_999_999_999, -999_999_999_999, 1, -1),
  member: fc.integer({ min: 2, max: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const removal = ({ budget, members, now }: World, budget_member_id: number): Answer => {
  const key = { client_id: 7, budget_id: budget.id, budget_member_id }
  const none = { pending_topups: [], users: [aUser(2), aUser(3)], invites: [], roles: [] }
  return decideMemberRemoval({ business: aBusiness(), budget, members, ...none }, key, now)
}

const decide = (world: World, { kind, amount, member }: Step, n: number): Answer => {
  const { budget, members, balance, now } = world
  const decimal = BigDecimal.make(BigInt(amount), 2)
  if (kind === "leave") return removal(world, member)
  if (kind === "record") {
    const users = [aUser(2), aUser(3)]
    const wallets = [{ currency: "AUD", balance }]
    return decideRecord(context({ budgets: [budget], members, users, wallets }), {
      ...{ external_id: `e-${n}`, id: `t-${n}`, merchant_name: "M", line_item_ids: [] },
      ...{ transaction_type: "CREDIT", status: "CLEARED", auth_date: now, now },
      ...{ amount: decimal, user_id: member, budget_id: budget.id },
    })
  }
  const ofMember = kind === "topup of member"
  const row = ofMember ? (members.find(({ id }) => id === member) ?? null) : null
  return decideTopup(
    {
      ...{ business: aBusiness(), budget, member: row, topup: null, policies: [], people: [] },
      approvers: { owners: [], admins: [] },
    },
    {
      ...{ id: `topup-${n}`, description: "More", actor: anActor(9, true), now, amount: decimal },
      target: { client_id: 7, budget_id: budget.id, budget_member_id: ofMember ? member : null },
    },
  )
}

/** Ends the period, which must always succeed. */
const endPeriod = (world: World): void => {
  world.now = endOfDay(addDays(dayOf(world.budget.current_period_end ?? world.now), 1))
  const rolled = rollForward("AUD", world.budget, world.members, world.now, () => ({}))
  commit(world, { ...rolled, result: undefined })
  expect(isDue(world.budget, world.now)).toBe(false)
}

const near = fc.constantFrom(maxBalance, -maxBalance, maxBalance - 1_000_000_000_000, 0).map(money)

test("repeated amounts of any size never bring a balance out of bounds", () => {
  const refusals = new Set<string>()
  const world = fc.record({
    limits: fc.boolean(),
    rollover: fc.boolean(),
    funds: fc.tuple(near, near, near),
    balance: near,
  })
  fc.assert(
    fc.property(world, fc.array(step, { maxLength: 40 }), (given, steps) => {
      const [available_amount, first, second] = given.funds
      const at: World = {
        budget: aBudget({
          ...{ available_amount, has_member_limits: given.limits, reset_amount: money(maxBalance) },
          rollover_funds: given.rollover,
        }),
        members: [first, second].map((funds, n) =>
          aMember(n + 2, {
            available_amount: given.limits ? funds : money(0),
            reset_amount: funds,
          }),
        ),
        ...{ balance: given.balance, now: start },
      }
      for (const [n, each] of steps.entries()) {
        if (each.kind === "end") endPeriod(at)
        else {
          const result = decide(at, each, n)
          if (Result.isSuccess(result)) commit(at, result.success)
          else refusals.add(result.failure._tag)
        }
        const rows = [at.budget, ...at.members]
        const balances = rows.flatMap((row) => [row.available_amount, row.spent_amount])
        for (const minor of [at.balance, at.budget.reset_amount, ...balances]) {
          expect(Math.abs(minor)).toBeLessThanOrEqual(maxBalance)
        }
      }
    }),
    { numRuns: 300 },
  )
  expect(refusals).toContain("AmountOutOfRange")
})

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { aBudget, aMember, posted, rowsMoved } from "../../../test/given.ts"
import { epoch, timestamp } from "../../core/dates.ts"
import type { Write } from "../../core/decision.ts"
import { type Money, money } from "../../core/money.ts"
import { periodContaining, resetPeriods } from "../../core/periods.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { Budget } from "../../core/records/budgets.ts"
import { isDue, rollForward } from "./periods.ts"

const roll = (budget: Budget, members: ReadonlyArray<BudgetMember>, now: string) =>
  rollForward("AUD", budget, members, now, (shown) => shown)

const amounts = (available_amount: Money, spent_amount: Money, reset_amount: Money) => ({
  available_amount,
  spent_amount,
  reset_amount,
})

describe("rolling n periods forward at once", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(money)
  const some = fc.integer({ min: 0, max: 1_000_000 }).map(money)
  const instant = fc
    .integer({ min: epoch("2023-01-01T00:00:00.000Z"), max: epoch("2029-01-01T00:00:00.000Z") })
    .map(timestamp)
  const situation = fc
    .record({
      reset_period: fc.constantFrom(...resetPeriods),
      created: instant,
      lived: fc.integer({ min: 0, max: 400 }),
      missed: fc.integer({ min: 0, max: 500 }),
      rollover_funds: fc.boolean(),
      has_member_limits: fc.boolean(),
      is_deleted: fc.boolean(),
      funds: fc.tuple(cents, cents, some),
      members: fc.array(fc.tuple(cents, cents, some, fc.boolean()), { maxLength: 4 }),
    })
    .map(({ created, lived, missed, funds, members, ...fields }) => {
      const day = 86_400_000
      const start = epoch(created) + lived * day
      return {
        now: timestamp(start + missed * day),
        budget: aBudget({
          ...fields,
          ...amounts(...funds),
          ...periodContaining(fields.reset_period, timestamp(start), created),
          created,
          updated: created,
        }),
        members: members.map(([available, spent, reset_amount, is_deleted], index) =>
          aMember(index + 1, { ...amounts(available, spent, reset_amount), is_deleted }),
        ),
      }
    })

  const apply = (members: ReadonlyArray<BudgetMember>, writes: ReadonlyArray<Write>) =>
    members.map((member) => {
      const write = writes.find((_) => _.table === "budget_members" && _.after?.id === member.id)
      return (write?.after as BudgetMember | undefined) ?? member
    })

  const oneByOne = (budget: Budget, members: ReadonlyArray<BudgetMember>, now: string) => {
    const all = { budget, members, entries: [] as Array<unknown>, events: [] as Array<unknown> }
    while (isDue(all.budget, now)) {
      const end = all.budget.current_period_end ?? now
      const step = roll(all.budget, all.members, timestamp(epoch(end) + 1))
      expect(step.events).toHaveLength(1)
      all.members = apply(all.members, step.writes)
      all.budget = step.budget
      all.entries.push(...step.entries)
      all.events.push(...step.events)
    }
    return all
  }

  test("equals rolling one at a time, and the entries add up to the changes of the rows", () => {
    fc.assert(
      fc.property(situation, ({ budget, members, now }) => {
        const once = roll(budget, members, now)
        const { entries, events } = once
        expect({
          budget: once.budget,
          members: apply(members, once.writes),
          entries,
          events,
        }).toEqual(oneByOne(budget, members, now))
        expect(posted(entries)).toEqual(rowsMoved(once.writes))
        expect(isDue(once.budget, now)).toBe(false)
        if (!budget.is_deleted) {
          expect(once.budget).toMatchObject(
            periodContaining(budget.reset_period, now, budget.created),
          )
        }
      }),
      { numRuns: 150 },
    )
  })
})

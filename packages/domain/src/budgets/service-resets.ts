import { Context, Effect, Result } from "effect"
import { system } from "../core/actor.ts"
import type { Decide } from "../core/decision.ts"
import { now as currentTime } from "../core/now.ts"
import type { Budget, BudgetKey } from "../core/records/budgets.ts"
import { Store } from "../core/store.ts"
import { CurrentActor, type StorageUnavailable, UnitOfWork } from "../core/unit-of-work.ts"
import { budgetRow, budgetRows, resetContext } from "./looks.ts"
import { isDue } from "./rules/periods.ts"
import { decideResets } from "./rules/resets.ts"
import { DueBudgetStore } from "./store-due.ts"

/**
 * Maximum number of amounts, of budgets and their members, that one unit of work resets. Each reset
 * of one period counts. The limit keeps other requests from waiting long, regardless of the number
 * of missed periods and budgets. Programs that set the clock themselves may raise it.
 */
export const ResetsPerUnit = Context.Reference<number>("@outlay/domain/ResetsPerUnit", {
  defaultValue: () => 800,
})

/** Refusal of a decision about a budget that must be reset first. */
class BudgetIsDue {
  readonly _tag = "BudgetIsDue"
}
const budgetIsDue = new BudgetIsDue()

/** Number of budgets that are looked up at once. */
const budgetsPerBatch = 100

/**
 * Additional cost of a budget that is reset, in amounts, because it is read and shown in the event.
 */
const perBudget = 4

/** Resets of given budgets. */
const namedResets = Effect.gen(function* () {
  const store = yield* Store
  const { atomically } = yield* UnitOfWork

  /**
   * Resets budgets in this order. Returns the number of the first ones that are now in their
   * period.
   */
  const resetFirst = Effect.fnUntraced(function* (keys: ReadonlyArray<BudgetKey>, now: string) {
    let amountsLeft = yield* ResetsPerUnit
    let resetCount = 0
    while (resetCount < keys.length && amountsLeft > 0) {
      const left = keys.slice(resetCount)
      const client_id = left[0]?.client_id ?? 0
      const end = left.findIndex((key) => key.client_id !== client_id)
      const ids = left.slice(0, end === -1 ? left.length : end).map(({ budget_id }) => budget_id)
      const maxAmounts = amountsLeft
      const change = store.change(client_id, resetContext(ids, maxAmounts), (context) =>
        decideResets(context, now, maxAmounts),
      )
      // No one requested the reset, so the event must not name the caller who happened to read
      // first.
      const { amounts, budgets } = yield* Effect.provideService(change, CurrentActor, system)
      if (budgets === 0) break
      amountsLeft -= amounts + perBudget * budgets
      resetCount += budgets
    }
    return resetCount
  })

  /** Resets budgets unit by unit, until all of them are in their current periods. */
  const resetWholly = Effect.fnUntraced(function* (
    client_id: number,
    keys: ReadonlyArray<BudgetKey>,
  ) {
    for (let left = keys; left.length > 0; ) {
      const some = Effect.flatMap(currentTime, (now) => resetFirst(left, now))
      left = left.slice(yield* atomically(some, { client_id }))
    }
  })

  return { resetFirst, resetWholly }
})

/**
 * Brings budgets into their current periods before they are changed or shown. A unit of work resets
 * at most `ResetsPerUnit` amounts. Further resets run in units of their own, and only the work that
 * needs them waits.
 */
export const resets = Effect.gen(function* () {
  const store = yield* Store
  const dueBudgets = yield* DueBudgetStore
  const { atomically, beforehand } = yield* UnitOfWork
  const { resetFirst, resetWholly } = yield* namedResets

  const catchUpTo = Effect.fnUntraced(function* (key: BudgetKey, now: string) {
    const budget = yield* store.read(key.client_id, budgetRow(key))
    if (budget === null || !isDue(budget, now)) return
    if ((yield* resetFirst([key], now)) === 0) {
      yield* beforehand(resetWholly(key.client_id, [key]))
    }
  })

  /** Brings a budget into its current period. */
  const catchUp = (key: BudgetKey) => Effect.flatMap(currentTime, (now) => catchUpTo(key, now))

  /**
   * Resets the budgets that have been due longest. Returns the number of those that are now in
   * their period.
   */
  const resetSome = Effect.fnUntraced(function* (client_id: number | null) {
    const now = yield* currentTime
    const due = yield* dueBudgets.due(client_id, now, budgetsPerBatch)
    const resetCount = yield* resetFirst(due, now)
    return { resetCount, more: resetCount < due.length || due.length === budgetsPerBatch }
  })

  /** Resets all due budgets, unit by unit. Returns their number. */
  const resetAll = Effect.fnUntraced(function* (client_id: number | null) {
    for (let total = 0; ; ) {
      const { resetCount, more } = yield* atomically(
        resetSome(client_id),
        client_id === null ? null : { client_id },
      )
      total += resetCount
      if (!more) return total
    }
  })

  /**
   * Brings every budget of a business (null: of all businesses) into its current period. Returns
   * the number of budgets that were due. Inside a unit of work, it returns the number that were
   * still due when the unit last began.
   */
  const catchUpAll = Effect.fnUntraced(function* (client_id: number | null) {
    const due = yield* dueBudgets.due(client_id, yield* currentTime, 1)
    if (due.length === 0) return 0
    const { resetCount, more } = yield* atomically(
      resetSome(client_id),
      client_id === null ? null : { client_id },
    )
    if (!more) return resetCount
    const others = { count: 0 }
    yield* beforehand(
      Effect.map(resetAll(client_id), (count) => {
        others.count = count
      }),
    )
    return resetCount + others.count
  })

  /**
   * Runs `read` with the budgets of `idsOf` in their current periods. Other budgets are left to the
   * sweep, so that the read only waits for its own.
   */
  const readInPeriod = Effect.fnUntraced(function* <A, E>(
    client_id: number,
    read: Effect.Effect<A, E>,
    idsOf: (shown: A) => ReadonlyArray<string>,
  ) {
    const now = yield* currentTime
    const shown = yield* read
    if ((yield* dueBudgets.due(client_id, now, 1)).length === 0) return shown
    const budgets = yield* store.read(client_id, budgetRows(idsOf(shown)))
    const due = budgets
      .filter((budget) => isDue(budget, now))
      .map(({ id }) => ({ client_id, budget_id: id }))
    if (due.length === 0) return shown
    if ((yield* atomically(resetFirst(due, now), { client_id })) < due.length) {
      yield* beforehand(resetWholly(client_id, due))
    }
    return yield* read
  })

  return {
    ...{ catchUp, catchUpTo, catchUpAll, readInPeriod },
    decideInPeriod: decidingInPeriod(catchUpTo),
  }
})

/**
 * Decides about a budget in its current period. The context of the decision shows whether the
 * budget is due. Only if it is, it is reset and the context is loaded again.
 */
const decidingInPeriod =
  (catchUpTo: (key: BudgetKey, now: string) => Effect.Effect<void, StorageUnavailable>) =>
  <C extends { readonly budget: Budget | null }, A, E>(
    key: BudgetKey,
    now: string,
    change: <E2>(decide: Decide<C, A, E2>) => Effect.Effect<A, E2 | StorageUnavailable>,
    decide: Decide<C, A, E>,
  ): Effect.Effect<A, E | StorageUnavailable> => {
    const attempt = change<E | BudgetIsDue>((context) =>
      context.budget !== null && isDue(context.budget, now)
        ? Result.fail(budgetIsDue)
        : decide(context),
    )
    return Effect.catch(
      attempt,
      (error): Effect.Effect<A, E | StorageUnavailable> =>
        error instanceof BudgetIsDue
          ? Effect.andThen(catchUpTo(key, now), change(decide))
          : Effect.fail(error),
    )
  }

import { Result } from "effect"
import { activeBudget } from "../budgets/context.ts"
import type { Decision, Part } from "../core/decision.ts"
import { findPerson, type People, samePerson } from "../core/people.ts"
import {
  type BudgetOwner,
  type BudgetOwnerRecord,
  type OwnerKey,
  showOwner,
} from "../core/records/budget-owners.ts"
import type { Budget, PersonReference } from "../core/records/budgets.ts"
import { NotFound, type UnknownReference } from "../core/refusals.ts"
import { rowChange, rowCreation } from "../core/row-change.ts"
import { AlreadyOwner, LastBudgetOwner } from "./errors.ts"

/** Rows that a store loads, under its lock, before a decision about a budget's owners. */
export interface OwnerContext extends People {
  readonly budget: Budget | null
  /** All owners of the budget, including removed ones, by `created`. */
  readonly owners: ReadonlyArray<BudgetOwner>
}

/**
 * Adds an owner. "Adding a budget owner who was removed earlier reinstates the original owner
 * record and creates no duplicate."
 *
 * Refuses, in this order: a missing budget; an unknown person; an existing owner.
 */
export const decideOwner = (
  context: OwnerContext,
  command: {
    readonly budget_id: string
    readonly id: string
    readonly now: string
  } & PersonReference,
): Result.Result<Decision<BudgetOwnerRecord>, NotFound | UnknownReference | AlreadyOwner> =>
  Result.gen(function* () {
    const { id, now } = command
    const budget = yield* activeBudget(context.budget, command)
    const person = yield* findPerson(context, command, "")
    const before = context.owners.find((_) => samePerson(_, person)) ?? null
    if (before !== null && !before.is_deleted) {
      return yield* Result.fail(new AlreadyOwner({ pointer: "", budget_owner_id: before.id }))
    }
    const { client_id } = budget
    const row: BudgetOwner = {
      ...(before ?? { client_id, id, budget_id: budget.id, ...person, created: now }),
      is_deleted: false,
      updated: now,
    }
    const show = (owner: BudgetOwner) => showOwner(owner, context)
    const result = show(row)
    if (before === null) return { result, ...rowCreation("budget_owner.created", row, result) }
    return { result, ...rowChange("budget_owner.reinstated", { before, after: row, show }) }
  })

/**
 * Removes an owner.
 *
 * Refuses, in this order: a missing budget or owner; "the last active one stays: 400
 * `last_budget_owner`, also under concurrent removals" (the store's lock ensures that).
 */
export const decideOwnerRemoval = (
  context: OwnerContext,
  key: OwnerKey,
  now: string,
): Result.Result<Decision<void>, NotFound | LastBudgetOwner> =>
  Result.gen(function* () {
    const budget = yield* activeBudget(context.budget, key)
    const before = context.owners.find((_) => _.id === key.budget_owner_id && !_.is_deleted)
    if (before === undefined) {
      return yield* Result.fail(new NotFound({ what: "budget owner", id: key.budget_owner_id }))
    }
    if (context.owners.every((_) => _.is_deleted || _.id === before.id)) {
      return yield* Result.fail(
        new LastBudgetOwner({ budgets: [{ id: budget.id, name: budget.name }] }),
      )
    }
    return { result: undefined, ...endOwnership(before, context, now) }
  })

/** Budgets of a person who leaves every budget. */
export interface Ownerships {
  /** All active owners of each budget that the person owns, including the person. */
  readonly owners: ReadonlyArray<BudgetOwner>
  /** The budgets of `owners`. */
  readonly budgets: ReadonlyArray<Budget>
}

/** Refuses if a budget would have no active owner left. */
export const replaceable = (
  { budgets, owners }: Ownerships,
  ownerships: ReadonlyArray<BudgetOwner>,
): Result.Result<void, LastBudgetOwner> => {
  const leaving = new Set(ownerships.map(({ id }) => id))
  const owned = new Set(owners.map(({ budget_id }) => budget_id))
  const stillOwned = new Set(owners.filter(({ id }) => !leaving.has(id)).map((_) => _.budget_id))
  const orphaned = budgets.filter(
    ({ id, is_deleted }) => !is_deleted && owned.has(id) && !stillOwned.has(id),
  )
  return orphaned.length === 0
    ? Result.succeed(undefined)
    : Result.fail(new LastBudgetOwner({ budgets: orphaned.map(({ id, name }) => ({ id, name })) }))
}

/** Ends ownerships. Each budget must have another owner; see `replaceable`. */
export function* endOwnerships(
  ownerships: ReadonlyArray<BudgetOwner>,
  people: People,
  now: string,
): Generator<Part, void> {
  for (const before of ownerships) yield endOwnership(before, people, now)
}

export const endOwnership = (before: BudgetOwner, people: People, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  const show = (owner: BudgetOwner) => showOwner(owner, people)
  return rowChange("budget_owner.deleted", { before, after, show })
}

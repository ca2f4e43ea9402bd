import type { TransactionFilter } from "@outlay/domain/fields"
import {
  budgetsByCreated,
  created,
  membershipsOfUser,
  membersOfBudget,
  ownersOfBudget,
  ShownTransactions,
  type Sight,
  Store,
  topupsOfBusiness,
  topupsOfTarget,
} from "@outlay/domain/ports"
import { commit } from "@outlay/sql-storage"
import { Effect } from "effect"
import { aBusiness, at, decision, user } from "./given.ts"

const away = {
  out_of_office_mode: true,
  out_of_office_start_date: "2026-01-01",
  out_of_office_end_date: "2026-01-31",
}
const zero = 0 as never
const stamp = { client_id: 1, budget_id: "b1", is_deleted: false, created: at, updated: at }
const member = (id: number, user_id: number) =>
  created("budget_members", {
    ...{ ...stamp, id, user_id, invite_id: null },
    ...{ available_amount: zero, spent_amount: zero, reset_amount: zero, stint: 1, since: at },
  })
const owner = (id: string, user_id: number) =>
  created("budget_owners", { ...stamp, id, user_id, invite_id: null })

/** People of a budget: two owners who are away, a member, a deputy, and one who is both. */
const people = commit(
  1,
  decision({
    result: undefined,
    writes: [
      ...[2, 3, 4].map((id) => created("users", user(id))),
      created("users", user(5, { ...away, delegate_approver: 3 })),
      created("users", user(6, { ...away, delegate_approver: 4 })),
      ...[member(1, 2), member(2, 4)],
      ...[owner("o5", 5), owner("o6", 6)],
    ],
  }),
)

const page = { offset: 0, limit: 50 }
const flags = [undefined, false, true]

/** Reads every list that depends on the user: as a stranger, a member, a deputy, both, an owner. */
export const listAsThemselves = Effect.gen(function* () {
  yield* Effect.andThen(aBusiness, people)
  const store = yield* Store
  const key = { client_id: 1, budget_id: "b1" }
  for (const sight of [1, 2, 3, 4, 5].map((user_id): Sight => ({ user_id, today: "2026-01-15" }))) {
    yield* store.read(1, topupsOfTarget({ ...key, budget_member_id: null }, page, sight))
    for (const status of [undefined, "PENDING", "APPROVED"] as const) {
      const actor = { type: "system" } as const
      const reader = { actor, today: sight.today, sight }
      for (const each of [reader, { ...reader, sight: null }]) {
        yield* store.read(1, topupsOfBusiness({ status }, page, each))
      }
    }
    for (const is_deleted of flags) {
      yield* store.read(1, ownersOfBudget(key, { is_deleted }, page, sight))
      yield* store.read(1, membershipsOfUser({ user_id: 1 }, { is_deleted }, page, sight))
      for (const user_id of [undefined, 1]) {
        yield* store.read(1, membersOfBudget(key, { is_deleted, user_id }, page, sight))
      }
      for (const budget_type of [undefined, "BUDGET"] as const) {
        for (const has_member_limits of flags) {
          const filter = { is_deleted, budget_type, has_member_limits }
          yield* store.read(1, budgetsByCreated(filter, page, sight))
        }
      }
    }
  }
})

/** The same for transactions, with each filter: as a user who owns nothing, and as an owner. */
export const seeTransactions = (filters: ReadonlyArray<TransactionFilter>) =>
  Effect.flatMap(ShownTransactions, (store) =>
    Effect.forEach(
      filters.flatMap((filter) => [2, 5].map((user_id) => ({ filter, user_id }))),
      ({ filter, user_id }) => store.page(1, filter, page, { user_id, today: "2026-01-15" }),
      { discard: true },
    ),
  )

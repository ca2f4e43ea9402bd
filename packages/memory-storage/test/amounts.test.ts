/** An `Amount` goes into services where a decimal does, and their records give it back. */
import {
  Amount,
  Budgets,
  Businesses,
  CurrentActor,
  EventsAsRecorded,
  Services,
  system,
  Users,
} from "@outlay/domain"
import { BudgetRecord } from "@outlay/domain/fields"
import { Cause, Effect, Exit, Layer } from "effect"
import { expect, test } from "vitest"
import { MemoryStorage } from "../src/index.ts"

const services = Services.core.pipe(
  Layer.provide(MemoryStorage.layer),
  Layer.provide(EventsAsRecorded),
  Layer.merge(Layer.succeed(CurrentActor, system)),
)

const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof services>>): Promise<A> =>
  Effect.runPromise(Effect.provide(work, services))

/** A business in a currency, and how its user makes a budget there. */
const given = Effect.fnUntraced(function* (currency: string) {
  const { client_id, roles } = yield* (yield* Businesses).create({ name: "Acme", currency })
  const user = yield* (yield* Users).create(client_id, {
    first_name: "Ann",
    last_name: "Lee",
    email: "ann@example.test",
    role_id: roles[0]?.id ?? "",
    payment_types: ["cards"],
  })
  const budgets = yield* Budgets
  const create = (reset_amount: Amount) =>
    budgets.create(client_id, {
      name: "Travel",
      reset_amount,
      reset_period: "MONTHLY",
      has_member_limits: false,
      rollover_funds: false,
      members: [{ user }],
      owners: [{ user }],
    })
  return { client_id, budgets, create }
})

test.each([
  ["JPY", "500"],
  ["AUD", "500.25"],
  ["KWD", "500.125"],
])("an amount of %s comes out as it went in", (currency, text) =>
  run(
    Effect.gen(function* () {
      const { client_id, budgets, create } = yield* given(currency)
      const asked = Amount.ofUnsafe(text, currency)
      const { id: budget_id } = yield* create(asked)
      const row = yield* budgets.get({ client_id, budget_id })
      const { reset_amount, available_amount } = Amount.ofRecord(BudgetRecord, row, currency)
      expect(Amount.equals(reset_amount, asked)).toBe(true)
      expect(Amount.format(available_amount)).toBe(`${text} ${currency}`)
    }),
  ),
)

test("an amount of another currency is a defect, and nothing changes", () =>
  run(
    Effect.gen(function* () {
      const { client_id, budgets, create } = yield* given("AUD")
      const exit = yield* Effect.exit(create(Amount.ofUnsafe("500", "USD")))
      const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
      expect(defect).toEqual(new RangeError("/reset_amount must be in AUD, and it is in USD."))
      const { count } = yield* budgets.list(client_id, {}, { offset: 0, limit: 10 })
      expect(count).toBe(0)
    }),
  ))

/** Services accept an `Amount` instead of a decimal, and `Amount.ofRecord` reads it back. */
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
import { BigDecimal, Cause, Effect, Exit, Layer } from "effect"
import { expect, test } from "vitest"
import { MemoryStorage } from "../src/index.ts"

const services = Services.core.pipe(
  Layer.provide(MemoryStorage.layer),
  Layer.provide(EventsAsRecorded),
  Layer.merge(Layer.succeed(CurrentActor, system)),
)

const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof services>>): Promise<A> =>
  Effect.runPromise(Effect.provide(work, services))

/** Creates a business in a currency, with a user who can create a budget. */
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
  const create = (reset_amount: BigDecimal.BigDecimal, fields: object = {}) =>
    budgets.create(client_id, {
      name: "Travel",
      reset_amount,
      reset_period: "MONTHLY",
      has_member_limits: false,
      rollover_funds: false,
      members: [{ user }],
      owners: [{ user }],
      ...fields,
    })
  return { client_id, budgets, create }
})

test.each([
  ["JPY", "500"],
  ["AUD", "500.25"],
  ["KWD", "500.125"],
])("an amount of %s is read back unchanged", (currency, text) =>
  run(
    Effect.gen(function* () {
      const { client_id, budgets, create } = yield* given(currency)
      const requested = Amount.ofUnsafe(text, currency)
      const { id: budget_id } = yield* create(requested)
      const row = yield* budgets.get({ client_id, budget_id })
      const { reset_amount, available_amount } = Amount.ofRecord(BudgetRecord, row, currency)
      expect(Amount.equals(reset_amount, requested)).toBe(true)
      expect(Amount.format(available_amount)).toBe(`${text} ${currency}`)
    }),
  ),
)

const dollars = BigDecimal.fromStringUnsafe

test.each<[string, BigDecimal.BigDecimal, object, string]>([
  ["of another currency", Amount.ofUnsafe("500", "USD"), {}, "must be in AUD, and it is in USD."],
  ["beyond the bound", dollars("1e10"), {}, "must be between -9999999999.99 and 9999999999.99,"],
  ["below 0", dollars("-5"), {}, "must be at least 0, and it is -5."],
  ["of a budget without owners", dollars("5"), { owners: [] }, "must name at least one person."],
])("an amount %s is a defect, and nothing changes", (_, amount, fields, message) =>
  run(
    Effect.gen(function* () {
      const { client_id, budgets, create } = yield* given("AUD")
      const exit = yield* Effect.exit(create(amount, fields))
      const defect = Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : null
      expect(defect).toContain(message)
      const { count } = yield* budgets.list(client_id, {}, { offset: 0, limit: 10 })
      expect(count).toBe(0)
    }),
  ),
)

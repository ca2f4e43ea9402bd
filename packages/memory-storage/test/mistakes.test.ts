/** Invalid input to a service is a defect whose message names the error and its place. */
import {
  type Actor,
  Amount,
  Budgets,
  Businesses,
  CurrentActor,
  EventsAsRecorded,
  Services,
  Statements,
  system,
  Topups,
  Transactions,
  UnitOfWork,
  Users,
  Wallets,
} from "@outlay/domain"
import { Cause, Effect, Exit, Layer } from "effect"
import { expect, test } from "vitest"
import { MemoryStorage } from "../src/index.ts"

const engine = Services.core.pipe(
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provide(EventsAsRecorded),
  Layer.merge(Layer.succeed(CurrentActor, system)),
)
const aud = (text: string) => Amount.ofUnsafe(text, "AUD")
const page = { offset: 0, limit: 10 }
const days = { start_date: "2026-02-01", end_date: "2026-02-28" }

const given = Effect.gen(function* () {
  const { client_id, roles } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
  const user = yield* Users.use((_) =>
    _.create(client_id, {
      ...{ first_name: "Ann", last_name: "Lee", email: "ann@example.test" },
      ...{ role_id: roles[0]?.id ?? "", payment_types: ["cards"] },
    }),
  )
  const budget = (fields: object) =>
    Budgets.use((_) =>
      _.create(client_id, {
        ...{ name: "Travel", reset_amount: aud("500"), reset_period: "MONTHLY" },
        ...{ has_member_limits: false, rollover_funds: false },
        ...{ members: [{ user }], owners: [{ user }] },
        ...fields,
      }),
    )
  const { id: budget_id } = yield* budget({})
  const topUp = (amount: unknown) =>
    Topups.use((_) =>
      _.create(
        { client_id, budget_id, budget_member_id: null },
        { amount: amount as Amount, description: "More" },
      ),
    )
  const authorise = (fields: object) =>
    Transactions.use((_) =>
      _.authorise(client_id, {
        ...{ external_id: "a1", user_id: user.id, budget_id, merchant_name: "Rail" },
        amount: aud("5"),
        ...fields,
      }),
    )
  const statement = (start_date: string, end_date: string) =>
    Statements.use((_) => _.get(client_id, { start_date, end_date }, page))
  return { client_id, budget, topUp, authorise, statement }
})

type Given = Effect.Success<typeof given>
type Mistake = (given: Given) => Effect.Effect<unknown, unknown, Layer.Success<typeof engine>>

const mustNotSuspend =
  "Work inside a transaction must not suspend: no timers, no network, no promises"
const notADay = "must be a day such as 2026-11-02, and it is"
const notACurrency = "/currency must be an active ISO 4217 code in capitals, such as AUD, and it is"

const mistakes: ReadonlyArray<readonly [string, Mistake, string]> = [
  ["a number", ({ topUp }) => topUp(5), "/amount must be an Amount or a BigDecimal, and it is 5."],
  [
    "a text",
    ({ budget }) => budget({ reset_amount: "500" }),
    '/reset_amount must be an Amount or a BigDecimal, and it is "500".',
  ],
  [
    "no amount",
    ({ topUp }) => topUp(undefined),
    "/amount must be an Amount or a BigDecimal, and it is undefined.",
  ],
  [
    "a field that is missing",
    ({ budget }) => budget({ has_member_limits: undefined }),
    "A record of budgets must have has_member_limits, and it is undefined.",
  ],
  [
    "an actor of an unknown type",
    ({ budget }) =>
      Effect.provideService(budget({}), CurrentActor, { type: "admin" } as unknown as Actor),
    'The actor\'s type must be token, operator or system, and it is "admin".',
  ],
  ["nobody", ({ budget }) => budget({ members: [] }), "/members must name at least one person."],
  [
    "a currency in lower case",
    ({ client_id }) => Wallets.use((_) => _.create({ client_id, currency: "eur" })),
    `${notACurrency} "eur".`,
  ],
  [
    "an unknown currency",
    ({ authorise }) => authorise({ currency: "XXQ", fx_amount: Amount.ofUnsafe("5", "EUR") }),
    `${notACurrency} "XXQ".`,
  ],
  [
    "a first day that does not exist",
    ({ statement }) => statement("2026-02-30", "2026-03-01"),
    `start_date ${notADay} "2026-02-30".`,
  ],
  [
    "a last day with a time",
    ({ statement }) => statement("2026-02-01", "2026-02-28T00:00:00Z"),
    `end_date ${notADay} "2026-02-28T00:00:00Z".`,
  ],
  [
    "a unit of work that suspends",
    () => UnitOfWork.use((_) => _.atomically(Effect.sleep("1 millis"))),
    mustNotSuspend,
  ],
]

test.each(mistakes)("%s", (_, mistake, sentence) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const exit = yield* Effect.exit(mistake(yield* given))
      const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
      expect(defect).toMatchObject({ message: sentence })
    }).pipe(Effect.provide(engine)),
  ),
)

test("the message of a refusal describes the engine, not the requests of an API", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { client_id } = yield* given
      const found = yield* Effect.flip(
        Statements.use((_) => _.get(client_id, { ...days, currency: "USD" }, page)),
      )
      expect(found.message).toBe(
        "This business has no wallet in USD. Its balance lists its wallets.",
      )
    }).pipe(Effect.provide(engine)),
  ))

test("a number is not accepted as an amount", () => {
  const number = 5 as unknown as string
  expect(Amount.of(number, "AUD")).toMatchObject({ failure: { code: "malformed" } })
})

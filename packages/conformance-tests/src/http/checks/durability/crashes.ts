import { business, pooledBudget, user } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { canonical, idOf, isSuccess, recordOf, recordsOf } from "../steps.ts"
import { type Attempt, byWriters, centsOf, expectWhole, ifAnswered, whileKilled } from "./writes.ts"

const scenario = business("durability", user("ann"), pooledBudget("main"))
const needs = ["crash"] as const

const fund = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "main") })
const topUp = (trial: Trial, mark: string, cents: number, headers = {}) =>
  trial.business.call("topups.create", {
    path: fund(trial),
    body: { amount: cents / 100, description: mark },
    headers,
  })

const amountOf = (number: number): number => 1 + ((number * 7_919) % 9_999)

const kills = 8

const topups = async (trial: Trial) => {
  const path = fund(trial)
  const { available_amount } = await recordOf(trial, "budgets.get", { path })
  const all: Array<Attempt> = []
  for (let round = 1; round <= kills; round++) {
    const markOf = (number: number) => `Round ${round}, topup ${number}`
    const attempts = await whileKilled(trial, (number) =>
      topUp(trial, markOf(number), amountOf(number)),
    )
    all.push(
      ...attempts.map(({ number, response }) => ({
        mark: markOf(number),
        cents: amountOf(number),
        response,
      })),
    )
    await expectWhole(trial, path, centsOf(available_amount), all)
  }
  const unansweredCount = all.filter(({ response }) => response === null).length
  trial.note(
    "kills",
    `${kills}, ${all.length - unansweredCount} writes answered, ${unansweredCount} not, 0 lost`,
  )
}

/** Creations and changes of several kinds: the last acknowledged state is shown. */
const mixed = async (trial: Trial) => {
  const { call } = trial.business
  const path = { user_id: idOf(trial, "users", "ann") }
  const kinds = [["cards"], ["bills"], ["reimbursements"], ["cards", "bills"]]
  const invite = (number: number) => `round-${number}@invited.example`
  const role_id = idOf(trial, "roles", "least")
  for (let round = 1; round <= 3; round++) {
    const numbered = (number: number) => round * 100_000 + number
    const write = (number: number): Promise<Answer> =>
      number % 3 === 0
        ? call("users.update", { path, body: { payment_types: kinds[number % kinds.length] } })
        : call("invites.create", {
            body: { email: invite(numbered(number)), role_id, payment_types: ["cards"] },
          })
    const attempts = await whileKilled(trial, write)
    const listed = await recordsOf(trial, "invites.list")
    for (const { number, response } of attempts.filter((one) => one.number % 3 !== 0)) {
      const found = listed.filter((row) => row.email === invite(numbered(number)))
      const acknowledged = response !== null && isSuccess(response)
      const right = acknowledged ? found.length === 1 : found.length <= 1
      trial.expect(right, `an invite ${acknowledged ? "once" : "at most once"}`, found)
    }
    const changed = await call("users.get", { path })
    trial.expect(changed.status === 200, "the user who was changed is there", changed)
  }
}

/** Reads that must return the same before and after. */
const reads = [
  "users.list",
  "budgets.list",
  "invites.list",
  "roles.list",
  "transactions.list",
  "categories.list",
  "custom-fields.list",
  "accounting-codes.list",
] as const

const recovered = async (trial: Trial) => {
  const whole = async () => {
    const lists = await Promise.all(reads.map((operation) => recordsOf(trial, operation)))
    const balance = await trial.business.call("balances.get")
    return canonical([lists, balance.body])
  }
  const before = await whole()
  await trial.act("crash", {})
  expectUnchanged(trial, "every record is as it was", [before, await whole()])
}

const keyOf = (mark: string) => ({ "idempotency-key": mark.replaceAll(/\W+/gu, "-") })

const replayed = async (trial: Trial) => {
  const path = fund(trial)
  const keyed = (mark: string, cents: number) => topUp(trial, mark, cents, keyOf(mark))
  const { available_amount } = await recordOf(trial, "budgets.get", { path })
  const probe = [await keyed("probe", 1), await keyed("probe", 1)]
  const effects = await recordsOf(trial, "topups.list", { path })
  if (!probe.every(isSuccess) || effects.length !== 1) {
    trial.untestable("the target does not honour Idempotency-Key")
  }
  for (let round = 1; round <= 4; round++) {
    const markOf = (number: number) => `Round ${round}, keyed ${number}`
    const attempts = await whileKilled(trial, (number) => keyed(markOf(number), amountOf(number)))
    const again: ReadonlyArray<Attempt> = await byWriters(attempts, async ({ number }) => {
      const [mark, cents] = [markOf(number), amountOf(number)]
      return { mark, cents, response: await ifAnswered(keyed(mark, cents)) }
    })
    const refused = again.filter(({ response }) => response === null || !isSuccess(response))
    const responses = refused.map(({ response }) => response && [response.status, response.body])
    trial.expect(refused.length === 0, "each is answered when it is sent again", responses)
    await expectWhole(trial, path, centsOf(available_amount), again)
  }
}

export const crashes = checksOf("durability", [
  {
    id: "durability.acknowledged.topups",
    requirement: "durability.acknowledged",
    title: `of topups that were acknowledged none is lost in ${kills} kills`,
    scenario,
    needs,
    run: topups,
  },
  {
    id: "durability.acknowledged.mixed",
    requirement: "durability.acknowledged",
    title: "of invites that were acknowledged, beside changes, none is lost in three kills",
    scenario,
    needs,
    run: mixed,
  },
  {
    id: "durability.recovered.alpha",
    requirement: "durability.recovered",
    title: "a business is the same after its server was killed",
    scenario: "alpha",
    needs,
    run: recovered,
  },
  {
    id: "durability.key-replay.topups",
    requirement: "durability.key-replay",
    title: "what is sent again under its key after a kill has one effect",
    scenario,
    needs,
    run: replayed,
  },
])

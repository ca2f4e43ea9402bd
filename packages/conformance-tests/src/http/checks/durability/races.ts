import { business, pooledBudget, topup, user } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, isActive, isSuccess, recordOf, recordsOf } from "../steps.ts"
import { centsOf } from "./writes.ts"

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const fund = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "main") })

const noFault = (trial: Trial, responses: ReadonlyArray<Answer>, what: string) => {
  for (const response of responses) {
    trial.expect(response.status < 500, `${what}: no error of the server`, response)
  }
}

const lostUpdates = async (trial: Trial) => {
  const path = fund(trial)
  const { available_amount } = await recordOf(trial, "budgets.get", { path })
  const changes = times(200).map((index) => (index % 2 === 0 ? 1.01 : -1))
  const responses = await Promise.all(
    changes.map((amount) =>
      trial.business.call("topups.create", { path, body: { amount, description: "Race" } }),
    ),
  )
  noFault(trial, responses, "topups at once")
  const accepted = changes.filter((_, index) => isSuccess(responses[index] as Answer))
  const sum = accepted.reduce((all, amount) => all + centsOf(amount), centsOf(available_amount))
  const after = await recordOf(trial, "budgets.get", { path })
  trial.expect(
    centsOf(after.available_amount) === sum,
    `${sum / 100} after ${accepted.length} accepted topups`,
    after.available_amount,
  )
}

const racers = times(20).map((index) => `racer-${index}`)

const removals = async (trial: Trial) => {
  const { call } = trial.business
  const path = fund(trial)
  await Promise.all(
    racers.map(async (key) => {
      const user_id = idOf(trial, "users", key)
      const owner = { user: { id: Number(user_id) } }
      const responses = await Promise.all([
        call("users.update", { path: { user_id }, body: { payment_types: ["bills"] } }),
        call("budget-owners.create", { path, body: owner }),
        call("users.remove", { path: { user_id } }),
      ])
      noFault(trial, responses, "a user deleted, changed and made an owner at once")
    }),
  )
  const owners = (await recordsOf(trial, "budget-owners.list", { path })).filter(isActive)
  for (const key of racers) {
    const user_id = idOf(trial, "users", key)
    const { body } = await call("users.get", { path: { user_id } })
    const isGone = body?.is_deleted !== false
    const owns = owners.some((row: Json) => String(row.user?.id) === user_id)
    trial.expect(!(isGone && owns), "a user who is deleted is no active owner", { key, body })
  }
}

const many = business(
  "paging",
  pooledBudget("main"),
  ...times(60).map((index) => topup(`before-${index}`, { budget: "main", amount: "1.00" })),
)

const size = 7

const paging = async (trial: Trial) => {
  const { call } = trial.business
  const path = fund(trial)
  const before = await recordsOf(trial, "topups.list", { path })
  const seen = new Set<string>()
  const write = () =>
    call("topups.create", { path, body: { amount: 0.01, description: "Meanwhile" } })
  for (let offset = 0, more = true; more; offset += size) {
    const query = [
      ["offset", offset],
      ["limit", size],
    ] as const
    // Fewer are added than fit on a page, so that paging comes to an end.
    const responses = await Promise.all([call("topups.list", { path, query }), write(), write()])
    noFault(trial, responses, "a page, and topups beside it")
    const page: ReadonlyArray<Json> = responses[0].body?.results ?? []
    for (const row of page) seen.add(String(row.id))
    more = page.length > 0
  }
  const missed = before.filter((row) => !seen.has(String(row.id)))
  trial.expect(missed.length === 0, "every record that was there before is seen", missed)
}

export const races = checksOf("durability", [
  {
    id: "durability.lost-updates.topups",
    requirement: "durability.lost-updates",
    title: "of two hundred topups at once none overwrites another",
    scenario: business("lost-updates", pooledBudget("main")),
    run: lostUpdates,
  },
  {
    id: "durability.removal-race.users",
    requirement: "durability.removal-race",
    title: "a user deleted while being made an owner ends as one or the other",
    scenario: business("removal-race", ...racers.map((key) => user(key)), pooledBudget("main")),
    run: removals,
  },
  {
    id: "durability.paging-while-writing.topups",
    requirement: "durability.paging-while-writing",
    title: "what was there before is seen by who pages while others write",
    scenario: many,
    run: paging,
  },
])

import { expect } from "vitest"
import { type Json, refusal } from "./stage.ts"
import { type Chapter, each } from "./telling.ts"

export const policies: Chapter = async ({ story, books }) => {
  const { as, on, call, id } = story
  await on("07-08")
  const mei = as("Mei")
  const terms = [
    { name: "Large kitchen topups", budget_id: id("Kitchen"), above_amount: 500 },
    { name: "Dear wine", budget_id: id("Cellar"), above_amount: 100 },
    { name: "Everything", budget_id: null, above_amount: null },
  ]
  for (const policy of terms) {
    expect(call(policy.name, await mei.post("/policies", policy))).toMatchObject(policy)
  }
  await mei.patch("/policies/{Large kitchen topups}", { above_amount: 400 })
  const kitchen = await as("Nora").get("/policies/{Large kitchen topups}")
  expect(kitchen).toMatchObject({ budget_id: id("Kitchen"), above_amount: 400 })
  await mei.delete("/policies/{Everything}")
  const { results } = await as("Ravi").get("/policies")
  expect(each("name", results)).toEqual(["Large kitchen topups", "Dear wine"])
  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {
      Kitchen: [3_000, 0],
      Cellar: [2_000, 0],
      Website: [300, 0],
      "Pop-up": [500, 0],
    },
    events: { "policy.created": 3, "policy.updated": 1, "policy.deleted": 1 },
  })
}

type Action = "approve" | "decline" | "cancel"

/** A topup request: user, amount, status, and the later decision if any. */
type Request = readonly [
  who: string,
  amount: number,
  status: string,
  then: readonly [who: string, action: Action] | null,
]

const ends = { approve: "APPROVED", decline: "DECLINED", cancel: "CANCELLED" } as const

const ofKitchen: ReadonlyArray<Request> = [
  ["Tom", 150, "APPROVED", null],
  ["Tom", 600, "PENDING", ["Olivia", "approve"]],
  ["Tom", 900, "PENDING", ["Olivia", "decline"]],
  ["Tom", 450, "PENDING", ["Tom", "cancel"]],
  ["Mei", -250, "APPROVED", null],
]

const ofTom: ReadonlyArray<Request> = [
  ["Nora", 80, "APPROVED", null],
  ["Nora", 300, "PENDING", ["Olivia", "approve"]],
  ["Nora", 200.5, "PENDING", ["Olivia", "decline"]],
  ["Nora", 120, "PENDING", ["Nora", "cancel"]],
]

export const topups: Chapter = async ({ story, books }) => {
  const { as, on, call, id, anHourLater } = story
  await on("07-09")
  const kitchen = "/budgets/{Kitchen}/topups"
  const toms = "/budgets/{Cellar}/members/{Tom in the Cellar}/topups"
  for (const [path, requests] of [
    [kitchen, ofKitchen],
    [toms, ofTom],
  ] as const) {
    for (const [who, amount, status, then] of requests) {
      await anHourLater()
      const body = { amount, description: `${who} needs ${amount}` }
      const key = `${who} clicks for ${amount}`
      const topup = call("the topup", await as(who).post(path, body, key))
      expect(topup).toMatchObject({ ...body, status, requested_by: { id: id(who) } })
      expect(await as(who).post(path, body, key)).toEqual(topup)
      if (then === null) continue
      const own = as(who).post(`${path}/{the topup}/approve`)
      expect(await refusal(own)).toBe("403 not_an_approver")
      const [actor, action] = then
      const why = action === "decline" ? { reason: "Not this month" } : undefined
      const done = await as(actor).post(`${path}/{the topup}/${action}`, why)
      const decision = { actioned_by: { id: id(actor) }, reason: why?.reason ?? null }
      expect(done).toMatchObject({ status: ends[action], amount, ...decision })
    }
    const { results } = await as("Ravi").get(path)
    const expected = requests.map(([, amount, status, then]) => [
      amount,
      then ? ends[then[1]] : status,
    ])
    expect(results.map((_: Json) => [_.amount, _.status])).toEqual(expected.toReversed())
  }
  const tooMuch = as("Nora").post(kitchen, { amount: -9_000, description: "All of it" })
  expect(await refusal(tooMuch)).toBe("400 insufficient_funds")
  const wrong = as("Nora").post("/budgets/{Cellar}/topups", { amount: 5, description: "Corks" })
  expect(await refusal(wrong)).toBe("400 topup_needs_member")
  const tom = await as("Tom").get("/budgets/{Cellar}/members/{Tom in the Cellar}")
  expect(tom.available_amount).toBe(1_200 + 80 + 300)
  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {
      Kitchen: [3_000 + 150 + 600 - 250, 0],
      Cellar: [2_000 + 80 + 300, 0],
      Website: [300, 0],
      "Pop-up": [500, 0],
    },
    events: {
      "topup.created": 5 + 4,
      "topup.approved": 2 + 3,
      "topup.declined": 2,
      "topup.cancelled": 2,
    },
  })
}

export const outOfOffice: Chapter = async ({ story, books }) => {
  const { as, on, call, id, day } = story
  await on("07-10")
  const mei = as("Mei")
  const away = {
    out_of_office_mode: true,
    out_of_office_start_date: day("07-11"),
    out_of_office_end_date: day("07-20"),
    delegate_approver: id("Nora"),
  }
  expect(await mei.patch("/users/{Olivia}", away)).toMatchObject(away)
  const path = "/budgets/{Cellar}/members/{Tom in the Cellar}/topups"
  const ask = async (amount: number) => {
    const topup = await as("Tom").post(path, { amount, description: "Auction" })
    expect(call("the topup", topup).status).toBe("PENDING")
  }
  const approve = (who: string) => as(who).post(`${path}/{the topup}/approve`)

  await ask(500)
  expect(await refusal(approve("Nora"))).toBe("403 not_an_approver")
  await on("07-11")
  const { approves_for } = await as("Nora").get("/me")
  expect(each("id", approves_for)).toEqual([id("Olivia")])
  const waiting = await as("Nora").get("/topups?status=PENDING")
  expect(waiting.results).toMatchObject([
    { amount: 500, budget: { id: id("Cellar") }, can_decide: true },
  ])
  const byNora = { status: "APPROVED", actioned_by: { id: id("Nora"), name: "Nora Bell" } }
  expect(await approve("Nora")).toMatchObject(byNora)
  await on("07-21")
  await ask(250)
  expect(await refusal(approve("Nora"))).toBe("403 not_an_approver")
  expect(await approve("Olivia")).toMatchObject({ actioned_by: { id: id("Olivia") } })
  await as("Olivia").patch("/me", { out_of_office_mode: false })

  await mei.patch("/users/{Tom}", { expense_delegate: [id("Sam")] })
  expect(await as("Sam").get("/users/{Tom}")).toMatchObject({ expense_delegate: [id("Sam")] })
  const chained = mei.patch("/users/{Sam}", { expense_delegate: [id("Nora")] })
  expect(await refusal(chained)).toBe("400 chained_assistant")
  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {
      Kitchen: [3_500, 0],
      Cellar: [2_380 + 500 + 250, 0],
      Website: [300, 0],
      "Pop-up": [500, 0],
    },
    events: { "user.updated": 3, "topup.created": 2, "topup.approved": 2 },
  })
}

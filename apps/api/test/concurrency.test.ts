import { makeClient, makeOperatorClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "./service.ts"

let service: Service
let operator: ReturnType<typeof makeOperatorClient>["promise"]
let client: ReturnType<typeof makeClient>["promise"]
let token: string
let client_id: number
let people: ReadonlyArray<number>
let tokens: ReadonlyArray<string>

const races = 500

beforeAll(async () => {
  service = await startService()
  const baseUrl = service.url
  const retry = { times: 0 }
  operator = makeOperatorClient({ baseUrl, token: service.operatorToken, retry }).promise
  const business = await operator.businesses.create({ body: { name: "Races" } })
  client_id = business.client_id
  const admin = business.roles.find(({ name }) => name === "Admin")?.id ?? ""
  const made = await Promise.all(
    ["Ann", "Ben", "Cem"].map(async (first_name) => {
      const user = await operator.users.create({
        params: { client_id },
        body: {
          first_name,
          last_name: "Lee",
          email: `${first_name}@example.com`,
          role_id: admin,
          payment_types: ["cards"],
        },
      })
      const issued = await operator.tokens.create({
        params: { client_id },
        body: { name: first_name, role_id: admin, user_id: user.id },
      })
      return { id: user.id, token: issued.token }
    }),
  )
  people = made.map(({ id }) => id)
  tokens = made.map((each) => each.token)
  token = tokens[0] ?? ""
  client = makeClient({ baseUrl, token, retry }).promise
})
afterAll(() => service?.stop())

const person = (n: number) => ({ user: { id: people[n] ?? 0 } })

const aBudget = (reset_amount: number, owners: ReadonlyArray<number> = [0]) =>
  client.budgets.create({
    params: { client_id },
    body: {
      name: "Pot",
      reset_amount,
      reset_period: "NEVER",
      has_member_limits: false,
      rollover_funds: false,
      members: [person(0)],
      owners: owners.map(person),
    },
  })

/** What became of each: its answer, or the status that refused it. */
const settle = async <A>(work: ReadonlyArray<Promise<A>>): Promise<ReadonlyArray<A | string>> =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === "fulfilled" ? each.value : String((each.reason as { code?: string }).code),
  )

/** So many rounds of a race, some at a time. */
const repeat = async (times: number, round: (n: number) => Promise<void>): Promise<void> => {
  for (let n = 0; n < times; n += 10) {
    await Promise.all(Array.from({ length: Math.min(10, times - n) }, (_, k) => round(n + k)))
  }
}

/** Sends the same bytes with the same key; the client itself would never have two under way. */
const post = async (path: string, body: object, key?: string) => {
  const response = await fetch(service.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

describe("what is done at once is done one after another", () => {
  test("the pot: 200 authorisations at once against funds for 50", async () => {
    const budget = await aBudget(500)
    const asked = Array.from({ length: 200 }, (_, n) =>
      operator.authorisations.create({
        params: { client_id },
        body: {
          external_id: `pot-${n}`,
          user_id: people[0] ?? 0,
          budget_id: budget.id,
          amount: 10,
          merchant_name: "Everybody's",
        },
      }),
    )
    const decided = await Promise.all(asked)
    expect(decided.filter(({ approved }) => approved)).toHaveLength(50)
    expect(new Set(decided.map(({ decline_code }) => decline_code))).toEqual(
      new Set([null, "insufficient_funds"]),
    )
    const after = await client.budgets.get({ params: { client_id, budget_id: budget.id } })
    expect([after.available_amount, after.spent_amount]).toEqual([0, 500])
  })

  test(`the pot for one, ${races} times: two ask, one gets`, async () => {
    await repeat(races, async (n) => {
      const budget = await aBudget(1)
      const decided = await Promise.all(
        [1, 2].map((k) =>
          operator.authorisations.create({
            params: { client_id },
            body: {
              external_id: `one-${n}-${k}`,
              user_id: people[0] ?? 0,
              budget_id: budget.id,
              amount: 1,
              merchant_name: "The last cent",
            },
          }),
        ),
      )
      expect(decided.map(({ approved }) => approved).toSorted()).toEqual([false, true])
    })
  })

  test("F-22 200 topups up and down at once: nothing is lost", async () => {
    const { id: budget_id } = await aBudget(1_000)
    const params = { client_id, budget_id }
    const answers = await settle(
      Array.from({ length: 200 }, (_, n) =>
        client.topups.create({
          params,
          body: { amount: n % 2 === 0 ? 1.01 : -1, description: "Up or down" },
        }),
      ),
    )
    expect(answers.every((answer) => typeof answer !== "string")).toBe(true)
    expect((await client.budgets.get({ params })).available_amount).toBe(1_001)
  })

  test("F-26 50 decreases raced for funds for 20: never below zero", async () => {
    const { id: budget_id } = await aBudget(20)
    const params = { client_id, budget_id }
    const answers = await settle(
      Array.from({ length: 50 }, () =>
        client.topups.create({ params, body: { amount: -1, description: "Down" } }),
      ),
    )
    expect(answers.filter((answer) => answer === "insufficient_funds")).toHaveLength(30)
    expect((await client.budgets.get({ params })).available_amount).toBe(0)
  })

  test(`F-23 the last two owners, ${races} times: one stays`, async () => {
    await repeat(races, async () => {
      const { id: budget_id } = await aBudget(0, [0, 1])
      const owners = await client.budgetOwners.list({ params: { client_id, budget_id } })
      const removed = await settle(
        owners.results.map(({ id }) =>
          client.budgetOwners.remove({ params: { client_id, budget_id, budget_owner_id: id } }),
        ),
      )
      expect(removed.filter((answer) => answer === "last_budget_owner")).toHaveLength(1)
    })
  })

  test(`F-17 one key, ${races} times at once: one effect`, async () => {
    const { id: budget_id } = await aBudget(0)
    const path = `/v1/businesses/${client_id}/budgets/${budget_id}/topups`
    const body = { amount: 1, description: "Once" }
    await repeat(races, async (n) => {
      const answers = await Promise.all([1, 2, 3].map(() => post(path, body, `once-${n}`)))
      const made = answers.filter(({ status }) => status === 200)
      expect(made.length).toBeGreaterThan(0)
      expect(new Set(made.map(({ text }) => text)).size).toBe(1)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    })
    const after = await client.budgets.get({ params: { client_id, budget_id } })
    expect(after.available_amount).toBe(races)
    const listed = await client.topups.list({ params: { client_id, budget_id } })
    expect(listed.count).toBe(races)
  })

  test(`two approvals, ${races} times: one effect`, async () => {
    const { id: budget_id } = await aBudget(0, [0, 1, 2])
    const approvers = [1, 2].map(
      (n) =>
        makeClient({ baseUrl: service.url, token: tokens[n] ?? "", retry: { times: 0 } }).promise,
    )
    await repeat(races, async () => {
      const { id: topup_id } = await client.topups.create({
        params: { client_id, budget_id },
        body: { amount: 1, description: "Asked for", auto_approve: false },
      })
      const params = { client_id, budget_id, topup_id }
      const answers = await settle(approvers.map(({ topups }) => topups.approve({ params })))
      expect(answers.filter((answer) => answer === "topup_not_pending")).toHaveLength(1)
    })
    const after = await client.budgets.get({ params: { client_id, budget_id } })
    expect(after.available_amount).toBe(races)
  })
})

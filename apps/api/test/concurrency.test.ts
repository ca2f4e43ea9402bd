import type { ChildProcess } from "node:child_process"
import { makeClient, makeOperatorClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  hasPostgres,
  leftOut,
  newDatabase,
} from "../../../packages/postgres-storage/test/server.ts"
import { ended, watched, workplace } from "./outlay.ts"
import { type Service, startService } from "./service.ts"

/** Processes that serve one database. */
interface Served extends Pick<Service, "operatorToken"> {
  readonly urls: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

let served: Served
let operator: ReturnType<typeof makeOperatorClient>["promise"]
let client: ReturnType<typeof makeClient>["promise"]
let token: string
let client_id: number
let people: ReadonlyArray<number>
let tokens: ReadonlyArray<string>

const retry = { maxRetries: 0 }

/** URL of the process for the nth request. */
const urlOf = (n: number): string => served.urls[n % served.urls.length] ?? ""

const operatorAt = (n: number) =>
  makeOperatorClient({ baseUrl: urlOf(n), token: served.operatorToken, retry }).promise

const clientAt = (n: number, as = token) =>
  makeClient({ baseUrl: urlOf(n), token: as, retry }).promise

const prepare = async () => {
  operator = operatorAt(0)
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
  client = clientAt(0)
}

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

/** Outcome of each promise: its value, or the code with which it was refused. */
const settle = async <A>(work: ReadonlyArray<Promise<A>>): Promise<ReadonlyArray<A | string>> =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === "fulfilled" ? each.value : String((each.reason as { code?: string }).code),
  )

/** Runs a race the given number of times, ten at a time. */
const repeat = async (times: number, round: (n: number) => Promise<void>): Promise<void> => {
  for (let n = 0; n < times; n += 10) {
    await Promise.all(Array.from({ length: Math.min(10, times - n) }, (_, k) => round(n + k)))
  }
}

/** Sends a request with a key. The client itself never sends two with one key at once. */
const post = async (n: number, path: string, body: object, key?: string) => {
  const response = await fetch(urlOf(n) + path, {
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

const tests = (races: number) => {
  test("the pot: 200 concurrent authorisations against funds for 50", async () => {
    const budget = await aBudget(500)
    const requests = Array.from({ length: 200 }, (_, n) =>
      operatorAt(n).authorisations.create({
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
    const decided = await Promise.all(requests)
    expect(decided.filter(({ approved }) => approved)).toHaveLength(50)
    expect(new Set(decided.map(({ decline_code }) => decline_code))).toEqual(
      new Set([null, "insufficient_funds"]),
    )
    const after = await client.budgets.get({ params: { client_id, budget_id: budget.id } })
    expect([after.available_amount, after.spent_amount]).toEqual([0, 500])
  })

  test(`the pot for one, ${races} times: of two requests, one is approved`, async () => {
    await repeat(races, async (n) => {
      const budget = await aBudget(1)
      const decided = await Promise.all(
        [1, 2].map((k) =>
          operatorAt(k).authorisations.create({
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

  test("F-22 200 concurrent topups up and down lose no update", async () => {
    const { id: budget_id } = await aBudget(1_000)
    const params = { client_id, budget_id }
    const responses = await settle(
      Array.from({ length: 200 }, (_, n) =>
        clientAt(n).topups.create({
          params,
          body: { amount: n % 2 === 0 ? 1.01 : -1, description: "Up or down" },
        }),
      ),
    )
    expect(responses.every((response) => typeof response !== "string")).toBe(true)
    expect((await client.budgets.get({ params })).available_amount).toBe(1_001)
  })

  test("F-26 50 concurrent decreases against funds for 20 never go below zero", async () => {
    const { id: budget_id } = await aBudget(20)
    const params = { client_id, budget_id }
    const responses = await settle(
      Array.from({ length: 50 }, (_, n) =>
        clientAt(n).topups.create({ params, body: { amount: -1, description: "Down" } }),
      ),
    )
    expect(responses.filter((response) => response === "insufficient_funds")).toHaveLength(30)
    expect((await client.budgets.get({ params })).available_amount).toBe(0)
  })

  test(`F-23 concurrent removals of both owners, ${races} times: one remains`, async () => {
    await repeat(races, async () => {
      const { id: budget_id } = await aBudget(0, [0, 1])
      const owners = await client.budgetOwners.list({ params: { client_id, budget_id } })
      const removed = await settle(
        owners.results.map(({ id }, n) =>
          clientAt(n).budgetOwners.remove({
            params: { client_id, budget_id, budget_owner_id: id },
          }),
        ),
      )
      expect(removed.filter((response) => response === "last_budget_owner")).toHaveLength(1)
    })
  })

  test(`F-17 concurrent requests with one key, ${races} times: one effect`, async () => {
    const { id: budget_id } = await aBudget(0)
    const path = `/v1/businesses/${client_id}/budgets/${budget_id}/topups`
    const body = { amount: 1, description: "Once" }
    await repeat(races, async (n) => {
      const responses = await Promise.all([1, 2, 3].map((k) => post(k, path, body, `once-${n}`)))
      const made = responses.filter(({ status }) => status === 200)
      expect(made.length).toBeGreaterThan(0)
      expect(new Set(made.map(({ text }) => text)).size).toBe(1)
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    })
    const after = await client.budgets.get({ params: { client_id, budget_id } })
    expect(after.available_amount).toBe(races)
    const listed = await client.topups.list({ params: { client_id, budget_id } })
    expect(listed.count).toBe(races)
  })

  test(`two concurrent approvals, ${races} times: one effect`, async () => {
    const { id: budget_id } = await aBudget(0, [0, 1, 2])
    const approvers = [1, 2].map((n) => clientAt(n, tokens[n]))
    await repeat(races, async () => {
      const { id: topup_id } = await client.topups.create({
        params: { client_id, budget_id },
        body: { amount: 1, description: "Asked for", auto_approve: false },
      })
      const params = { client_id, budget_id, topup_id }
      const responses = await settle(approvers.map(({ topups }) => topups.approve({ params })))
      expect(responses.filter((response) => response === "topup_not_pending")).toHaveLength(1)
    })
    const after = await client.budgets.get({ params: { client_id, budget_id } })
    expect(after.available_amount).toBe(races)
  })
}

describe("concurrent requests are isolated from each other", () => {
  beforeAll(async () => {
    const { url, ...service } = await startService()
    served = { ...service, urls: [url] }
    await prepare()
  })
  afterAll(() => served?.stop())
  tests(500)
})

/** Returns the URL of a process, as soon as it prints it. */
const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    const text = watched(child)
    child.stdout?.on("data", () => {
      const url = /listening on (http:\S+)/u.exec(text.out)?.[1]
      if (url !== undefined) resolve(url)
    })
  })

/** Starts two processes on one PostgreSQL database. */
const startTwo = async (): Promise<Served> => {
  const place = workplace()
  const operatorToken = "operator-token-of-a-test"
  // Long timeouts, so that a slow machine fails no race.
  const patience = "lock_timeout=600000&statement_timeout=0&lost_after=600000"
  const settings = {
    OUTLAY_DATABASE_URL: `${await newDatabase()}?${patience}`,
    OUTLAY_OPERATOR_TOKEN: operatorToken,
    OUTLAY_RATE_LIMIT: "off",
  }
  const children = [1, 2].map(() => place.begin(["serve", "--port", "0"], settings))
  const urls = await Promise.all(children.map(listening))
  const stop = async () => {
    for (const child of children) child.kill("SIGTERM")
    expect(await Promise.all(children.map(ended))).toEqual([0, 0])
    place.leave()
  }
  return { urls, operatorToken, stop }
}

if (hasPostgres) {
  describe("concurrent requests to two processes on one PostgreSQL database", () => {
    beforeAll(async () => {
      served = await startTwo()
      await prepare()
    })
    afterAll(() => served?.stop())
    tests(20)
  })
} else test(leftOut, () => expect(hasPostgres).toBe(false))

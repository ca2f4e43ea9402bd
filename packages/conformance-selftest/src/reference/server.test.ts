import type { Provisioned } from "@outlay/conformance-tests"
import { scenarios as given } from "@outlay/conformance-tests/catalogue"
import { describe, expect, test } from "vitest"
import { acted } from "./acts.ts"
import { madeBusiness } from "./creation.ts"
import { noState } from "./model.ts"
import { rules } from "./rules.ts"
import { serverOf } from "./server.ts"

const spec = given.business(
  "ref",
  given.features({ expense_assistant: true }),
  given.user("ann"),
  given.user("ben"),
  given.invite("cat"),
  given.customField("synced", { created_by: "XERO", options: ["red"] }),
  given.customField("own"),
  given.category("gifts"),
  given.pooledBudget("pool", { owners: ["ann"], members: ["ann", "ben"] }),
  given.pooledBudget("shared", { owners: ["ann", "ben"] }),
  given.limitedBudget("limits", { ann: 60, ben: 40 }),
  given.pooledBudget("checked"),
  given.policy("large", { budget: "checked", above_amount: "100" }),
  given.token("reader", { role: "reader" }),
  given.token("least", { role: "least" }),
  given.token("expired", { state: "expired" }),
  given.token("revoked", { state: "revoked" }),
)

/** State with a business, and another one that callers of the first must not see. */
const started = async () => {
  const state = noState()
  const handle = serverOf(state, rules)
  const own = await madeBusiness(state, rules, spec)
  const other = await madeBusiness(state, rules, spec)
  const ask = async (
    method: string,
    path: string,
    { body, token = "admin" }: { readonly body?: unknown; readonly token?: string } = {},
  ) => {
    const response = await handle({
      method,
      url: `/v1/businesses/${own.client_id}${path}`,
      headers: {
        authorization: `Bearer ${own.tokens[token] ?? token}`,
        "content-type": "application/json",
      },
      body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
    })
    const parsed = response.body === "" ? undefined : JSON.parse(response.body)
    return { status: response.status, body: parsed }
  }
  return { state, own, other, ask }
}

/** Replaces each `{kind/key}` in a row with an id of the business. */
const filled = ({ ids }: Provisioned, text: string): string =>
  text.replaceAll(/\{(\w+)\/([^}]+)\}/gu, (_, kind: string, key: string) => {
    const id = ids[kind as keyof typeof ids]?.[key]
    if (id === undefined) throw new Error(`${kind}/${key} is not there`)
    return id
  })

type Row = readonly [
  what: string,
  method: string,
  path: string,
  body: unknown,
  status: number,
  token?: string,
]

const pool = "/budgets/{budgets/pool}"
const annInLimits = "/budgets/{budgets/limits}/members/{budget_members/limits.ann}"
const invite = { email: "dan@new.example", role_id: "{roles/least}", payment_types: ["cards"] }

const refusals: ReadonlyArray<Row> = [
  ["an unknown credential", "GET", "/users", undefined, 401, "nobody"],
  ["an expired one", "GET", "/users", undefined, 401, "expired"],
  ["a revoked one", "GET", "/users", undefined, 401, "revoked"],
  ["no permission to read", "GET", "/users", undefined, 403, "least"],
  ["no permission to write", "DELETE", "/users/{users/ben}", undefined, 403, "reader"],
  ["an unknown path", "GET", "/nothing", undefined, 404],
  ["another method", "PUT", "/users", undefined, 405],
  ["another spelling of an id", "GET", "/users/0{users/ann}", undefined, 404],
  [
    "a member under another budget",
    "GET",
    `${pool}/members/{budget_members/limits.ann}`,
    undefined,
    404,
  ],
  ["a limit that is no number", "GET", "/users?limit=ten", undefined, 400],
  [
    "a topup of a budget with limits",
    "POST",
    "/budgets/{budgets/limits}/topups",
    { amount: 1 },
    409,
  ],
  [
    "a topup of a member of a pooled budget",
    "POST",
    `${pool}/members/{budget_members/pool.ann}/topups`,
    { amount: 1 },
    409,
  ],
  ["a topup of 0", "POST", `${pool}/topups`, { amount: 0 }, 422],
  ["a topup in text", "POST", `${pool}/topups`, { amount: "1" }, 400],
  ["the last owner", "DELETE", `${pool}/owners/{budget_owners/pool.ann}`, undefined, 409],
  ["the deletion of a last owner", "DELETE", "/users/{users/ann}", undefined, 409],
  ["a duplicate owner", "POST", `${pool}/owners`, { user: { id: "{users/ann}" } }, 409],
  ["an invite without payment types", "POST", "/invites", { ...invite, payment_types: [] }, 422],
  ["an invite with an unknown role", "POST", "/invites", { ...invite, role_id: "x" }, 422],
  [
    "a synced field's new name",
    "PATCH",
    "/custom-fields/{custom_fields/synced}",
    { name: "x" },
    409,
  ],
  [
    "a synced field's new type",
    "PATCH",
    "/custom-fields/{custom_fields/synced}",
    { field_type: "FREE_TEXT" },
    409,
  ],
  [
    "an option of free text",
    "POST",
    "/custom-fields/{custom_fields/own}/options",
    { text: "x" },
    409,
  ],
]

describe("a refusal changes nothing", () => {
  test.each(refusals.map((row) => [row[0], row] as const))("%s", async (_, row) => {
    const [, method, path, body, status, token = "admin"] = row
    const { own, ask } = await started()
    const sent = body === undefined ? undefined : JSON.parse(filled(own, JSON.stringify(body)))
    const seen = async () => [
      await ask("GET", "/users"),
      await ask("GET", "/budgets"),
      await ask("GET", "/custom-fields"),
      await ask("GET", "/invites"),
      await ask("GET", filled(own, `${pool}/owners`)),
    ]
    const before = await seen()
    const response = await ask(method, filled(own, path), { body: sent, token })
    expect(response).toMatchObject({ status, body: { error: expect.any(String) } })
    expect(await seen()).toEqual(before)
  })

  test("another business and a missing record get the same response", async () => {
    const { other, ask } = await started()
    const [foreign, unknown] = [other.ids.users["ann"], "1"]
    expect(await ask("GET", `/users/${foreign}`)).toEqual(await ask("GET", `/users/${unknown}`))
  })
})

describe("a successful request", () => {
  test.each([
    ["a budget's topup", pool, "limits.ann", 1000.1],
    ["a member's topup", annInLimits, "limits.ann", 60.1],
  ])("%s adds exactly to the available amount, ten times", async (_, target, __, after) => {
    const { own, ask } = await started()
    const path = filled(own, target)
    const before = (await ask("GET", path)).body.available_amount
    await ask("POST", `${path}/topups`, { body: { amount: 0.1, description: "x" } })
    expect((await ask("GET", path)).body.available_amount).toBe(after)
    for (let times = 0; times < 9; times += 1) {
      await ask("POST", `${path}/topups`, { body: { amount: 0.1, description: "x" } })
    }
    expect((await ask("GET", path)).body.available_amount).toBe(before + 1)
    expect((await ask("GET", `${path}/topups`)).body.count).toBe(10)
  })

  test.each([
    [100, 1100],
    [100.01, 1000],
    [-500, 500],
  ])("a topup of %d under a policy leaves %d", async (amount, available) => {
    const { own, ask } = await started()
    const path = filled(own, "/budgets/{budgets/checked}")
    await ask("POST", `${path}/topups`, { body: { amount, description: "x" } })
    expect((await ask("GET", path)).body.available_amount).toBe(available)
  })

  test("an owner who is added again has the same record", async () => {
    const { own, ask } = await started()
    const path = filled(own, "/budgets/{budgets/shared}/owners")
    const id = own.ids.budget_owners["shared.ben"]
    expect((await ask("DELETE", `${path}/${id}`)).status).toBe(200)
    expect((await ask("GET", path)).body.count).toBe(1)
    const back = await ask("POST", path, { body: { user: { id: own.ids.users["ben"] } } })
    expect(back.body.id).toBe(id)
    expect((await ask("GET", path)).body.count).toBe(2)
  })

  test("an accepted invite becomes a user and is no longer an invite", async () => {
    const { state, own, ask } = await started()
    const invite_id = own.ids.invites["cat"]
    const parameters = { client_id: own.client_id, invite_id, first_name: "Cat", last_name: "Lo" }
    acted("accept-invite", { state, rules, parameters })
    expect((await ask("GET", "/invites")).body.count).toBe(0)
    const { results } = (await ask("GET", "/users")).body
    expect(results.map((user: { readonly name: string }) => user.name)).toContain("Cat Lo")
  })

  test.each([
    [501, 500],
    [2, 2],
  ])("a limit of %d becomes at most %d", async (limit, most) => {
    const { ask } = await started()
    const { body } = await ask("GET", `/categories?limit=${limit}`)
    expect(body.results.length).toBe(Math.min(most, body.count))
    expect(body.next).toBe(most < body.count ? `offset=${most}&limit=${most}` : "")
  })
})

describe("money", () => {
  const spent = async () => {
    const { state, own, ask } = await started()
    const act = (
      name: Parameters<typeof acted>[0],
      parameters: { readonly [name: string]: unknown },
    ) =>
      acted(name, { state, rules, parameters: { client_id: own.client_id, ...parameters } }) as {
        readonly transaction_id: string
        readonly approved: boolean
      }
    const request = { user_id: own.ids.users["ann"], budget_id: own.ids.budgets["limits"] }
    const look = async () => {
      const budget = (await ask("GET", filled(own, "/budgets/{budgets/limits}"))).body
      const member = (await ask("GET", filled(own, annInLimits))).body
      const [wallet] = (await ask("GET", "/balance")).body
      return [budget.available_amount, member.available_amount, member.spent_amount, wallet.balance]
    }
    const authorise = (amount: string) =>
      act("authorise", { ...request, amount, merchant_name: "Kiosk" })
    return { act, authorise, look }
  }

  test("moves when authorised, by the difference when cleared, back when refunded", async () => {
    const { act, authorise, look } = await spent()
    const { transaction_id, approved } = authorise("10.50")
    expect(approved).toBe(true)
    expect(await look()).toEqual([89.5, 49.5, 10.5, -10.5])
    act("clear-transaction", { transaction_id, amount: "12" })
    expect(await look()).toEqual([88, 48, 12, -12])
    act("refund-transaction", { transaction_id, amount: "2" })
    expect(await look()).toEqual([90, 50, 10, -10])
    act("refund-transaction", { transaction_id })
    expect(await look()).toEqual([100, 60, 0, 0])
  })

  test("does not move above the available amount", async () => {
    const { authorise, look } = await spent()
    expect(authorise("60.01").approved).toBe(false)
    expect(await look()).toEqual([100, 60, 0, 0])
  })
})

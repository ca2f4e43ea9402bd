import { spawnSync } from "node:child_process"
import { join } from "node:path"
import {
  type ActName,
  type BusinessSpec,
  command,
  operator,
  type Provisioned,
  type Provisioner,
  runConformance,
  world,
} from "@outlay/conformance-tests"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { root } from "./outlay.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

const examples = join(root, "packages/conformance-tests/examples")
const lacksPython = spawnSync("python3", ["--version"]).status !== 0

const example = (program: string, file: string) =>
  command({
    command: `TARGET=${service.url} TOKEN=${service.operatorToken} ${program} "${join(examples, file)}"`,
  })

const ways = [
  ["the built-in one", () => operator({ baseUrl: service.url, token: service.operatorToken })],
  ["the example in Node", () => example(`"${process.execPath}"`, "provisioner.mjs")],
  ["the example in Python", () => example("python3", "provisioner.py")],
] as const

const made = world(42, new Date())
/** Alpha with only a few of its transactions: every step of a provisioner in little time. */
const alpha: BusinessSpec = { ...made.alpha, transactions: made.alpha.transactions.slice(-60) }
const { gamma } = made

// biome-ignore lint/suspicious/noExplicitAny: rows of any type are only compared
type Row = any

const read = async ({ client_id, tokens }: Provisioned, path: string, token = "admin") => {
  const response = await fetch(`${service.url}${path.replace("{}", client_id)}`, {
    headers: { authorization: `Bearer ${tokens[token]}` },
  })
  return { status: response.status, body: (await response.json()) as Row }
}

const sorted = (rows: ReadonlyArray<Row>) => rows.map((row) => JSON.stringify(row)).sort()

/** Returns what a business shows to its Admin, without ids and creation times. */
const shown = async (business: Provisioned) => {
  const list = async (path: string, of: (row: Row) => Row) =>
    sorted(
      (await read(business, `${path}${path.includes("?") ? "&" : "?"}limit=500`)).body.results.map(
        of,
      ),
    )
  return {
    users: await list("/v1/businesses/{}/users", ({ name, email, role, is_deleted }) => ({
      name,
      email,
      role,
      is_deleted,
    })),
    invites: await list("/v1/businesses/{}/invites", ({ email, used }) => ({ email, used })),
    categories: await list("/v1/businesses/{}/categories", ({ name, custom }) => ({
      name,
      custom,
    })),
    codes: await list("/v1/businesses/{}/accounting-codes", ({ code, name }) => ({ code, name })),
    fields: await list(
      "/v1/businesses/{}/custom-fields",
      ({ name, created_by, budget_setting }) => ({ name, created_by, budget_setting }),
    ),
    policies: await list("/v1/businesses/{}/policies", ({ name, above_amount }) => ({
      name,
      above_amount,
    })),
    budgets: await list(
      "/v1/businesses/{}/budgets",
      ({
        name,
        available_amount,
        spent_amount,
        reset_amount,
        is_deleted,
        categories,
        custom_fields,
      }) => ({
        name,
        available_amount,
        spent_amount,
        reset_amount,
        is_deleted,
        categories: categories.length,
        custom_fields: custom_fields.length,
      }),
    ),
    transactions: await list(
      "/v2/businesses/{}/transactions?status=AUTHED&status=CLEARED&status=REFUNDED&status=DECLINED",
      ({ merchant_name, amount, status, cleared_date, expense_status, line_items }) => ({
        merchant_name,
        amount,
        status,
        cleared_date,
        expense_status,
        line_items: line_items.length,
      }),
    ),
    balance: (await read(business, "/v1/businesses/{}/balance")).body,
  }
}

/** Performs operator actions, and checks that the interface shows them. */
const happens = async (provisioner: Provisioner, business: Provisioned, spec: BusinessSpec) => {
  const { client_id, ids } = business
  const act = (name: ActName, parameters: object): Promise<Row> =>
    provisioner.act(name, { client_id, ...parameters })
  const { token } = await act("issue-token", { role: "reader", user_id: ids.users["reader"] })
  const issued = { ...business, tokens: { issued: token } }
  const asIssued = async () => (await read(issued, "/v1/businesses/{}/roles", "issued")).status
  expect(await asIssued()).toBe(200)
  await act("revoke-token", { token })
  expect(await asIssued()).toBe(401)

  const [first] = spec.transactions
  const user = ids.users["admin"]
  const transaction = { ...first, key: "act", user, budget: undefined, line_items: [] }
  const { transaction_id } = await act("record-transaction", { transaction })
  const recorded = await read(business, `/v2/businesses/{}/transactions/${transaction_id}`)
  expect(recorded.body).toMatchObject({
    merchant_name: first?.merchant_name,
    user: { id: Number(user) },
  })

  const invite_id = ids.invites["pending-1"]
  if (invite_id === undefined) return
  const name = { first_name: "Kim", last_name: "Lee" }
  const { user_id } = await act("accept-invite", { invite_id, ...name })
  expect((await read(business, `/v1/businesses/{}/users/${user_id}`)).body).toMatchObject(name)
}

describe.each([
  ["alpha", alpha],
  ["gamma", gamma],
] as const)("%s", (_, spec) => {
  let expected: Awaited<ReturnType<typeof shown>>

  test.each(ways)("is provisioned identically through %s", async (way, open) => {
    if (way.includes("Python") && lacksPython) return console.warn(`left out: ${way}, no python3`)
    const provisioner = open()
    try {
      const { base_url, acts } = await provisioner.start("run-1")
      expect(base_url).toBe(service.url)
      expect(acts).toContain("set-clock")
      const business = await provisioner.world(spec)
      const seen = await shown(business)
      expected ??= seen
      expect(seen).toEqual(expected)
      expect(seen.transactions).toHaveLength(spec.transactions.length)
      expect(seen.budgets).toHaveLength(spec.budgets.length)
      await happens(provisioner, business, spec)
      for (const { key, state } of spec.tokens) {
        const { status } = await read(business, "/v1/businesses/{}/roles", key)
        expect([key, status]).toEqual([key, state === "valid" ? 200 : 401])
      }
    } finally {
      await provisioner.stop()
    }
  })
})

test("the shortest example declares its missing data, so that no check fails", async () => {
  const provisioner = example(`"${process.execPath}"`, "first.mjs")
  const report = await runConformance({
    provisioner,
    profiles: ["smoke", "read", "write", "rules"],
    seed: 42,
  })
  expect(report.checks.filter(({ verdict }) => verdict === "fail")).toEqual([])
  expect(report.counts.pass).toBeGreaterThan(100)
})

import { makeOperatorClient } from "@outlay/client"
import { type Endpoint, openApi, operatorApi } from "@outlay/http-contract"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { loadDerived } from "../src/cli.ts"
import { groupOf } from "../src/commands/contract.ts"
import { fieldsOf } from "../src/commands/fields.ts"
import { workplace } from "./outlay.ts"
import { startService } from "./service.ts"

const here = workplace()
const { outlay, document } = here
afterAll(here.leave)

/** Operations with hand-written commands, by operation id. */
const byHand = {
  "businesses.list": "business list",
  "businesses.get": "business show",
  "businesses.create": "business create",
  "tokens.list": "token list",
  "tokens.create": "token create",
  "tokens.revoke": "token revoke",
  "transactionImport.create": "import",
  "clock.set": null,
}

interface Described {
  readonly components: {
    readonly schemas: {
      readonly [name: string]: {
        readonly properties: { readonly [field: string]: { readonly description?: string } }
      }
    }
  }
}

const operations = Object.entries(operatorApi).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(
    ([verb, { operation }]: [string, Endpoint]) =>
      [operation, operation in byHand ? null : `${groupOf(resource)} ${verb}`] as const,
  ),
)

test("every operator operation except the sandbox clock has a command", async () => {
  const derived = await loadDerived()
  const words = [...derived].flatMap(([group, all]) => all.map(({ name }) => `${group} ${name}`))
  expect(words.sort()).toEqual(operations.flatMap(([, word]) => word ?? []).sort())
  expect(operations.map(([operation]) => operation)).toEqual(
    expect.arrayContaining(Object.keys(byHand)),
  )
  expect(words).toContain("synced-accounting-code upsert")
})

test.each(operations.flatMap(([, words]) => words ?? []))(
  "outlay %s --help marks required flags, and has an example",
  async (words) => {
    const { code, out } = await outlay([...words.split(" "), "--help"])
    expect(code).toBe(0)
    expect(out).toMatch(/\(required\)/u)
    expect(out).toContain(`EXAMPLES\n  outlay ${words}`)
  },
)

test("flags have the descriptions of the API reference", () => {
  const endpoints = Object.values(operatorApi).flatMap((verbs) => Object.values<Endpoint>(verbs))
  const document = openApi(endpoints, { title: "", version: "" }) as unknown as Described
  const bodies = endpoints.flatMap(({ body }) => (body === null ? [] : [body]))
  const pairs = bodies.flatMap((body) => {
    const name = String(body.ast.annotations?.["identifier"])
    const { properties } = document.components.schemas[
      name
    ] as Described["components"]["schemas"][""]
    return fieldsOf(body).flatMap((field) => {
      const inReference = properties[field.name]?.description
      // A field that is a reference is described in the schema that it refers to.
      return inReference === undefined
        ? []
        : [[`${name}.${field.name}`, field, inReference] as const]
    })
  })
  expect(pairs.length).toBeGreaterThan(50)
  expect(pairs.map(([name, { description }]) => [name, description])).toEqual(
    pairs.map(([name, , inReference]) => [name, inReference]),
  )
})

describe("operator commands", () => {
  let role = ""
  let user = 0
  const of = ["--business", "1"]
  beforeAll(async () => {
    await outlay(["migrate"])
    const business = await document(["business", "create", "Harbour"])
    role = business.roles[0].id
  })

  const record = async (external_id: string, status: string, amount: string) =>
    document([
      ...["transaction", "record", ...of, "--external-id", external_id, "--status", status],
      ...["--transaction-type", "CARD_TRANSACTION", "--auth-date", "2026-01-05T00:00:00Z"],
      ...["--merchant-name", "Quay", "--amount", amount, "--user-id", String(user)],
      ...["--attendees", "Sam", "--attendees", "Kim"],
    ])

  test("create a user, and report every error with its flag", async () => {
    const given = ["user", "create", ...of, "--first-name", "Ann", "--last-name", "Lee"]
    const made = await document([
      ...[...given, "--email", "ann@example.com", "--role", "manager"],
      ...["--payment-types", "cards", "--payment-types", "bills"],
    ])
    expect(made).toMatchObject({
      ...{ name: "Ann Lee", role: "Manager", payment_types: ["cards", "bills"] },
    })
    user = made.id
    const byId = [...given, "--email", "bob@example.com", "--role", role]
    const admin = await document([...byId, "--payment-types", "cards"])
    expect(admin).toMatchObject({ role: "Admin", role_id: role })
    const roles = "Roles of business 1: Admin, "
    const faults = [
      ...["^outlay: --email: Must be .*", `--role: There is no role "Boss"\\. ${roles}.*`],
      "--payment-types/0: ",
    ]
    const rest = ["--email", "ann", "--role", "Boss", "--payment-types", "cash"]
    expect(await outlay([...given, ...rest])).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(new RegExp(faults.join("\\noutlay: "), "u")),
    })
  })

  test("accept an invite", async () => {
    const service = await startService(here.path("data/outlay.db"))
    const operator = makeOperatorClient({ baseUrl: service.url, token: service.operatorToken })
    const issued = await operator.promise.tokens.create({
      params: { client_id: 1 },
      body: { name: "test", role_id: role },
    })
    const response = await fetch(`${service.url}/v1/businesses/1/invites`, {
      method: "POST",
      headers: { authorization: `Bearer ${issued.token}`, "content-type": "application/json" },
      body: JSON.stringify({ email: "sam@example.com", role_id: role, payment_types: ["cards"] }),
    })
    const { id } = (await response.json()) as { readonly id: number }
    await service.stop()
    const name = ["--first-name", "Sam", "--last-name", "Ito"]
    const accepted = await document(["invite", "accept", String(id), ...of, ...name])
    expect(accepted).toMatchObject({ name: "Sam Ito", email: "sam@example.com" })
    expect(await outlay(["invite", "accept", "x", ...of, ...name])).toMatchObject({
      code: 2,
      err: expect.stringContaining('invite_id must be an integer, such as 7, not "x"'),
    })
    const unknown = ["invite", "accept", "99", ...of, ...name]
    expect(await outlay(unknown)).toMatchObject({ code: 1, err: expect.stringContaining("99") })
  })

  test("clear, reverse, refund and update transactions", async () => {
    const held = await record("a", "AUTHED", "-40.00")
    expect(held).toMatchObject({ status: "AUTHED", attendees: ["Sam", "Kim"] })
    const cleared = await document(["transaction", "clear", held.id, ...of, "--amount", "38.5"])
    expect(cleared).toMatchObject({ status: "CLEARED", amount: -38.5 })
    const refund = ["transaction", "refund", held.id, ...of]
    await document(refund)
    expect(await outlay(refund)).toMatchObject({ code: 1, err: expect.stringContaining("refund") })
    const other = await record("b", "AUTHED", "-1")
    await document(["transaction", "reverse", other.id, ...of])
    expect(await outlay(["transaction", "clear", other.id, ...of])).toMatchObject({ code: 1 })
    const items = JSON.stringify([{ amount: 1, description: "Coffee" }])
    const updated = await document([
      ...["transaction", "update", other.id, ...of, "--line-items", items],
    ])
    expect(updated.line_items).toMatchObject([{ description: "Coffee" }])
    const updating = ["transaction", "update", other.id, ...of, "--line-items"]
    for (const [broken, message] of [
      ["[{", "--line-items: Invalid JSON at line 1, column 3"],
      ["Coffee", "--line-items: Invalid JSON at line 1, column 1"],
      ['[{"amount":1,"amount":1}]', "--line-items/0/amount: Duplicate key."],
      ['[{"amount":"1"}]', "--line-items/0/amount: Expected a number, not a string."],
    ] as const) {
      expect(await outlay([...updating, broken])).toMatchObject({
        code: 2,
        err: expect.stringContaining(message),
      })
    }
    const fine = `[{"amount":1.${"0".repeat(20)}1}]`
    expect(await outlay([...updating, fine])).toMatchObject({
      err: expect.stringContaining("at most 2 decimal places"),
    })
  })

  test("update a business by its id", async () => {
    const features = ["--features", '{"itemised_tax": true}', "--integration", "null"]
    const updated = await document(["business", "update", "1", "--name", "Quay", ...features])
    expect(updated).toMatchObject({ name: "Quay", features: { itemised_tax: true } })
    expect(await outlay(["business", "update", "99", "--name", "x"])).toMatchObject({ code: 1 })
  })

  test("create, disable and delete a tax rate", async () => {
    const given = ["--name", "GST", "--rate", "0.1", "--is-default-for", "NONE"]
    const made = await document(["tax-rate", "create", ...of, ...given, "--is-enabled", "true"])
    const changed = ["tax-rate", "update", String(made.id), ...of, "--is-enabled", "false"]
    expect(await document(changed)).toMatchObject({ is_enabled: false })
    expect(await outlay(["tax-rate", "remove", String(made.id), ...of])).toEqual({
      code: 0,
      out: "Done.\n",
      err: "",
    })
  })

  test("leave books that match the ledger", async () => {
    expect(await document(["verify"])).toMatchObject({ verified: true })
  })
})

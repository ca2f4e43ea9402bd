import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import openapiTS, { astToString } from "openapi-typescript"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { callBudgets } from "./openapi/budgets.ts"
import { callPeople, endBusiness, makeBusiness } from "./openapi/business.ts"
import { callCategories } from "./openapi/categories.ts"
import { callCustomFields } from "./openapi/custom-fields.ts"
import { type Document, type Operation, operationsOf } from "./openapi/document.ts"
import { callEvents } from "./openapi/events.ts"
import { callInvites } from "./openapi/invites.ts"
import { Judge } from "./openapi/judge.ts"
import { callPlain } from "./openapi/plain.ts"
import { callReceipts } from "./openapi/receipts.ts"
import { callSignIn } from "./openapi/sign-in.ts"
import { callTaxRates } from "./openapi/tax-rates.ts"
import { callTransactions } from "./openapi/transactions.ts"
import { callWebhooks } from "./openapi/webhooks.ts"
import { type Service, startService } from "./service.ts"

const root = join(import.meta.dirname, "../../..")
const document: Document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"))
const operations = operationsOf(document)

/** Message that says which file must call an operation that is never called. */
const uncalled = ({ id }: Operation): string => {
  const file = id
    .replace(/\..*$/u, "")
    .replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
  return `nothing calls ${id}: call it in apps/api/test/openapi/${file}.ts, or give its body an example`
}

describe("every operation of docs/openapi.json, called through openapi-fetch", () => {
  let service: Service
  let judge: Judge
  let token: string
  let client_id: number

  beforeAll(async () => {
    service = await startService()
    judge = new Judge(document, service.url)
    const business = await makeBusiness(judge, service.operatorToken)
    await callPeople(judge, business)
    await callInvites(judge, business, service.linkForInvite)
    await callSignIn(judge, business, service.linkFor)
    const budget_id = await callBudgets(judge, business)
    await callTransactions(judge, business, budget_id)
    await callReceipts(judge, business)
    await callCategories(judge, business)
    await callTaxRates(judge, business, budget_id)
    await callCustomFields(judge, business, budget_id)
    await callWebhooks(judge, business)
    await callPlain(judge, business)
    await callEvents(judge, business)
    await endBusiness(judge, business)
    token = business.annToken
    client_id = business.client_id
  })

  afterAll(() => service?.stop())

  const violationsOf = ({ id }: Operation) =>
    judge.violations.filter((violation) => violation.split(/[ ,]/u)[0] === id)

  const examplesOf = ({ parameters }: Operation) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === "path")
        .map(({ name, example }) => [name, name === "client_id" ? client_id : example]),
    )

  test.each(operations)("$id succeeds with the documented response", (operation) => {
    expect([...judge.touched], uncalled(operation)).toContain(operation.id)
    expect(violationsOf(operation)).toEqual([])
  })

  const needingTokens = operations.filter(({ isPublic }) => !isPublic)
  test.each(needingTokens)("$id without a token returns the documented 401", async (operation) => {
    const path = examplesOf(operation)
    const { status } = await judge.call(operation.id, { token: null, path })
    expect(status).toBe(401)
    expect(violationsOf(operation)).toEqual([])
  })

  test.each(operations)(
    "$id with a misspelt filter returns the documented 400",
    async (operation) => {
      const { status, body } = await judge.call(operation.id, {
        token: operation.isOperators ? service.operatorToken : token,
        path: examplesOf(operation),
        query: { is_deletd: true },
      })
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain("unknown_parameter")
      expect(violationsOf(operation)).toEqual([])
    },
  )

  test("an undocumented response is reported as a violation", async () => {
    const text = JSON.stringify(document).replaceAll('"merchant_name"', '"merchant"')
    const strict = new Judge(JSON.parse(text), service.url)
    await strict.call("transactions.list", { token, path: { client_id } })
    expect(strict.violations.length).toBeGreaterThan(0)
    const { responses: _, ...silent } = document.paths["/v1/businesses/{client_id}/users"]!["get"]!
    const paths = { "/v1/businesses/{client_id}/users": { get: { ...silent, responses: {} } } }
    const mute = new Judge({ ...document, paths }, service.url)
    await mute.call("users.list", { token, path: { client_id } })
    expect(mute.violations).toEqual(["users.list 200: not documented"])
  })
})

/** Compiles only if the generated types match the interface. */
const program = `
import createClient from "openapi-fetch"
import type { paths } from "./paths.ts"

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8080" })
const topups = "/v1/businesses/{client_id}/budgets/{budget_id}/topups"
const path = { client_id: 7, budget_id: "B1" }
const body = { amount: 12.34, description: "Travel" }
const { data, error } = await client.POST(topups, { params: { path }, body })
if (data !== undefined) {
  const amount: number = data.amount
  const status: "APPROVED" | "PENDING" | "DECLINED" | "CANCELLED" = data.status
  console.log(amount, status)
} else {
  const code: string = error.code
  console.log(code)
}
// @ts-expect-error: the amount is a number
await client.POST(topups, { params: { path }, body: { ...body, amount: "12.34" } })
// @ts-expect-error: the body is required
await client.POST(topups, { params: { path } })
// @ts-expect-error: there is no such path
await client.GET("/v1/businesses/{client_id}/topup", { params: { path } })
await client.GET("/v2/businesses/{client_id}/transactions", {
  params: { path: { client_id: 7 }, query: { status: ["AUTHED", "CLEARED"], limit: 10 } },
})
`

test("openapi-typescript generates types with which a program compiles", async () => {
  const types = astToString(await openapiTS(JSON.stringify(document)))
  for (const { id } of operations) expect(types).toContain(`"${id}": {`)
  const folder = join(import.meta.dirname, "../.scratch/openapi-client")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "paths.ts"), types)
  writeFileSync(join(folder, "program.ts"), program)
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      incremental: false,
      noEmit: true,
      allowImportingTsExtensions: true,
      lib: ["es2024", "dom"],
    },
    files: ["program.ts"],
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(root, "node_modules/.bin/tsc")
  const compile = () => execFileSync(tsc, ["-p", folder, "--pretty", "false"], { encoding: "utf8" })
  expect(compile()).toBe("")
  rmSync(folder, { recursive: true })
})

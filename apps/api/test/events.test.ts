import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eventTypes } from "@outlay/domain/fields"
import { canonical, SentWebhooks } from "@outlay/domain/ports"
import { replay } from "@outlay/domain/rules"
import { EventsAsShown } from "@outlay/http-contract"
import { SqliteStorage } from "@outlay/sqlite-storage"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { callBudgets } from "./openapi/budgets.ts"
import { type Business, callPeople, endBusiness, makeBusiness } from "./openapi/business.ts"
import { callCategories } from "./openapi/categories.ts"
import { callCustomFields } from "./openapi/custom-fields.ts"
import type { Document } from "./openapi/document.ts"
import { callInvites } from "./openapi/invites.ts"
import { Judge } from "./openapi/judge.ts"
import { callPlain } from "./openapi/plain.ts"
import { callReceipts } from "./openapi/receipts.ts"
import { callSignIn } from "./openapi/sign-in.ts"
import { callTaxRates } from "./openapi/tax-rates.ts"
import { callTransactions } from "./openapi/transactions.ts"
import { callWebhooks } from "./openapi/webhooks.ts"
import { workplace } from "./outlay.ts"
import { type Service, startService } from "./service.ts"

const root = join(import.meta.dirname, "../../..")
const document: Document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"))

interface Event {
  readonly sequence: number
  readonly hash: string
  readonly id: string
  readonly type: string
  readonly created: string
  readonly actor: { readonly type: string; readonly user_id: number | null }
  readonly data: { readonly [name: string]: unknown }
  readonly previous: { readonly [name: string]: unknown } | null
}

interface EventPage {
  readonly head: { readonly sequence: number; readonly hash: string }
  readonly count: number
  readonly next: string | null
  readonly results: ReadonlyArray<Event>
}

/** Receivers that are gone. */
const goneReceivers = SentWebhooks.layer({
  respond: () => Effect.succeed({ status: 410, retry_after: null }),
})

const here = workplace()
let service: Service
let judge: Judge
let business: Business
let all: ReadonlyArray<Event>

beforeAll(async () => {
  service = await startService(here.path("events.db"), goneReceivers)
  judge = new Judge(document, service.url)
  business = await makeBusiness(judge, service.operatorToken)
  await callPeople(judge, business)
  await callInvites(judge, business, service.linkForInvite)
  await callSignIn(judge, business, service.linkFor)
  const budget_id = await callBudgets(judge, business)
  await callPlain(judge, business)
  await callTransactions(judge, business, budget_id)
  await callReceipts(judge, business)
  await callCategories(judge, business)
  await callTaxRates(judge, business, budget_id)
  await callCustomFields(judge, business, budget_id)
  await callWebhooks(judge, business)
  await callRest(budget_id)
  await endBusiness(judge, business)
  await endPeriod(budget_id)
  all = await listAll()
})
afterAll(() => service?.stop().then(here.leave))

const listAll = async (query: object = {}, limit = 500): Promise<ReadonlyArray<Event>> => {
  const { client_id, annToken: token } = business
  const found: Array<Event> = []
  for (let offset = 0; ; offset += limit) {
    const { results, next } = await judge.succeed<EventPage>("events.list", {
      token,
      path: { client_id },
      query: { ...query, offset, limit },
    })
    found.push(...results)
    if (next === null) return found
  }
}

/** Causes the events that the calls of all operations do not cause. */
const callRest = async (budget_id: string): Promise<void> => {
  const { operator, client_id, ann, cy, annToken: token } = business
  const path = { client_id, budget_id }
  const body = { user: { id: cy } }
  for (const resource of ["budgetMembers", "budgetOwners"]) {
    const id = resource === "budgetMembers" ? "budget_member_id" : "budget_owner_id"
    for (const _ of ["added", "reinstated"]) {
      const person = await judge.succeed(`${resource}.create`, { token, path, body })
      await judge.succeed(`${resource}.remove`, { token, path: { ...path, [id]: person.id } })
    }
  }
  const code = { token, path: { client_id }, body: { code: "9-9", name: "Restored" } }
  const { id: accounting_code_id } = await judge.succeed("accountingCodes.upsert", code)
  await judge.succeed("accountingCodes.remove", { token, path: { client_id, accounting_code_id } })
  await judge.succeed("accountingCodes.upsert", code)
  await judge.succeed("accountingCodes.upsert", { ...code, body: { ...code.body, name: "New" } })
  const authorisation = { external_id: "too-much", user_id: ann, budget_id, amount: 9_999_999 }
  await judge.succeed("authorisations.create", {
    token: operator,
    path: { client_id },
    body: { ...authorisation, merchant_name: "Yachts" },
  })
  await invite(budget_id)
  const webhook = { url: "https://gone.example.com/", event_types: ["*"] }
  await judge.succeed("webhooks.create", { token, path: { client_id }, body: webhook })
  await service.deliver()
}

/** Invites a person as member and owner, who then accepts. */
const invite = async (budget_id: string): Promise<void> => {
  const { operator, client_id, annToken: token } = business
  const { results } = await judge.succeed<{ results: ReadonlyArray<{ id: string }> }>(
    "roles.list",
    { token, path: { client_id } },
  )
  const { id } = await judge.succeed("invites.create", {
    token,
    path: { client_id },
    body: { email: "pat@example.com", role_id: results[0]?.id, payment_types: ["cards"] },
  })
  const path = { client_id, budget_id }
  await judge.succeed("budgetMembers.create", { token, path, body: { invite: { id } } })
  await judge.succeed("budgetOwners.create", { token, path, body: { invite: { id } } })
  await judge.succeed("invites.accept", {
    token: operator,
    path: { client_id, invite_id: id },
    body: { first_name: "Pat", last_name: "Doe" },
  })
}

const endPeriod = async (budget_id: string): Promise<void> => {
  const { operator, client_id, annToken: token } = business
  const now = new Date(Date.now() + 40 * 86_400_000).toISOString()
  await judge.succeed("clock.set", { token: operator, body: { now } })
  await judge.succeed("budgets.get", { token, path: { client_id, budget_id } })
  const late = { external_id: "late", transaction_type: "CARD_TRANSACTION", status: "AUTHED" }
  const auth_date = new Date(Date.now() - 1_000).toISOString()
  await judge.succeed("transactions.record", {
    token: operator,
    path: { client_id },
    body: { ...late, auth_date, merchant_name: "Late", amount: -1, budget_id },
  })
}

/** A session is a token; an ended period has its own schema. */
const exceptional: Readonly<Record<string, string>> = {
  "budget.period_restated": "restated_budget_period",
  "session.ended": "token",
  "session.opened": "token",
}

/** Returns the schema of the data of an event, such as BudgetMember for `budget_member.created`. */
const schemaOf = (type: string): string =>
  (exceptional[type] ?? type.split(".")[0] ?? "")
    .split("_")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("")

describe("the audit trail", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, "document")

  test("has events of every type", () => {
    const seen = new Set(all.map(({ type }) => type))
    expect(Object.keys(eventTypes).filter((type) => !seen.has(type))).toEqual([])
  })

  test("shows each resource in the schema of the interface, before and after", () => {
    for (const { type, data, previous } of all) {
      const validate = ajv.compile({ $ref: `document#/components/schemas/${schemaOf(type)}` })
      expect([type, validate(data), validate.errors]).toEqual([type, true, null])
      if (previous === null) continue
      const { user: _, invite: __, ...rest } = data
      const before = "invite" in previous ? { ...rest, ...previous } : { ...data, ...previous }
      expect([type, validate(before), validate.errors]).toEqual([type, true, null])
      for (const [name, value] of Object.entries(previous)) expect(value).not.toEqual(data[name])
    }
    expect(judge.violations).toEqual([])
  })

  test("has no previous values only for new records", () => {
    const made = /\.(created|recorded|authorised|declined|opened)$/u
    for (const { type, previous } of all.filter((_) => !_.type.startsWith("topup.d"))) {
      expect([type, previous === null]).toEqual([type, made.test(type)])
    }
  })

  test("is in chronological order, and the same when read in pages", async () => {
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, n) => n + 1))
    const times = all.map(({ created }) => created)
    expect(times).toEqual(times.toSorted())
    expect(await listAll({}, 7)).toEqual(all)
  })

  test("is filtered by type and time", async () => {
    const topups = all.filter(({ type }) => type === "topup.approved")
    expect(await listAll({ type: "topup.approved" })).toEqual(topups)
    const [min_created, max_created] = [all[3]?.created ?? "", all[30]?.created ?? ""]
    const within = all.filter((_) => _.created >= min_created && _.created <= max_created)
    expect(await listAll({ min_created, max_created })).toEqual(within)
    const { status } = await judge.call("events.list", {
      token: business.annToken,
      path: { client_id: business.client_id },
      query: { min_created: "2026-02-01T00:00:00Z", max_created: "2026-01-01T00:00:00Z" },
    })
    expect(status).toBe(400)
  })

  test("can be read from any event on, and returns its head", async () => {
    const { client_id, annToken: token } = business
    expect(await listAll({ after_sequence: 20 })).toEqual(all.slice(20))
    const last = all.at(-1) as Event
    const beyond = { token, path: { client_id }, query: { after_sequence: last.sequence } }
    expect((await judge.call("events.list", beyond)).body).toMatchObject({ count: 0, results: [] })
    const query = { type: "topup.approved", limit: 1 }
    const page = { token, path: { client_id }, query }
    const { head } = await judge.succeed<EventPage>("events.list", page)
    expect(head).toEqual({ sequence: last.sequence, hash: last.hash })
  })

  test("is a chain of hashes that any reader can recompute", () => {
    let before = "0".repeat(64)
    for (const { hash, ...shown } of all) {
      const text = before + canonical(shown)
      before = createHash("sha256").update(text).digest("hex")
      expect(hash).toBe(before)
    }
  })

  test("refuses unknown types, also in webhooks", async () => {
    const { client_id, annToken: token } = business
    const path = { client_id }
    const query = { type: "topup.gifted" }
    const response = await judge.call("events.list", { token, path, query })
    expect(response).toMatchObject({ status: 400, body: { code: "unknown_event_type" } })
    for (const event_types of [["topup.gifted"], ["gift.*"], ["topup.created", "topup"]]) {
      const body = { url: "https://books.example.com/", event_types }
      const made = await judge.call("webhooks.create", { token, path, body })
      expect(made).toMatchObject({ status: 400, body: { code: "unknown_event_type" } })
    }
  })

  test("shows the actor, and the data in the responses", async () => {
    const { client_id, annToken: token, ann } = business
    const path = { client_id }
    const body = { name: "Seen", above_amount: 12.34 }
    const policy = await judge.succeed("policies.create", { token, path, body })
    const each = { client_id, policy_id: policy.id }
    const change = { above_amount: 0.5 }
    const changed = await judge.succeed("policies.update", { token, path: each, body: change })
    const [made, updated] = (await listAll()).slice(-2)
    expect(made).toMatchObject({ type: "policy.created", data: policy, previous: null })
    expect(updated).toMatchObject({ type: "policy.updated", data: changed })
    expect(updated?.previous).toMatchObject({ above_amount: 12.34 })
    expect(Object.keys(updated?.previous ?? {}).toSorted()).toEqual(["above_amount", "updated"])
    expect(made?.actor).toMatchObject({ type: "token", user_id: ann })
    const kinds = new Set(all.map(({ actor }) => actor.type))
    expect(kinds).toContain("operator")
  })

  test("explains every stored record", async () => {
    const file = here.path("events.db")
    const replayed = Effect.provide(
      replay(business.client_id),
      SqliteStorage.layer({ file, mode: "readable" }),
    ).pipe(Effect.provide(EventsAsShown))
    const { records, unexplained } = await Effect.runPromise(replayed)
    expect(unexplained).toMatchObject({ total: 0, first: [] })
    expect(records).toBeGreaterThan(50)
  })
})

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  makeRelations,
  personOf,
  type Relation,
  type Relations,
  type RoleName,
  relations,
  roleNames,
} from "./relations.ts"

let world: Relations
beforeAll(async () => {
  world = await makeRelations()
})
afterAll(() => world?.service.stop())

const send = async (token: string, method: string, path: string, body?: object) => {
  const at = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(world.ids[name]))
  const version = at.startsWith("transactions") ? "v2" : "v1"
  const rehearsed = method === "GET" ? "" : "?dry_run=true"
  const url = `${world.service.url}/${version}/businesses/${world.client_id}/${at}${rehearsed}`
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, content: text === "" ? null : JSON.parse(text) }
}

/** Returns the status, and the code of a refusal, the count of a list or the status of a topup. */
const verdict = async (token: string, [method, path, body]: Operation): Promise<string> => {
  const { status, content } = await send(token, method, path, body?.())
  const summary =
    content?.code ?? content?.count ?? (path.includes("topups") ? content?.status : "")
  return `${status} ${summary ?? ""}`.trim()
}

type Operation = readonly [method: string, path: string, body?: () => object]

const budget = "budgets/{budget_id}"
const topup = `${budget}/topups/{topup_id}`
const stranger = () => ({ user: { id: world.ids["stranger"] } })

const operations = {
  "read the budget": ["GET", budget],
  "change the budget": ["PATCH", budget, () => ({ name: "Trips" })],
  "delete the budget": ["DELETE", budget],
  "list the members": ["GET", `${budget}/members`],
  "read a member": ["GET", `${budget}/members/{budget_member_id}`],
  "add a member": ["POST", `${budget}/members`, stranger],
  "remove a member": ["DELETE", `${budget}/members/{budget_member_id}`],
  "list the owners": ["GET", `${budget}/owners`],
  "add an owner": ["POST", `${budget}/owners`, stranger],
  "remove an owner": ["DELETE", `${budget}/owners/{budget_owner_id}`],
  "list the topups": ["GET", `${budget}/topups`],
  "list all topups that wait": ["GET", "topups?status=PENDING"],
  "top up": ["POST", `${budget}/topups`, () => ({ amount: 1, description: "More" })],
  "approve a topup": ["POST", `${topup}/approve`],
  "decline a topup": ["POST", `${topup}/decline`],
  "cancel another's topup": ["POST", `${topup}/cancel`],
  "list transactions": ["GET", "transactions"],
  "read a transaction": ["GET", "transactions/{transaction_id}"],
  "list its movements": ["GET", "transactions/{transaction_id}/movements"],
  "list the periods": ["GET", `${budget}/periods`],
  "list budgets": ["GET", "budgets"],
  "make a budget": ["POST", "budgets", () => ({})],
  "list policies": ["GET", "policies"],
  "read the balance": ["GET", "balance"],
  "list webhooks": ["GET", "webhooks"],
} as const satisfies Record<string, Operation>
type Name = keyof typeof operations

const denied = "403 permission_denied"
const hidden = "404 not_found"
const notTheirs = "403 not_an_approver"

/** Expects the same verdict for all relations except the given ones. */
const but = (others: string, some: Partial<Record<Relation, string>> = {}) =>
  Object.fromEntries(relations.map((_) => [_, some[_] ?? others])) as Record<Relation, string>

/** Expected verdicts. The transaction belongs to the Team Member who spends. */
const expected: Record<RoleName, Record<Name, Record<Relation, string>>> = {
  "Team Member": {
    "read the budget": but("200"),
    "change the budget": but(denied, { owner: "200" }),
    "delete the budget": but(denied, { owner: "204" }),
    "list the members": but("200 4"),
    "read a member": but("200"),
    "add a member": but(denied, { owner: "201" }),
    "remove a member": but(denied, { owner: "204" }),
    "list the owners": but("200 0", { owner: "200 6" }),
    "add an owner": but(denied, { owner: "201" }),
    "remove an owner": but(hidden, { owner: "204" }),
    "list the topups": but("200 0", { owner: "200 2", deputy: "200 1" }),
    "list all topups that wait": but("200 0", { owner: "200 1", deputy: "200 1" }),
    "top up": but(denied, { owner: "200 APPROVED", member: "200 PENDING" }),
    "approve a topup": but(hidden, { owner: "200 APPROVED", deputy: "200 APPROVED" }),
    "decline a topup": but(hidden, { owner: "200 DECLINED", deputy: "200 DECLINED" }),
    "cancel another's topup": but(hidden, { owner: notTheirs, deputy: notTheirs }),
    "list transactions": but("200 0", { owner: "200 3", spender: "200 1", assistant: "200 1" }),
    "read a transaction": but(hidden, { owner: "200", spender: "200", assistant: "200" }),
    "list its movements": but(hidden, { owner: "200 1", spender: "200 1", assistant: "200 1" }),
    "list the periods": but("200 1"),
    "list budgets": but("200 1"),
    "make a budget": but(denied),
    "list policies": but(denied),
    "read the balance": but(denied),
    "list webhooks": but(denied),
  },
  Accountant: {
    "read the budget": but("200"),
    "change the budget": but(denied, { owner: "200" }),
    "delete the budget": but(denied, { owner: "204" }),
    "list the members": but("200 4"),
    "read a member": but("200"),
    "add a member": but(denied, { owner: "201" }),
    "remove a member": but(denied, { owner: "204" }),
    "list the owners": but("200 6"),
    "add an owner": but(denied, { owner: "201" }),
    "remove an owner": but(denied, { owner: "204" }),
    "list the topups": but("200 2"),
    "list all topups that wait": but("200 1"),
    "top up": but(denied, { owner: "200 APPROVED", member: "200 PENDING" }),
    "approve a topup": but(denied, { owner: "200 APPROVED", deputy: "200 APPROVED" }),
    "decline a topup": but(denied, { owner: "200 DECLINED", deputy: "200 DECLINED" }),
    "cancel another's topup": but(denied, { owner: notTheirs, deputy: notTheirs }),
    "list transactions": but("200 3"),
    "read a transaction": but("200"),
    "list its movements": but("200 1"),
    "list the periods": but("200 1"),
    "list budgets": but("200 1"),
    "make a budget": but(denied),
    "list policies": but("200 0"),
    "read the balance": but("200"),
    "list webhooks": but("200 0"),
  },
  Manager: {
    "read the budget": but("200"),
    "change the budget": but("200"),
    "delete the budget": but("204"),
    "list the members": but("200 4"),
    "read a member": but("200"),
    "add a member": but("201"),
    "remove a member": but("204"),
    "list the owners": but("200 6"),
    "add an owner": but("201"),
    "remove an owner": but("204"),
    "list the topups": but("200 2"),
    "list all topups that wait": but("200 1"),
    "top up": but("200 APPROVED"),
    "approve a topup": but(notTheirs, { owner: "200 APPROVED", deputy: "200 APPROVED" }),
    "decline a topup": but(notTheirs, { owner: "200 DECLINED", deputy: "200 DECLINED" }),
    "cancel another's topup": but(notTheirs),
    "list transactions": but("200 3"),
    "read a transaction": but("200"),
    "list its movements": but("200 1"),
    "list the periods": but("200 1"),
    "list budgets": but("200 1"),
    "make a budget": but("400 missing"),
    "list policies": but("200 0"),
    "read the balance": but("200"),
    "list webhooks": but("200 0"),
  },
}

describe("permissions of users through their relations, beyond those of their role", () => {
  const rows = roleNames.flatMap((role) =>
    (Object.keys(operations) as ReadonlyArray<Name>).map((name) => [role, name] as const),
  )
  test.each(rows)("%s: %s", async (role, name) => {
    const found: Partial<Record<Relation, string>> = {}
    for (const relation of relations) {
      found[relation] = await verdict(personOf(world, role, relation).token, operations[name])
    }
    expect(found).toEqual(expected[role][name])
  })

  test("the requester of a topup can see and cancel it, but not approve it", async () => {
    const { token } = world.asker
    const verdictOn = (action: string) => verdict(token, ["POST", `${topup}/${action}`])
    expect(await verdict(token, operations["list the topups"])).toBe("200 1")
    expect(await verdictOn("cancel")).toBe("200 CANCELLED")
    expect(await verdictOn("approve")).toBe(notTheirs)
  })

  test("unknown ids have the same responses as existing ones", async () => {
    const { token } = personOf(world, "Team Member", "none")
    const unknown = "budgets/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"
    const change = (method: string, path: string, body: object) =>
      verdict(token, [method, path, () => body])
    // Roles that read all budgets: the missing permission takes precedence, as without a user.
    expect(await change("PATCH", unknown, { nam: "Trips" })).toBe(denied)
    expect(await change("PATCH", budget, { nam: "Trips" })).toBe(denied)
    expect(await change("PATCH", "budgets/7", { nam: "Trips" })).toBe(hidden)
    // Roles that read no topups: the request is validated first, and then returns 404.
    const approval = `${unknown}/topups/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c/approve`
    expect(await change("POST", approval, { colour: "red" })).toBe("400 unknown_field")
    expect(await change("POST", approval, {})).toBe(hidden)
    expect(await change("POST", `${topup}/approve`, {})).toBe(hidden)
    expect(await verdict(token, ["GET", `${unknown}/topups`])).toBe(hidden)
    expect(await verdict(token, ["GET", `${unknown}/owners`])).toBe(hidden)
  })

  test("a member can request an increase of their own limit only", async () => {
    const member = personOf(world, "Team Member", "member")
    const other = personOf(world, "Team Member", "none")
    const { call, limited, ids } = await limits([member.id, other.id])
    const request = { amount: 1, description: "More" }
    expect(await call(member, "POST", `${limited}/${ids[0]}/topups`, request)).toBe("200 PENDING")
    expect(await call(member, "POST", `${limited}/${ids[1]}/topups`, request)).toBe(denied)
    expect(await call(member, "GET", `${limited}/${ids[0]}/topups`)).toBe("200 1")
    expect(await call(member, "GET", `${limited}/${ids[1]}/topups`)).toBe("200 0")
    expect(await call(other, "GET", `${limited}/${ids[0]}/topups`)).toBe("200 0")
  })
})

/** A budget that allocates 1.00 to each of two users. Calls return verdicts. */
const limits = async (user_ids: ReadonlyArray<number>) => {
  const url = `${world.service.url}/v1/businesses/${world.client_id}`
  const ask = async ({ token }: { readonly token: string }, path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const response = await fetch(`${url}/${path}`, { ...init, headers })
    return { status: response.status, content: JSON.parse(await response.text()) }
  }
  const body = {
    ...{ name: "Limits", reset_amount: 2, reset_period: "NEVER", rollover_funds: false },
    has_member_limits: true,
    members: user_ids.map((id) => ({ user: { id }, reset_amount: 1 })),
    owners: [{ user: { id: world.boss.id } }],
  }
  const made = await ask(world.boss, "budgets", { method: "POST", body: JSON.stringify(body) })
  const limited = `budgets/${made.content.id}/members`
  const members = await ask(world.boss, limited, {})
  const call = async (
    by: { readonly token: string },
    method: string,
    path: string,
    sent?: object,
  ): Promise<string> => {
    const init = sent === undefined ? { method } : { method, body: JSON.stringify(sent) }
    const { status, content } = await ask(by, path, init)
    return `${status} ${content.code ?? content.count ?? content.status}`
  }
  const ids: ReadonlyArray<string> = members.content.results.map((_: { id: string }) => _.id)
  return { call, limited, ids }
}

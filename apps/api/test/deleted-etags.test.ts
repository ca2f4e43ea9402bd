import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "./service.ts"

let service: Service
let base = ""
let token = ""
const paths: Record<string, string> = {}

const call = async (method: string, path: string, as: string, body?: object, headers = {}) => {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    etag: response.headers.get("etag") ?? "",
    // biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes
    body: (text === "" ? null : JSON.parse(text)) as any,
  }
}

const admin = (method: string, path: string, body?: object, headers = {}) =>
  call(method, `${base}${path}`, token, body, headers)

beforeAll(async () => {
  service = await startService()
  const operator = async (path: string, body: object) =>
    (await call("POST", `/operator/v1/businesses${path}`, service.operatorToken, body)).body
  const { client_id, roles } = await operator("", { name: "Acme" })
  base = `/v1/businesses/${client_id}`
  const { id: role_id } = roles.find(({ name }: { name: string }) => name === "Admin")
  token = (await operator(`/${client_id}/tokens`, { name: "Admin", role_id })).token
  const people = ["ann", "ben"].map((name) => ({
    ...{ first_name: name, last_name: "Lee", email: `${name}@example.test`, role_id },
    payment_types: ["cards"],
  }))
  const ids = []
  for (const person of people) ids.push((await operator(`/${client_id}/users`, person)).id)
  const budget = await admin("POST", "/budgets", {
    ...{ name: "Travel", reset_period: "MONTHLY", reset_amount: 100, rollover_funds: false },
    ...{ has_member_limits: false, owners: [{ user: { id: ids[0] } }] },
    members: ids.map((id) => ({ user: { id } })),
  })
  const { results } = (await admin("GET", `/budgets/${budget.body.id}/members`)).body
  paths["member"] = `/budgets/${budget.body.id}/members/${results[1].id}`
  paths["budget"] = `/budgets/${budget.body.id}`
  paths["user"] = `/users/${ids[1]}`
})
afterAll(() => service?.stop())

describe("a change with the ETag of a record that was deleted since returns 404", () => {
  test.each([
    ["member", { reset_amount: 1 }],
    ["budget", { name: "Trips" }],
    ["user", { payment_types: ["bills"] }],
  ])("%s", async (kind, change) => {
    const path = paths[kind] ?? ""
    const { etag } = await admin("GET", path)
    const seen = { "if-match": etag }
    expect((await admin("DELETE", path, undefined, { "if-match": '"other"' })).status).toBe(412)
    expect((await admin("DELETE", path, undefined, seen)).status).toBe(204)
    expect((await admin("GET", path)).body.is_deleted).toBe(true)
    for (const method of ["PATCH", "DELETE"]) {
      const response = await admin(method, path, method === "PATCH" ? change : undefined, seen)
      expect([response.status, response.body.code]).toEqual([404, "not_found"])
    }
  })
})

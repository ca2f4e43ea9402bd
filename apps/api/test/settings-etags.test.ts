import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { clientOf, makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let base = ""
let token = ""
const paths: Record<string, string> = {}
beforeAll(async () => {
  service = await startService()
  const { client_id, params, tokenOf } = await makeBusiness(service)
  base = `/v1/businesses/${client_id}`
  token = await tokenOf("Admin")
  const client = clientOf(service, token)
  const category = await client.categories.create({ params, body: { name: "Gifts" } })
  const field = await client.customFields.create({
    params,
    body: { name: "Project", field_type: "LIST" },
  })
  const of = { ...params, custom_field_id: field.id }
  const option = await client.customFieldOptions.create({ params: of, body: { text: "Perth" } })
  const body = { name: "Region", field_type: "LIST" } as const
  const other = await client.customFields.create({ params, body })
  paths["category"] = `/categories/${category.id}`
  paths["option"] = `/custom-fields/${field.id}/options/${option.id}`
  paths["option of another field"] = `/custom-fields/${other.id}/options/${option.id}`
})
afterAll(() => service?.stop())

const ask = async (method: string, path: string, headers: object = {}, body?: object) => {
  const response = await fetch(service.url + base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    tag: response.headers.get("etag"),
    body: text === "" ? null : JSON.parse(text),
  }
}

describe.each([
  ["category", { name: "Presents" }, { name: "Samples" }],
  ["option", { text: "Sydney" }, { enabled: false }],
] as const)("a %s", (kind, first, second) => {
  test("can be read with its ETag, changed with it, and is gone after its deletion", async () => {
    const path = paths[kind] ?? ""
    const read = await ask("GET", path)
    expect(read).toMatchObject({ status: 200, tag: expect.stringMatching(/^".+"$/u) })
    const list = await ask("GET", path.slice(0, path.lastIndexOf("/")))
    expect(list.body.results).toContainEqual(read.body)
    const known = await ask("GET", path, { "if-none-match": read.tag })
    expect([known.status, known.body]).toEqual([304, null])

    const blind = await ask("PATCH", path, { "if-match": '"another"' }, first)
    expect([blind.status, blind.body.code]).toEqual([412, "precondition_failed"])
    expect((await ask("GET", path)).body).toEqual(read.body)
    const changed = await ask("PATCH", path, { "if-match": read.tag }, first)
    expect(changed).toMatchObject({ status: 200, body: first })
    expect((await ask("GET", path)).tag).toBe(changed.tag)

    const late = await ask("PATCH", path, { "if-match": read.tag }, second)
    expect(late.status).toBe(412)
    expect((await ask("GET", path)).body).toEqual(changed.body)
    expect((await ask("DELETE", path, { "if-match": read.tag })).status).toBe(412)
    expect((await ask("DELETE", path, { "if-match": changed.tag })).status).toBe(204)
    expect((await ask("GET", path)).body.code).toBe("not_found")
    expect((await ask("PATCH", path, { "if-match": changed.tag }, first)).status).toBe(404)
  })
})

test.each(["option of another field", "category", "option"])(
  "an unknown %s returns 404, regardless of the ETag",
  async (kind) => {
    const path = (paths[kind] ?? "").replace(/[0-9a-f]{12}$/u, (id) =>
      kind === "option of another field" ? id : "00000000dead",
    )
    expect((await ask("GET", path)).status).toBe(404)
  },
)

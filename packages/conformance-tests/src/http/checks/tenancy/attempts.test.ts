import { expect, test } from "vitest"
import type { Business } from "../../check.ts"
import {
  callOf,
  holds,
  inBody,
  kindOf,
  kinds,
  missingId,
  operationIds,
  parametersOf,
  pathsOf,
} from "./attempts.ts"
import { tenant } from "./businesses.ts"

const spec = tenant("one")
const named = (kind: string) =>
  new Proxy({}, { get: (_, key) => `${kind}/${String(key)}` }) as { readonly [key: string]: string }
const ids = Object.fromEntries(
  [...Object.values(kinds), "roles"].map((kind) => [kind, named(kind)]),
)
const one = { spec, ids, client_id: "1", tokens: {}, missing: [] } as unknown as Business

test.each(operationIds)("%s has records of the small business to work on", (operation) => {
  const paths = pathsOf(one, operation, 3)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    expect(Object.keys(path).sort()).toEqual([...parametersOf(operation)].sort())
    expect(callOf(one, operation, path).path).toEqual(path)
  }
})

test("ids that belong together stay together", () => {
  expect(pathsOf(one, "custom-field-options.remove", 1)).toEqual([
    { custom_field_id: "custom_fields/project", option_id: "custom_field_options/project.bridge" },
  ])
  expect(pathsOf(one, "member-topups.create", 1)).toEqual([
    { budget_id: "budgets/limits", budget_member_id: "budget_members/limits.bo" },
  ])
  expect(pathsOf(one, "topups.create", 9)).toEqual([{ budget_id: "budgets/pool" }])
})

test("paths with a missing id are omitted, and many are thinned out", () => {
  const lacking = { ...one, ids: { ...ids, budgets: {} } } as unknown as Business
  expect(pathsOf(lacking, "budgets.get", 3)).toEqual([])
  expect(pathsOf(one, "users.get", 1)).toHaveLength(1)
})

test.each([
  ["17", "2147480000"],
  ["0a1b2c3d-0000-4000-8000-00000000000f", "00000000-0000-4000-8000-00000000dead"],
  ["t-17", "no-such-id"],
])("no record has an id like %s", (like, missing) => {
  expect(missingId(like)).toBe(missing)
})

test("ids of users and invites are numbers in bodies", () => {
  expect(inBody("users", "17")).toBe(17)
  expect(inBody("invites", "17")).toBe(17)
  expect(inBody("budgets", "17")).toBe("17")
})

test.each([
  [{ b: 1, a: "x" }, "{a: string,b: number}"],
  [[{ a: 1 }, { a: 2 }], "[{a: number}]"],
  [null, "null"],
  [undefined, "undefined"],
  ["text", "string"],
])("the kind of %j is %s", (body, kind) => {
  expect(kindOf(body)).toBe(kind)
})

test.each([
  [{ user: { id: 17 } }, true],
  [{ users: ["17"] }, true],
  [{ id: 170, name: "17 x", user: null }, false],
  [undefined, false],
])("17 occurs in %j: %s", (body, found) => {
  expect(holds(body, "17")).toBe(found)
})

import { expect, test } from "vitest"
import {
  at,
  bindingOf,
  boundBody,
  boundOperation,
  boundResponse,
  noBinding,
  WrongBinding,
} from "./bindings.ts"

const faults = (json: unknown): string => {
  try {
    bindingOf(json)
    return "none"
  } catch (error) {
    if (error instanceof WrongBinding) return error.message
    throw error
  }
}

test.each<[what: string, json: unknown, parts: ReadonlyArray<string>]>([
  ["a value that is no object", [], ["a binding is"]],
  ["no operations", {}, ["a binding is"]],
  ["an unknown operation", { operations: { "users.fire": {} } }, ["users.fire", "no such"]],
  [
    "an operation that the document shows",
    { operations: { "users.list": { path: "/x" } } },
    ["shows"],
  ],
  [
    "a shown path of an operation whose body is not shown",
    { operations: { "topups.create": { path: "/x", body: {} } } },
    ["only its body and response"],
  ],
  ["an operation whose binding is no object", { operations: { "roles.list": 1 } }, ["an object"]],
  [
    "a parameter that the operation does not have",
    { operations: { "invites.list": { path: "/v1/{business}/invites" } } },
    ["invites.list.path: there is no {business}; it has {client_id}"],
  ],
  [
    "all errors at once",
    {
      operations: {
        "invites.create": {
          method: "SEND",
          path: "x",
          response: { id: "id" },
          results: 1,
          extra: 1,
        },
      },
    },
    [
      "method: must be one of",
      "path: must begin with /",
      "response: must be an object",
      "results: must be a JSON",
      "extra: unknown",
    ],
  ],
])("a binding file is refused: %s", (_, json, parts) => {
  const message = faults(json)
  for (const part of parts) expect(message).toContain(part)
})

test.each([
  ["", { a: 1 }, { a: 1 }],
  ["/a", { a: 1 }, 1],
  ["/a/0/b", { a: [{ b: 2 }] }, 2],
  ["/a~1b", { "a/b": 3 }, 3],
  ["/a~0b", { "a~b": 4 }, 4],
  ["/a/b", { a: null }, undefined],
  ["/a/b", {}, undefined],
])("the pointer %j into %j", (pointer, value, found) => {
  expect(at(value, pointer)).toEqual(found)
})

const moved = bindingOf({
  operations: {
    "invites.create": {
      method: "PUT",
      path: "/api/{client_id}/invitations",
      body: { person: { mail: "{/email}" }, kinds: "{/payment_types}", note: "{/absent}", v: 2 },
      response: { id: "/data/id", email: "/data/mail" },
    },
    "invites.list": { results: "/data/items", response: { id: "/key" } },
  },
})

test("a moved operation: its body is filled in and its response is read", () => {
  expect(boundOperation(moved, "invites.create")).toEqual({
    method: "PUT",
    path: "/api/{client_id}/invitations",
    shown: false,
  })
  const body = { email: "a@example.test", payment_types: ["cards"] }
  expect(boundBody(moved, "invites.create", body)).toEqual({
    person: { mail: "a@example.test" },
    kinds: ["cards"],
    v: 2,
  })
  const responseBody = { data: { id: 7, mail: "a@example.test" } }
  expect(boundResponse(moved, "invites.create", responseBody)).toMatchObject({
    id: 7,
    email: "a@example.test",
  })
})

test("a body can be bound if the document shows its path but not its body", () => {
  const bound = bindingOf({
    operations: {
      "topups.create": { body: { by: "{/amount}" }, response: { amount: "/by" } },
    },
  })
  expect(boundOperation(bound, "topups.create")).toEqual(boundOperation(noBinding, "topups.create"))
  expect(boundBody(bound, "topups.create", { amount: 1.5, description: "x" })).toEqual({ by: 1.5 })
  expect(boundResponse(bound, "topups.create", { by: 1.5 })).toMatchObject({ amount: 1.5 })
})

test("the records of a list are found and read one by one", () => {
  const responseBody = { count: 1, data: { items: [{ key: 9, used: false }] } }
  expect(boundResponse(moved, "invites.list", responseBody).results).toEqual([
    { id: 9, key: 9, used: false },
  ])
})

test("everything is as in the settlement if there is no binding", () => {
  const body = { amount: 1 }
  expect(boundBody(noBinding, "topups.create", body)).toBe(body)
  expect(boundResponse(noBinding, "topups.create", body)).toBe(body)
  expect(boundOperation(noBinding, "roles.list").path).toBe("/v1/businesses/{client_id}/roles")
})

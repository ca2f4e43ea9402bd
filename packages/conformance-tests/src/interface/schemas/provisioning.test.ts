import { Ajv2020 } from "ajv/dist/2020.js"
import { expect, test } from "vitest"
import { world } from "../world/index.ts"
import { provisioningSchemas } from "./provisioning.ts"

const ajv = new Ajv2020({ allErrors: true })
const businesses = Object.entries(world(42, new Date("2026-11-21T12:00:00.000Z")))
const validate = ajv.compile(provisioningSchemas.business)

test.each(businesses)("%s matches the schema", (_, spec) => {
  validate(spec)
  expect(validate.errors).toBeNull()
})

const alpha = businesses[0]?.[1]
test.each([
  ["a number for an amount", { topups: [{ ...alpha?.topups[0], amount: 1.5 }] }],
  ["an unknown role", { tokens: [{ key: "a", role: "owner", state: "valid" }] }],
  [
    "a date without a time",
    { transactions: [{ ...alpha?.transactions[0], auth_date: "2026-01-01" }] },
  ],
  [
    "a member with two people",
    { budgets: [{ ...alpha?.budgets[0], members: [{ key: "a", user: "u", invite: "i" }] }] },
  ],
  ["an unknown property", { colour: "red" }],
])("%s is refused", (_, changes) => {
  expect(validate({ ...alpha, ...changes })).toBe(false)
})

test.each([
  [{ message: "start", version: 1, run: "r" }, true],
  [{ message: "world", business: alpha }, true],
  [{ message: "act", act: "crash", with: {} }, true],
  [{ message: "stop" }, true],
  [{ message: "act", act: "explode", with: {} }, false],
  [{ message: "start", version: 2, run: "r" }, false],
])("request %#: %o", (request, valid) => {
  expect(ajv.validate(provisioningSchemas.request, request)).toBe(valid)
})

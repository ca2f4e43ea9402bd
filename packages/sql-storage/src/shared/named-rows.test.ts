import { expect, test } from "vitest"
import { NamedRows } from "./named-rows.ts"

const sizeWith = (count: number): number => {
  const rows = new NamedRows(7)
  const then = { through: "2026-03-31", name: "Meals", accounting_code_id: null }
  const locked = Array.from({ length: count }, () => then)
  const meals = { id: "meals", name: "Food", accounting_code_id: null, is_deleted: false, locked }
  rows.categories.learn(["meals"], [meals])
  return rows.size
}

test("the size of a category includes its values on locked days", () => {
  const each = sizeWith(1) - sizeWith(0)
  expect(each).toBeGreaterThan(2 * "2026-03-31Meals".length)
  expect(sizeWith(100) - sizeWith(0)).toBe(100 * each)
})

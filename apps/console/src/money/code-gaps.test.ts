import { expect, test } from "vitest"
import type { Category, SpendGroup } from "../api/records.ts"
import { uncodedOf } from "./code-gaps.ts"

const group = (key: string | null, count: number): SpendGroup => ({
  ...{ keys: [key], count, spent: 1, refunded: 0 },
})

const category = (id: string, accounting_code_id: string | null) =>
  ({ id, name: id, accounting_code_id }) as Category

test("uncoded spending has no category, or one without a code", () => {
  const categories = [category("travel", "code"), category("fees", null), category("gifts", null)]
  const groups = [group("travel", 9), group("fees", 1), group(null, 3), group("deleted", 5)]
  expect(uncodedOf(groups, categories).map(({ category: of, count }) => [of?.id, count])).toEqual([
    [undefined, 3],
    ["fees", 1],
  ])
})

import type { LineItemSpec, TransactionSpec } from "../../../interface/world/spec.ts"
import type { Check, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { type Pair, sameBag } from "../comparison.ts"
import { canonical, requires } from "../steps.ts"
import { transactionPairs } from "./transactions.ts"

type Row = Omit<Check, "profile">

const itemsOf = ({ record }: Pair<TransactionSpec>): ReadonlyArray<Json> =>
  Array.isArray(record.line_items) ? record.line_items : []

const pairsWithItems = async (trial: Trial): Promise<ReadonlyArray<Pair<TransactionSpec>>> => {
  requires(trial, "transactions.line_items")
  const pairs = (await transactionPairs(trial)).filter(({ made }) => made.line_items.length > 0)
  const shown = pairs.filter((pair) => itemsOf(pair).length === pair.made.line_items.length)
  if (shown.length === 0) trial.blocked("no transaction shows the line items that it has")
  return shown
}

const magnitude = (shown: Json): unknown => (typeof shown === "number" ? Math.abs(shown) : shown)

/** Values that the items of a transaction show, in any order. */
const bags: ReadonlyArray<{
  readonly field: string
  readonly title: string
  readonly expected: (made: LineItemSpec) => unknown
  readonly shown: (item: Json) => unknown
}> = [
  {
    field: "amount",
    title: "Line items show their amounts as numbers, to the cent",
    expected: ({ amount }) => Number(amount),
    shown: ({ amount }) => magnitude(amount),
  },
  {
    field: "gst-amount",
    title: "Line items show their GST as numbers, to the cent",
    expected: ({ gst_amount }) => Number(gst_amount),
    shown: ({ gst_amount }) => magnitude(gst_amount),
  },
  {
    field: "description",
    title: "Line items show their descriptions letter by letter",
    expected: ({ description }) => description,
    shown: ({ description }) => description,
  },
  {
    field: "custom-fields",
    title: "Line items show the values of their custom fields",
    expected: ({ custom_fields }) =>
      custom_fields.map(({ field_name, entry_text }) => `${field_name}: ${entry_text}`).sort(),
    shown: ({ custom_fields }) =>
      Array.isArray(custom_fields)
        ? custom_fields.map((value) => `${value?.field_name}: ${value?.entry_text}`).sort()
        : custom_fields,
  },
]

const bagCheck = ({ field, title, expected, shown }: (typeof bags)[number]): Row => ({
  id: `line-items.${field}`,
  requirement: `line-items.${field}`,
  title,
  scenario: "alpha",
  run: async (trial: Trial) => {
    for (const pair of await pairsWithItems(trial)) {
      const expectedItems = pair.made.line_items.map(expected)
      const seen = itemsOf(pair).map(shown)
      trial.expect(
        sameBag(seen, expectedItems),
        `the line items of ${pair.made.key} (id ${pair.record.id}) show ${JSON.stringify(expectedItems)}`,
        seen,
      )
    }
  },
})

/** Pairs each item with its specification, if descriptions tell them apart. */
const itemPairs = (pair: Pair<TransactionSpec>) =>
  pair.made.line_items.flatMap((made) => {
    const found = itemsOf(pair).filter(({ description }) => description === made.description)
    return found.length === 1 ? [{ made, item: found[0] as Json }] : []
  })

const checkCategories = async (trial: Trial): Promise<void> => {
  const known = new Map<string, string>()
  requires(trial, "categories")
  for (const pair of await pairsWithItems(trial)) {
    for (const { made, item } of itemPairs(pair)) {
      const { category } = item
      const isObject = typeof category === "object" && category !== null
      const of = `a line item of ${pair.made.key} (id ${pair.record.id})`
      if (made.category === undefined) {
        trial.expect(!isObject, `${of} that has no category shows none`, category)
        continue
      }
      trial.expect(isObject, `${of} shows its category as an object`, category)
      const before = known.get(made.category) ?? canonical(category)
      known.set(made.category, before)
      trial.expect(canonical(category) === before, `${of} shows the category ${before}`, category)
    }
  }
  const shown = [...known.values()]
  trial.expect(new Set(shown).size === shown.length, "categories that tell from each other", shown)
}

export const lineItems = checksOf("read", [
  {
    id: "line-items.id",
    requirement: "line-items.id",
    title: "Line items of a transaction show ids that are text and differ",
    scenario: "alpha",
    run: async (trial: Trial) => {
      for (const pair of await pairsWithItems(trial)) {
        const ids = itemsOf(pair).map(({ id }) => id)
        trial.expect(
          ids.every((id) => typeof id === "string") && new Set(ids).size === ids.length,
          `the line items of ${pair.made.key} (id ${pair.record.id}) have ids of text that differ`,
          ids,
        )
      }
    },
  },
  ...bags.map(bagCheck),
  {
    id: "line-items.category",
    requirement: "line-items.category",
    title: "Line items show their category, the same for the same one",
    scenario: "alpha",
    run: checkCategories,
  },
])

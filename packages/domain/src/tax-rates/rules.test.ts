import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness, aTaxRate, type Expected, judge, now } from "../../test/given.ts"
import type { Integration } from "../core/records/businesses.ts"
import type { UpdateTaxRate } from "../core/records/tax-rates.ts"
import { decideTaxRate, decideTaxRateRemoval, decideTaxRateUpdate } from "./rules.ts"

const key = { client_id: 7, tax_rate_id: "rate-1" }
const tax_rate = aTaxRate()
const context = { business: aBusiness(), tax_rate }
const nowhere = { business: aBusiness(), tax_rate: null }

const command = {
  id: "rate-1",
  name: "GST",
  rate: 100_000,
  is_default_for: "DOMESTIC",
  is_enabled: true,
  now,
} as const

const sources: ReadonlyArray<readonly [Integration | null, string]> = [
  [null, "MANUAL"],
  ["MANUAL", "MANUAL"],
  ["XERO", "INTEGRATION"],
]

interface Row {
  readonly name: string
  readonly patch: UpdateTaxRate
  readonly expected: Expected
}

const changes: ReadonlyArray<Row> = [
  {
    name: "the fields that are named",
    patch: { name: "Old GST", code: null, is_enabled: false },
    expected: {
      verdict: ["tax_rates name=Old GST code=null is_enabled=false", "event tax_rate.updated"],
    },
  },
  {
    name: "the rate and its scope",
    patch: { rate: 125_000, is_default_for: "BOTH" },
    expected: {
      verdict: ["tax_rates rate=125000 is_default_for=BOTH", "event tax_rate.updated"],
    },
  },
  {
    name: "what is said already changes nothing",
    patch: { name: tax_rate.name, rate: tax_rate.rate },
    expected: { verdict: [] },
  },
]

describe("tax rates", () => {
  test.each(sources)("created while %s is connected: %s", (integration, source) => {
    const made = decideTaxRate({ business: aBusiness({ integration }), tax_rate: null }, command)
    judge(made, { verdict: ["tax_rates created", "event tax_rate.created"] })
    const { result } = Result.getOrThrow(made)
    expect(result).toMatchObject({ name: "GST", rate: 100_000, code: null, source })
  })

  test.each(changes)("changed: $name", ({ patch, expected }) =>
    judge(decideTaxRateUpdate(context, key, patch, now), expected),
  )

  test("one that is not there is neither changed nor deleted", () => {
    judge(decideTaxRateUpdate(nowhere, key, { rate: 1 }, now), { verdict: "NotFound" })
    judge(decideTaxRateRemoval(nowhere, key), { verdict: "NotFound" })
  })

  test("deleted: the row goes, and the event says which", () => {
    const removal = decideTaxRateRemoval(context, key)
    judge(removal, { verdict: ["tax_rates removed", "event tax_rate.deleted"] })
    expect(removal).toMatchObject({ success: { events: [{ data: tax_rate }] } })
  })
})

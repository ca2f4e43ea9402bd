import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aTaxRate } from "../../test/accounts.ts"
import { aBusiness, type Expected, judge, now } from "../../test/given.ts"
import { lockedBooks } from "../../test/transactions.ts"
import type { Integration } from "../core/records/businesses.ts"
import type { UpdateTaxRate } from "../core/records/tax-rates.ts"
import {
  decideTaxRate,
  decideTaxRateRemoval,
  decideTaxRateUpdate,
  defaultTaxRate,
} from "./rules.ts"

const key = { client_id: 7, tax_rate_id: "rate-1" }
const tax_rate = aTaxRate()
const context = { business: aBusiness(), tax_rate, books: null }
const nowhere = { ...context, tax_rate: null }

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
    name: "only the given fields",
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
    name: "nothing for equal values",
    patch: { name: tax_rate.name, rate: tax_rate.rate },
    expected: { verdict: [] },
  },
]

describe("tax rates", () => {
  test.each(sources)("created while %s is connected: %s", (integration, source) => {
    const made = decideTaxRate({ ...nowhere, business: aBusiness({ integration }) }, command)
    judge(made, { verdict: ["tax_rates created", "event tax_rate.created"] })
    const { result } = Result.getOrThrow(made)
    expect(result).toMatchObject({ name: "GST", rate: 100_000, code: null, source })
  })

  test.each(changes)("changed: $name", ({ patch, expected }) =>
    judge(decideTaxRateUpdate(context, key, patch, now), expected),
  )

  test("an unknown tax rate can be neither changed nor deleted", () => {
    judge(decideTaxRateUpdate(nowhere, key, { rate: 1 }, now), { verdict: "NotFound" })
    judge(decideTaxRateRemoval(nowhere, key, now), { verdict: "NotFound" })
  })

  test("deleted: the row stays for locked days, and the event reports it", () => {
    const removal = decideTaxRateRemoval(context, key, now)
    judge(removal, { verdict: ["tax_rates is_deleted=true", "event tax_rate.deleted"] })
    expect(removal).toMatchObject({ success: { events: [{ data: { id: tax_rate.id } }] } })
  })

  test("the version that locked days show is saved once, at a change or at the deletion", () => {
    const closed = { ...context, books: lockedBooks("2026-03-31") }
    const { name, rate, code, is_default_for, is_enabled } = tax_rate
    const was = { through: "2026-03-31", name, rate, code, is_default_for, is_enabled }
    const { result } = Result.getOrThrow(decideTaxRateUpdate(closed, key, { rate: 1 }, now))
    expect(result).toEqual({ ...tax_rate, rate: 1, locked: [was], updated: now })
    const twice = { ...closed, tax_rate: result }
    judge(decideTaxRateRemoval(twice, key, now), {
      verdict: ["tax_rates is_deleted=true", "event tax_rate.deleted"],
    })
    const { writes } = Result.getOrThrow(decideTaxRateRemoval(closed, key, now))
    expect(writes).toMatchObject([{ after: { is_deleted: true, locked: [was] } }])
    judge(decideTaxRateUpdate(closed, key, { rate }, now), { verdict: [] })
  })

  test("a deleted tax rate is never the default", () => {
    const first = aTaxRate({ is_deleted: true, created: "2026-01-01T00:00:00.000Z" })
    expect(defaultTaxRate([first], "DOMESTIC")).toBe(null)
    expect(defaultTaxRate([first, tax_rate], "DOMESTIC")).toBe(tax_rate)
  })
})

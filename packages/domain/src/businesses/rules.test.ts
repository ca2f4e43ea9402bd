import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness, aRole, now, refusal, verdict } from "../../test/given.ts"
import type { UpdateBusiness } from "../core/records/businesses.ts"
import { roleNames } from "../roles/rules.ts"
import {
  type BusinessCommand,
  decideBusiness,
  decideBusinessUpdate,
  systemCategories,
} from "./rules.ts"

const command = (fields: Partial<BusinessCommand> = {}): BusinessCommand => ({
  name: "Acme",
  client_id: 7,
  role_ids: roleNames.map((name) => `role-${name}`),
  category_ids: systemCategories.map((name) => `category-${name}`),
  now,
  ...fields,
})

describe("decideBusiness", () => {
  test("creates the four roles, the system categories and the wallet", () => {
    expect(verdict(decideBusiness(command()))).toEqual([
      "businesses created",
      ...roleNames.map(() => "roles created"),
      ...systemCategories.map(() => "categories created"),
      "wallets created",
      "event business.created",
      "event wallet.created",
      ...systemCategories.map(() => "event category.created"),
    ])
  })

  test("is in AUD, without features or integration, by default", () => {
    const { result } = Result.getOrThrow(decideBusiness(command()))
    expect(result).toEqual({
      client_id: 7,
      name: "Acme",
      currency: "AUD",
      features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
      integration: null,
      roles: roleNames.map((name) => ({ id: `role-${name}`, name })),
      created: now,
      updated: now,
    })
  })

  test("creates an empty wallet in the currency of the business", () => {
    const { result, writes } = Result.getOrThrow(
      decideBusiness(
        command({ currency: "JPY", features: { itemised_tax: true }, integration: "XERO" }),
      ),
    )
    expect(result).toMatchObject({
      currency: "JPY",
      features: { expense_assistant: false, itemised_tax: true, hold_to_wallet: false },
      integration: "XERO",
    })
    expect(writes.at(-1)?.after).toMatchObject({ client_id: 7, currency: "JPY", balance: 0 })
  })

  test("marks the roles and categories as the system's own", () => {
    const { writes } = Result.getOrThrow(decideBusiness(command()))
    const of = (table: string) => writes.filter((_) => _.table === table).map((_) => _.after)
    expect(of("roles")).toEqual(of("roles").map((_) => ({ ..._, is_deletable: false })))
    expect(of("categories")).toEqual(
      of("categories").map((_) => ({ ..._, custom: false, enabled: true, is_deleted: false })),
    )
  })

  test.each(["AUS", "aud", "XXX", ""])("refuses the currency %j", (currency) => {
    const refused = refusal(decideBusiness(command({ currency })))
    expect(refused).toMatchObject({ _tag: "UnknownReference", what: "currency" })
    expect(refused.pointer).toBe("/currency")
  })
})

describe("decideBusinessUpdate", () => {
  const update = (patch: UpdateBusiness, business: ReturnType<typeof aBusiness> | null) =>
    decideBusinessUpdate({ business, roles: [aRole()] }, { client_id: 7 }, patch, now)

  const both = aBusiness({
    features: { expense_assistant: true, itemised_tax: true, hold_to_wallet: false },
    integration: "XERO",
  })
  const rows: ReadonlyArray<readonly [string, UpdateBusiness, string]> = [
    ["the name", { name: "Ajax" }, "businesses name=Ajax"],
    [
      "one feature but not the other",
      { features: { itemised_tax: false } },
      'businesses features={"expense_assistant":true,"itemised_tax":false,"hold_to_wallet":false}',
    ],
    ["the integration", { integration: "MYOB" }, "businesses integration=MYOB"],
    ["to no integration", { integration: null }, "businesses integration=null"],
  ]
  test.each(rows)("changes %s", (_, patch, expected) => {
    expect(verdict(update(patch, both))).toEqual([expected, "event business.updated"])
  })

  test.each([{}, { name: both.name, features: both.features }])(
    "changes nothing by %j",
    (patch) => {
      const result = update(patch, both)
      expect(verdict(result)).toEqual([])
      expect(Result.getOrThrow(result).result.updated).toBe(both.updated)
    },
  )

  test("refuses an unknown business", () => {
    expect(refusal(update({ name: "Ajax" }, null))._tag).toBe("NotFound")
  })
})

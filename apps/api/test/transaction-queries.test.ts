import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let client_id = 0
const tokens: Record<string, string> = {}
beforeAll(async () => {
  service = await startService()
  const business = await makeBusiness(service)
  client_id = business.client_id
  for (const { name } of business.roles) tokens[name] = await business.tokenOf(name)
})
afterAll(() => service?.stop())

const ask = async (query: string, as: string | null = "Accountant", of = client_id) => {
  const response = await fetch(`${service.url}/v2/businesses/${of}/transactions?${query}`, {
    headers: as === null ? {} : { authorization: `Bearer ${tokens[as]}` },
  })
  const body = (await response.json()) as {
    readonly code?: string
    readonly errors?: ReadonlyArray<{ readonly parameter: string; readonly code: string }>
  }
  const faults = (body.errors ?? []).map(({ parameter, code }) => `${parameter} ${code}`)
  return { status: response.status, code: body.code, faults }
}

const long = (length: number) => "x".repeat(length)
const marks = encodeURIComponent(`a${"\u0301".repeat(40)}`)
const uuid = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"

/** Refusals of each filter. */
const refusals: ReadonlyArray<readonly [query: string, ...faults: ReadonlyArray<string>]> = [
  ["category_id=", "category_id malformed"],
  ["category_id=12", "category_id malformed"],
  [`category_id=${uuid.toUpperCase()}`, "category_id malformed"],
  [`category_id=${uuid}&category_id=${uuid}`, "category_id repeated_parameter"],
  ["custom_field=Project", "custom_field malformed"],
  ["custom_field=:Perth", "custom_field too_short"],
  ["custom_field=Project:", "custom_field too_short"],
  ["custom_field=Project:%20", "custom_field too_short"],
  [`custom_field=${long(129)}:Perth`, "custom_field too_long"],
  [`custom_field=Project:${long(1001)}`, "custom_field too_long"],
  ["custom_field=Pro%00ject:Perth", "custom_field control_character"],
  [`custom_field=Project:${marks}`, "custom_field too_many_marks"],
  ["custom_field=a:b&custom_field=c:d", "custom_field repeated_parameter"],
  ["sort=", "sort not_allowed"],
  ["sort=colour", "sort not_allowed"],
  ["sort=AMOUNT", "sort not_allowed"],
  ["sort=--amount", "sort not_allowed"],
  ["sort=amount,-auth_date", "sort not_allowed"],
  ["sort=amount&sort=amount", "sort repeated_parameter"],
  ["search=", "search too_short"],
  ["search=%09", "search too_short"],
  ["search=a%00", "search control_character"],
  [`search=${long(129)}`, "search too_long"],
  [`search=${marks}`, "search too_many_marks"],
  ["search=a&search=b", "search repeated_parameter"],
  ["has_receipt=yes", "has_receipt wrong_type"],
  ["has_category=none", "has_category wrong_type"],
  ["has_receipt=TRUE", "has_receipt wrong_type"],
  ["min_amount=", "min_amount wrong_type"],
  ["min_amount=1e3", "min_amount wrong_type"],
  ["min_amount=%2B1", "min_amount wrong_type"],
  ["min_amount=-1", "min_amount out_of_range"],
  ["max_amount=10000000000", "max_amount amount_out_of_range"],
  ["max_amount=12.345", "max_amount too_many_decimals"],
  ["min_amount=2&max_amount=1", "min_amount not_in_order"],
  ["min_auth_date=2026-02-30", "min_auth_date invalid_date"],
  ["min_auth_date=2026-02-02&max_auth_date=2026-02-01", "min_auth_date not_in_order"],
  ["max_cleared_date=today", "max_cleared_date invalid_date"],
  ["min_cleared_date=2026-02-02&max_cleared_date=2026-02-01", "min_cleared_date not_in_order"],
  ["updated_after=2026-02-01", "updated_after invalid_timestamp"],
  ["user_id=0", "user_id out_of_range"],
  ["user_id=ann", "user_id wrong_type"],
  ["budget_id=1", "budget_id malformed"],
  ["transaction_type=CASH", "transaction_type not_allowed"],
  ["status=REVERSED", "status not_allowed"],
  ["expense_status=DONE", "expense_status not_allowed"],
  ["category=x", "category unknown_parameter"],
]

/** Two errors at once: both are reported. Invalid values take precedence over rules. */
const together: ReadonlyArray<readonly [query: string, ...faults: ReadonlyArray<string>]> = [
  ["sort=x&category_id=y", "sort not_allowed", "category_id malformed"],
  ["custom_field=x&search=", "custom_field malformed", "search too_short"],
  ["min_amount=x&max_amount=-1", "min_amount wrong_type", "max_amount out_of_range"],
  ["sort=x&colour=y", "sort not_allowed", "colour unknown_parameter"],
  ["sort=x&limit=0", "sort not_allowed", "limit out_of_range"],
  ["max_amount=12.345&sort=x", "sort not_allowed"],
  ["max_amount=12.345&min_amount=13", "min_amount not_in_order"],
]

describe("a list of transactions is refused", () => {
  test.each([...refusals, ...together])("?%s", async (query, ...faults) => {
    const { status, faults: named } = await ask(query)
    expect([status, ...named.toSorted()]).toEqual([400, ...faults.toSorted()])
  })

  test.each([
    ["without a token", 401, "unauthorized", null],
    ["to a role that reads no transactions", 403, "permission_denied", "Team Member"],
  ] as const)("%s before its filters are validated", async (_, status, code, as) => {
    const { status: given, code: named, faults } = await ask("sort=x&category_id=y", as)
    expect([given, named, faults]).toEqual([status, code, []])
  })

  test("to another business before its filters are validated", async () => {
    const { status, faults } = await ask("sort=x", "Admin", client_id + 1)
    expect([status, faults]).toEqual([403, []])
  })

  test.each([
    `category_id=${uuid}`,
    "custom_field=Project:Perth:North",
    `custom_field=${long(128)}:${long(1000)}`,
    ...["auth_date", "-auth_date", "amount", "-amount", "merchant_name", "-merchant_name"].map(
      (sort) => `sort=${sort}`,
    ),
    "min_amount=9999999999.99&max_amount=9999999999.99",
    `search=${long(128)}`,
  ])("only for an invalid filter: ?%s is accepted", async (query) => {
    expect((await ask(query)).status).toBe(200)
  })
})

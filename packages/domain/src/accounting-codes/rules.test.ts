import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { anAccountingCode } from "../../test/accounts.ts"
import { aBusiness, aCategory, aRole, type Expected, judge, now } from "../../test/given.ts"
import { lockedBooks } from "../../test/transactions.ts"
import type { Integration } from "../core/records/businesses.ts"
import {
  type AccountingCodeContext,
  decideAccountingCode,
  decideAccountingCodeRemoval,
  decideAccountingCodeSync,
  decideAccountingCodeSyncRemoval,
} from "./rules.ts"

const born = "2026-01-05T09:00:00.000Z"

const deletedCode = anAccountingCode({ is_deleted: true })

const given = (context: Partial<AccountingCodeContext> = {}): AccountingCodeContext => ({
  business: aBusiness({ integration: "MANUAL" }),
  roles: [aRole()],
  accounting_code: null,
  categories: [],
  books: null,
  ...context,
})

const under = (integration: Integration | null) => ({ business: aBusiness({ integration }) })

interface Row extends Expected {
  readonly name: string
  readonly given?: Partial<AccountingCodeContext>
}

const isNew = ["accounting_codes created", "event accounting_code.created"]
const renamed = ["accounting_codes name=Gifts", "event accounting_code.updated"]
const restored = ["accounting_codes name=Gifts is_deleted=false", "event accounting_code.restored"]

describe("decideAccountingCode", () => {
  const command = { code: "6-1200", name: "Gifts", id: "new", now }
  const decide = (context?: Partial<AccountingCodeContext>) =>
    decideAccountingCode(given(context), command)
  const connected = (...[row, event]: ReadonlyArray<string>) => [
    row ?? "",
    "businesses integration=MANUAL",
    event ?? "",
    "event business.updated",
  ]

  const rows: ReadonlyArray<Row> = [
    { name: "creates a code", verdict: isNew },
    {
      name: "renames an existing code",
      given: { accounting_code: anAccountingCode() },
      verdict: renamed,
    },
    { name: "restores a deleted code", given: { accounting_code: deletedCode }, verdict: restored },
    {
      name: "does not change a code that already has the name",
      given: { accounting_code: anAccountingCode({ name: "Gifts" }) },
      verdict: [],
    },
    {
      name: "restores a deleted code that already has the name",
      given: { accounting_code: { ...deletedCode, name: "Gifts" } },
      verdict: ["accounting_codes is_deleted=false", "event accounting_code.restored"],
    },
    {
      name: "creates a manual integration with the first code",
      given: under(null),
      verdict: connected(...isNew),
    },
    {
      name: "creates a manual integration when it restores a code and none exists",
      given: { ...under(null), accounting_code: deletedCode },
      verdict: connected(...restored),
    },
    {
      name: "saves the name for locked days when it renames a code",
      given: { accounting_code: anAccountingCode(), books: lockedBooks("2026-03-31") },
      verdict: [
        'accounting_codes name=Gifts locked=[{"name":"Travel","through":"2026-03-31"}]',
        "event accounting_code.updated",
      ],
    },
    {
      name: "saves the name for locked days when it restores a code",
      given: { accounting_code: deletedCode, books: lockedBooks("2026-03-31") },
      verdict: [
        'accounting_codes name=Gifts is_deleted=false locked=[{"name":"Travel","through":"2026-03-31"}]',
        "event accounting_code.restored",
      ],
    },
    {
      name: "creates no integration when it renames a code",
      given: { ...under(null), accounting_code: anAccountingCode() },
      verdict: renamed,
    },
    ...(["XERO", "MYOB", "QUICKBOOKS", "NETSUITE", "BUSINESS_CENTRAL"] as const).map((name) => ({
      name: `refuses under ${name}`,
      given: under(name),
      verdict: "IntegrationManagesCodes",
    })),
    {
      name: "refuses to rename under a connected integration",
      given: { ...under("XERO"), accounting_code: anAccountingCode() },
      verdict: "IntegrationManagesCodes",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given), row))

  test("saves and returns a new code", () => {
    const { result, writes, events } = Result.getOrThrow(decide())
    const row = anAccountingCode({ id: "new", name: "Gifts", created: now, updated: now })
    expect(writes[0]?.after).toEqual(row)
    expect(result).toEqual({ is_new: true, accounting_code: row })
    expect(events).toEqual([
      { type: "accounting_code.created", resource: "accounting_codes", data: row, previous: null },
    ])
  })

  test("returns the original record of a code that is renamed or restored", () => {
    for (const accounting_code of [anAccountingCode(), deletedCode]) {
      const { result, events } = Result.getOrThrow(decide({ accounting_code }))
      const row = anAccountingCode({ name: "Gifts", updated: now })
      expect(result).toEqual({ is_new: false, accounting_code: row })
      expect(events[0]?.previous).toMatchObject({ name: "Travel", updated: born })
    }
  })

  test("reports the business as the operator sees it", () => {
    const { events } = Result.getOrThrow(decide(under(null)))
    expect(events[1]).toMatchObject({
      resource: "businesses",
      data: { integration: "MANUAL", roles: [{ id: "role-member", name: "Team Member" }] },
      previous: { integration: null },
    })
  })
})

describe("decideAccountingCodeSync", () => {
  const command = { code: "6-1200", name: "Gifts", id: "new", now }
  const rows: ReadonlyArray<Row> = [
    { name: "creates under a connected integration", given: under("XERO"), verdict: isNew },
    { name: "does not give the business an integration", given: under(null), verdict: isNew },
    {
      name: "renames",
      given: { ...under("XERO"), accounting_code: anAccountingCode() },
      verdict: renamed,
    },
  ]
  test.each(rows)("$name", (row) => judge(decideAccountingCodeSync(given(row.given), command), row))
})

describe("removal", () => {
  const command = { accounting_code_id: "code-1", now }
  const present = { accounting_code: anAccountingCode() }
  const removed = ["accounting_codes is_deleted=true", "event accounting_code.deleted"]
  const mapped = {
    ...present,
    categories: ["meals", "taxis"].map((id) => aCategory(id, { accounting_code_id: "code-1" })),
  }
  const cleared = [
    "accounting_codes is_deleted=true",
    "categories accounting_code_id=null",
    "categories accounting_code_id=null",
    "event accounting_code.deleted",
    "event category.updated",
    "event category.updated",
  ]

  const rows: ReadonlyArray<Row> = [
    { name: "deletes a code", given: present, verdict: removed },
    { name: "clears the mappings to it", given: mapped, verdict: cleared },
    { name: "refuses an unknown code", verdict: "NotFound" },
    {
      name: "refuses a deleted code",
      given: { accounting_code: deletedCode },
      verdict: "NotFound",
    },
  ]
  const byApi: ReadonlyArray<Row> = [
    ...rows,
    {
      name: "deletes a code of a business without an integration, and creates none",
      given: { ...under(null), ...present },
      verdict: removed,
    },
    {
      name: "refuses under a connected integration",
      given: { ...under("XERO"), ...present },
      verdict: "IntegrationManagesCodes",
    },
    {
      name: "refuses an unknown code before the integration",
      given: under("XERO"),
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted code before the integration",
      given: { ...under("XERO"), accounting_code: deletedCode },
      verdict: "NotFound",
    },
  ]
  test.each(byApi)("the API $name", (row) =>
    judge(decideAccountingCodeRemoval(given(row.given), command), row),
  )

  const bySync: ReadonlyArray<Row> = [
    ...rows,
    {
      name: "deletes under a connected integration",
      given: { ...under("XERO"), ...present },
      verdict: removed,
    },
  ]
  test.each(bySync)("the sync $name", (row) =>
    judge(decideAccountingCodeSyncRemoval(given(row.given), command), row),
  )

  test("reports each category that is no longer mapped", () => {
    const { events } = Result.getOrThrow(decideAccountingCodeRemoval(given(mapped), command))
    expect(events[1]).toEqual({
      type: "category.updated",
      resource: "categories",
      data: aCategory("meals", { updated: now }),
      previous: { accounting_code_id: "code-1", updated: born },
    })
  })
})

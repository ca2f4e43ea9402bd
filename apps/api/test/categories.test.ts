import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { clientOf, makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

type Integration = "XERO" | null

/** A business with its operator and a token of the given role. */
const found = async (integration: Integration = null, role = "Accountant") => {
  const { operator, client_id, params, user, tokenOf, clientAs } = await makeBusiness(service, {
    integration,
  })
  const token = await tokenOf(role)
  return {
    operator,
    params,
    ann: await user("Ann"),
    client: clientOf(service, token),
    admin: await clientAs("Admin"),
    /** Sends a plain request, for checks of the status. */
    call: async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service.url}/v1/businesses/${client_id}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, ...(text === "" ? {} : JSON.parse(text)) }
    },
  }
}

type Found = Awaited<ReturnType<typeof found>>

const gifts = { code: "6-1200", name: "Gifts" }

describe("accounting codes", () => {
  test("return 201 if new, and 200 with the same id if renamed or restored", async () => {
    const { call, operator, params } = await found()
    const created = await call("POST", "/accounting-codes", gifts)
    expect(created).toMatchObject({ status: 201, ...gifts })
    const renamed = await call("POST", "/accounting-codes", { ...gifts, name: "Client gifts" })
    expect(renamed).toMatchObject({ status: 200, id: created.id, name: "Client gifts" })
    expect((await call("DELETE", `/accounting-codes/${created.id}`)).status).toBe(204)
    expect(await call("DELETE", `/accounting-codes/${created.id}`)).toMatchObject({ status: 404 })
    expect(await call("GET", "/accounting-codes")).toMatchObject({ count: 0, results: [] })
    const restored = await call("POST", "/accounting-codes", gifts)
    expect(restored).toMatchObject({ status: 200, id: created.id, created: created.created })
    const listed = await call("GET", "/accounting-codes")
    const { status: _, ...shown } = restored
    expect(listed).toMatchObject({ status: 200, count: 1, results: [shown] })
    expect(Object.keys(shown)).toEqual(["id", "code", "name", "created", "updated"])
    const business = await operator.businesses.get({ params })
    expect(business.integration).toBe("MANUAL")
  })

  test("are written only by the sync of a connected integration", async () => {
    const { call, operator, params } = await found("XERO")
    const refused = { status: 400, code: "integration_managed" }
    expect(await call("POST", "/accounting-codes", gifts)).toMatchObject(refused)
    const synced = await operator.syncedAccountingCodes.upsert({ params, body: gifts })
    expect(await call("GET", "/accounting-codes")).toMatchObject({ results: [synced] })
    expect(await call("DELETE", `/accounting-codes/${synced.id}`)).toMatchObject(refused)
    expect(await call("DELETE", `/accounting-codes/${params.client_id}`)).toMatchObject({
      status: 404,
    })
    const key = { ...params, accounting_code_id: synced.id }
    await operator.syncedAccountingCodes.remove({ params: key })
    expect(await call("GET", "/accounting-codes")).toMatchObject({ count: 0 })
    const business = await operator.businesses.get({ params })
    expect(business.integration).toBe("XERO")
  })

  test("clear mappings when deleted, and can be mapped to categories of both kinds", async () => {
    const { call, client, params } = await found()
    const code = await client.accountingCodes.upsert({ params, body: gifts })
    const mapping = { accounting_code_id: code.id }
    const custom = await client.categories.create({ params, body: { name: "Gifts", ...mapping } })
    expect(custom).toMatchObject({ custom: true, enabled: true, ...mapping })
    const system = await systemCategory({ client, params })
    const path = `/categories/${system.id}/accounting-code`
    expect(await call("PUT", path, mapping)).toMatchObject({ status: 200, ...mapping })
    expect(await call("PUT", path, {})).toMatchObject({ status: 400 })
    const unknown = { status: 400, code: "unknown_accounting_code" }
    expect(await call("PUT", path, { accounting_code_id: system.id })).toMatchObject(unknown)
    await client.accountingCodes.remove({ params: { ...params, accounting_code_id: code.id } })
    const { results } = await client.categories.list({ params })
    expect(results.filter((category) => category.accounting_code_id !== null)).toEqual([])
    expect(await call("PUT", path, mapping)).toMatchObject(unknown)
  })
})

const systemCategory = async ({ client, params }: Pick<Found, "client" | "params">) => {
  const { results } = await client.categories.list({ params, query: { custom: false } })
  const [first] = results
  if (first === undefined) throw new Error("a business has system categories")
  return first
}

describe("categories", () => {
  test("have unique names if custom, and cannot be disabled", async () => {
    const { call, client, params } = await found()
    const { id } = await client.categories.create({ params, body: { name: "Gifts" } })
    const path = `/categories/${id}`
    const exists = { status: 400, code: "category_exists", errors: [{ pointer: "/name" }] }
    expect(await call("POST", "/categories", { name: " GIFTS " })).toMatchObject(exists)
    expect(await call("PATCH", path, { name: "rent" })).toMatchObject(exists)
    const custom = { status: 400, code: "category_is_custom" }
    expect(await call("PATCH", path, { enabled: false })).toMatchObject(custom)
    expect(await call("PATCH", path, { name: "Toys" })).toMatchObject({ status: 200, name: "Toys" })
    const listed = await call("GET", "/categories?custom=true")
    expect(listed).toMatchObject({ count: 1, results: [{ id, name: "Toys" }] })
    expect((await call("DELETE", path)).status).toBe(204)
    for (const method of ["PATCH", "DELETE"]) {
      const body = method === "PATCH" ? {} : undefined
      expect(await call(method, path, body)).toMatchObject({ status: 404 })
    }
    expect(await call("GET", "/categories?custom=true")).toMatchObject({ count: 0 })
    expect(await call("POST", "/categories", { name: "Toys" })).toMatchObject({ status: 201 })
  })

  test("can only be enabled or disabled if they are system categories", async () => {
    const { call, client, params } = await found()
    const { id } = await systemCategory({ client, params })
    const path = `/categories/${id}`
    const system = { status: 400, code: "category_is_system" }
    expect(await call("PATCH", path, { name: "Toys" })).toMatchObject(system)
    expect(await call("PATCH", path, { accounting_code_id: null })).toMatchObject(system)
    expect(await call("DELETE", path)).toMatchObject(system)
    const disabled = { status: 200, enabled: false }
    expect(await call("PATCH", path, { enabled: false })).toMatchObject(disabled)
  })

  test("can be read but not changed by a Team Member", async () => {
    const { call } = await found(null, "Team Member")
    const { results } = await call("GET", "/categories")
    const path = `/categories/${results[0].id}`
    const denied = { status: 403, code: "permission_denied" }
    expect(await call("POST", "/categories", { name: "Toys" })).toMatchObject(denied)
    expect(await call("PATCH", path, { enabled: false })).toMatchObject(denied)
    expect(await call("DELETE", path)).toMatchObject(denied)
    const mapping = { accounting_code_id: null }
    expect(await call("PUT", `${path}/accounting-code`, mapping)).toMatchObject(denied)
    expect(await call("GET", "/accounting-codes")).toMatchObject(denied)
  })
})

describe("a change of a category", () => {
  const charge = (external_id: string, category_id: string) => ({
    external_id,
    transaction_type: "CARD_TRANSACTION" as const,
    status: "CLEARED" as const,
    auth_date: "2026-01-05T00:00:00.000Z",
    merchant_name: "Florist",
    amount: -12.5,
    line_items: [{ amount: 12.5, category_id }],
    receipt_urls: ["https://receipts.example.com/1.pdf"],
  })

  const statuses = async ({ admin, params }: Found) => {
    const count = async (expense_status: "COMPLETE" | "INCOMPLETE_EXPENSE") => {
      const page = await admin.transactions.list({ params, query: { expense_status } })
      expect(page.results).toHaveLength(page.count)
      return page.results.map(({ line_items }) => line_items[0]?.category?.name)
    }
    return { complete: await count("COMPLETE"), incomplete: await count("INCOMPLETE_EXPENSE") }
  }

  test("leaves complete expenses complete, and completes pending ones within seconds", async () => {
    const business = await found()
    const { operator, client, admin, params } = business
    const system = await systemCategory(business)
    const custom = await client.categories.create({ params, body: { name: "Gifts" } })
    const record = (id: string, category_id: string) =>
      operator.transactions.record({ params, body: charge(id, category_id) })
    const { id: transaction_id } = await record("a", system.id)
    await record("b", custom.id)
    const both = [system.name, custom.name]
    expect(await statuses(business)).toEqual({ complete: both, incomplete: [] })

    const category = { ...params, category_id: system.id }
    const enabled = (enabled: boolean) =>
      client.categories.update({ params: category, body: { enabled } })
    await enabled(false)
    await record("c", system.id)
    const waiting = { complete: both, incomplete: [system.name] }
    expect(await statuses(business)).toEqual(waiting)
    const shown = await admin.transactions.get({ params: { ...params, transaction_id } })
    expect(shown.expense_status).toBe("COMPLETE")
    await enabled(true)
    expect(await statuses(business)).toEqual(waiting)
    expect(await service.reassess()).toBe(1)
    await client.categories.update({
      params: { ...params, category_id: custom.id },
      body: { name: "Presents" },
    })
    await client.categories.remove({ params: { ...params, category_id: custom.id } })
    const last = [system.name, "Presents", system.name].toSorted()
    const { complete, incomplete } = await statuses(business)
    expect({ complete: complete.toSorted(), incomplete }).toEqual({
      complete: last,
      incomplete: [],
    })
  })

  test("affects budgets, which only show enabled categories", async () => {
    const business = await found()
    const { client, admin, params, ann } = business
    const system = await systemCategory(business)
    const custom = await client.categories.create({ params, body: { name: "Gifts" } })
    const person = { user: { id: ann } }
    const { id: budget_id } = await admin.budgets.create({
      params,
      body: {
        name: "Travel",
        reset_amount: 100,
        reset_period: "MONTHLY",
        has_member_limits: false,
        rollover_funds: false,
        members: [person],
        owners: [person],
        limit_categories: true,
        categories: [custom.id, system.id],
      },
    })
    const shown = async () => {
      const { categories } = await admin.budgets.get({ params: { ...params, budget_id } })
      return categories.map(({ name }) => name)
    }
    const authorise = async (external_id: string, category_id: string) => {
      const decision = await business.operator.authorisations.create({
        params,
        body: {
          external_id,
          user_id: ann,
          budget_id,
          amount: 1,
          currency: "AUD",
          merchant_name: "Florist",
          category_id,
        },
      })
      return decision.decline_code
    }
    expect(await shown()).toEqual([custom.name, system.name])
    expect(await authorise("a", system.id)).toBeNull()
    const category = { ...params, category_id: system.id }
    await client.categories.update({ params: category, body: { enabled: false } })
    expect(await shown()).toEqual([custom.name])
    expect(await authorise("b", system.id)).toBe("category_not_allowed")
    await client.categories.remove({ params: { ...params, category_id: custom.id } })
    expect(await shown()).toEqual([])
    await client.categories.update({ params: category, body: { enabled: true } })
    expect(await shown()).toEqual([system.name])
  })
})

import { afterAll, beforeAll, expect, test } from "vitest"
import { makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** A business in which Tom spends, Sam assists him, Kim owns the budget, and Lee is unrelated. */
const found = async () => {
  const features = { expense_assistant: true, itemised_tax: false }
  const { operator, client_id, params, person } = await makeBusiness(service, { features })
  const admin = await person("Admin")
  const [tom, sam, kim, lee] = await Promise.all(
    ["Tom", "Sam", "Kim", "Lee"].map((name) => person(name, "Team Member")),
  )
  if (!tom || !sam || !kim || !lee) throw new Error("four are needed")
  const client = admin.as
  await client.users.update({
    params: { ...params, user_id: tom.id },
    body: { expense_delegate: [sam.id] },
  })
  const budget = await client.budgets.create({
    params,
    body: {
      ...{ name: "Travel", reset_amount: 100, reset_period: "MONTHLY" as const },
      ...{ has_member_limits: false, rollover_funds: false },
      members: [{ user: { id: tom.id } }],
      owners: [{ user: { id: kim.id } }],
    },
  })
  const charge = await operator.transactions.record({
    params,
    body: {
      ...{ external_id: "e-1", transaction_type: "CARD_TRANSACTION" as const },
      ...{ status: "AUTHED" as const, auth_date: "2026-01-05T00:00:00.000Z" },
      ...{ merchant_name: "Train", amount: -10, budget_id: budget.id, user_id: tom.id },
    },
  })
  const path = `/v2/businesses/${client_id}/transactions/${charge.id}`
  const patch = async (
    token: string,
    body: unknown,
    headers: Record<string, string> = {},
    at = path,
  ) => {
    const response = await fetch(`${service.url}${at}`, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const { status } = response
    return { ...JSON.parse(text), httpStatus: status }
  }
  const category_id = (await client.categories.list({ params })).results[0]?.id ?? ""
  return { operator, client, params, admin, tom, sam, kim, lee, charge, path, patch, category_id }
}

test("only the person who spent, or their assistant, can complete the expense", async () => {
  const { admin, tom, sam, kim, lee, patch, category_id } = await found()
  const body = {
    receipt_urls: ["https://receipts.example.com/1.pdf"],
    line_items: [{ amount: 10, category_id }],
  }
  const done = await patch(tom.token, body)
  expect(done).toMatchObject({ httpStatus: 200, expense_status: "COMPLETE" })
  for (const { token } of [admin, sam]) {
    expect(await patch(token, { attendees: ["Pat"] })).toMatchObject({
      ...{ httpStatus: 200, attendees: ["Pat"], receipt_urls: body.receipt_urls },
    })
  }
  const denied = { httpStatus: 403, code: "permission_denied" }
  expect(await patch(kim.token, body)).toMatchObject(denied)
  expect(await patch(lee.token, body)).toMatchObject({ httpStatus: 404, code: "not_found" })
  expect(await patch(tom.token, { merchant_name: "Other" })).toMatchObject({
    ...{ httpStatus: 400, code: "unknown_field", errors: [{ pointer: "/merchant_name" }] },
  })
})

test("an invalid choice is refused with its pointer, but the operator can record it", async () => {
  const { operator, client, params, admin, charge, patch } = await found()
  const field = { name: "Site", field_type: "LIST" } as const
  await client.customFields.create({ params, body: field })
  const fieldValues = (...names: ReadonlyArray<string>) => ({
    custom_fields: names.map((field_name) => ({ field_name, entry_text: "Perth" })),
  })
  const refusals: ReadonlyArray<readonly [object, string, string]> = [
    [fieldValues("Sight"), "unknown_custom_field", "/custom_fields/0/field_name"],
    [fieldValues("Site"), "unknown_option", "/custom_fields/0/entry_text"],
    [
      { line_items: [{ amount: 10, category_id: charge.id }] },
      "unknown_category",
      "/line_items/0/category_id",
    ],
    [{ receipt_urls: ["ftp://example.com/1"] }, "invalid_url", "/receipt_urls/0"],
    [{ receipt_urls: ["https://a.example/1", "1.pdf"] }, "invalid_url", "/receipt_urls/1"],
  ]
  for (const [body, code, pointer] of refusals) {
    const response = await patch(admin.token, body)
    expect(response).toMatchObject({ httpStatus: 400, code, errors: [{ pointer }] })
  }
  const key = { ...params, transaction_id: charge.id }
  const saved = await operator.transactions.update({
    params: key,
    body: fieldValues("Sight", "Site"),
  })
  expect(saved.custom_fields).toEqual(fieldValues("Sight", "Site").custom_fields)
})

test("a dry run saves nothing, and If-Match accepts the ETag from either path", async () => {
  const { client, params, admin, charge, path, patch } = await found()
  const rehearsed = await patch(admin.token, { attendees: ["Pat"] }, {}, `${path}?dry_run=true`)
  expect(rehearsed).toMatchObject({ httpStatus: 200, attendees: ["Pat"] })
  const key = { ...params, transaction_id: charge.id }
  expect((await client.transactions.get({ params: key })).attendees).toEqual([])

  const ours = path.replace("/v2/", "/operator/v1/")
  const tagOf = async () => {
    const headers = { Authorization: `Bearer ${admin.token}` }
    return (await fetch(`${service.url}${path}`, { headers })).headers.get("etag") ?? ""
  }
  await patch(admin.token, { attendees: ["A"] })
  const first = await tagOf()
  const second = await patch(
    service.operatorToken,
    { attendees: ["B"] },
    { "If-Match": first },
    ours,
  )
  expect(second).toMatchObject({ httpStatus: 200, attendees: ["B"] })
  const stale = await patch(
    service.operatorToken,
    { attendees: ["C"] },
    { "If-Match": first },
    ours,
  )
  expect(stale).toMatchObject({ httpStatus: 412, code: "precondition_failed" })
  const fresh = { "If-Match": await tagOf() }
  const third = await patch(admin.token, { attendees: ["C"] }, fresh)
  expect(third).toMatchObject({ httpStatus: 200, attendees: ["C"] })
})

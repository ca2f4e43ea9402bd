import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { WebhookNotSent } from "@outlay/domain"
import { SentWebhooks } from "@outlay/domain/ports"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { receiptsBeside } from "../../src/receipts.ts"
import { callBudgets } from "../openapi/budgets.ts"
import { type Business, callPeople, makeBusiness } from "../openapi/business.ts"
import { callCategories } from "../openapi/categories.ts"
import { callCustomFields } from "../openapi/custom-fields.ts"
import { callInvites } from "../openapi/invites.ts"
import { Judge } from "../openapi/judge.ts"
import { callPlain } from "../openapi/plain.ts"
import { callSignIn } from "../openapi/sign-in.ts"
import { callTaxRates } from "../openapi/tax-rates.ts"
import { callTransactions } from "../openapi/transactions.ts"
import { callWebhooks } from "../openapi/webhooks.ts"
import { pdf } from "../receipts.ts"
import { type Service, startService } from "../service.ts"

const document = join(import.meta.dirname, "../../../../docs/openapi.json")

/** Creates records that the calls of all operations do not leave behind. */
const leaveMore = async (judge: Judge, business: Business, budget: string): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const field = { name: "Site", field_type: "LIST", budget_setting: "SOME" }
  const made = await judge.succeed("customFields.create", { token, path, body: field })
  const of = { client_id, custom_field_id: made.id }
  const text = { token, path: of, body: { text: "Perth" } }
  const option = await judge.succeed("customFieldOptions.create", text)
  await judge.succeed("customFieldBudgets.create", { token, path: of, body: { budget } })
  const paid = { external_id: "of-site", transaction_type: "CARD_TRANSACTION", status: "AUTHED" }
  const value = { field_name: field.name, entry_text: "Perth" }
  const charged = { user_id: business.ann, budget_id: budget, merchant_name: "Dock", amount: -7 }
  const spent = { ...paid, ...charged, auth_date: "2026-01-02T03:15:00.000Z" }
  await judge.succeed("transactions.record", {
    token: business.operator,
    path,
    body: { ...spent, custom_fields: [value] },
  })
  const allowed = { custom_fields: [{ id: made.id, allow_options: [option.id] }] }
  const each = { client_id, budget_id: budget }
  await judge.succeed("budgets.update", { token, path: each, body: allowed })
}

/** Creates the latest records, in the current periods: a payment and an unused policy. */
const leaveLast = async (judge: Judge, business: Business, budget_id: string): Promise<void> => {
  const { client_id, operator, annToken: token, ann: user_id } = business
  const path = { client_id }
  const paid = { external_id: "now", amount: 4, user_id, budget_id, merchant_name: "Quay" }
  await judge.succeed("authorisations.create", { token: operator, path, body: paid })
  const header = { "Idempotency-Key": "one" }
  const policy = { name: "Kept", budget_id, above_amount: 1_000 }
  await judge.succeed("policies.create", { token, path, header, body: policy })
}

/** Creates an invited person, a user with a display name and a token that expires. */
const leavePeople = async (judge: Judge, business: Business, budget_id: string): Promise<void> => {
  const { client_id, operator, annToken: token } = business
  const path = { client_id }
  const { results } = await judge.succeed<{ results: ReadonlyArray<{ id: string }> }>(
    "roles.list",
    { token, path },
  )
  const role_id = results.at(-1)?.id
  const invited = { email: "kim@example.com", role_id, payment_types: ["cards"] }
  const { id } = await judge.succeed("invites.create", { token, path, body: invited })
  const person = { token, path: { client_id, budget_id }, body: { invite: { id } } }
  await judge.succeed("budgetMembers.create", person)
  await judge.succeed("budgetOwners.create", person)
  const named = { first_name: "Di", last_name: "Lee", display_name: "D", email: "di@example.com" }
  const user = { ...named, role_id, payment_types: ["cards"] }
  await judge.succeed("users.create", { token: operator, path, body: user })
  const ending = { name: "Ends", role_id, expires_at: "2999-01-01T00:00:00.000Z" }
  await judge.succeed("tokens.create", { token: operator, path, body: ending })
}

/** Creates a declined payment, a tax rate and a payment with a category. Returns its id. */
const leaveMoney = async (judge: Judge, business: Business, budget_id: string): Promise<string> => {
  const { client_id, operator: token, annToken, ann } = business
  const path = { client_id }
  const charged = { user_id: ann, budget_id, merchant_name: "Yachts" }
  const authorisation = { external_id: "too-much", amount: 9_999_999, ...charged }
  await judge.succeed("authorisations.create", { token, path, body: authorisation })
  const made = { token: annToken, path, body: { name: "Berths" } }
  const { id } = await judge.succeed("categories.create", made)
  const paid = { external_id: "paid", transaction_type: "CARD_TRANSACTION", status: "CLEARED" }
  const item = { amount: 5, category_id: id, description: "Berth" }
  const dates = { auth_date: "2026-01-02T03:15:00.000Z", cleared_date: "2026-01-02T03:15:00.000Z" }
  const body = { ...paid, ...charged, ...dates, amount: -5, line_items: [item] }
  const spent = await judge.succeed<{ id: string }>("transactions.record", { token, path, body })
  const receipt = { client_id, transaction_id: spent.id }
  await judge.succeed("receipts.create", { token: annToken, path: receipt, body: pdf })
  const rate = { name: "Kept", rate: 0.1, code: "K", is_default_for: "NONE", is_enabled: true }
  await judge.succeed("taxRates.create", { token, path, body: rate })
  return spent.id
}

/** Ends two periods of every budget. A late refund restates the first one. */
const leavePeriods = async (
  judge: Judge,
  business: Business,
  budget_id: string,
  transaction_id: string,
): Promise<void> => {
  const { client_id, operator: token, annToken } = business
  const now = new Date()
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 2))
  await judge.succeed("clock.set", { token, body: { now: later.toISOString() } })
  const path = { client_id, budget_id }
  await judge.succeed("budgets.list", { token: annToken, path: { client_id } })
  const refund = { token, path: { client_id, transaction_id }, body: { amount: 1 } }
  await judge.succeed("transactions.refund", refund)
  const { results } = await judge.succeed<{ results: ReadonlyArray<object> }>(
    "budgetPeriods.list",
    { token: annToken, path },
  )
  const restated = results.map((period) => "restated" in period && period.restated)
  if (restated.join() !== "false,false,true") throw new Error(`Restated: ${restated}`)
}

/** Creates a webhook that fails and one whose receiver is gone. */
const leaveWebhooks = async (judge: Judge, business: Business, deliver: () => Promise<number>) => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  for (const host of ["gone", "books"]) {
    const url = `https://${host}.example.com/`
    const body = { url, event_types: ["*"], description: "Books" }
    await judge.succeed("webhooks.create", { token, path, body })
  }
  await deliver()
}

/** One receiver responds with 410 Gone, the other does not respond. */
const receivers = SentWebhooks.layer({
  respond: ({ url }) =>
    url.includes("gone")
      ? Effect.succeed({ status: 410, retry_after: null })
      : url.includes("books")
        ? Effect.fail(new WebhookNotSent({ reason: "No answer." }))
        : Effect.succeed({ status: 204, retry_after: null }),
})

/** Creates an invite whose link has not been opened, and a message that has not been sent. */
const leaveLinks = async (
  judge: Judge,
  { client_id, annToken: token }: Business,
  { linkForInvite, writeLinks }: Service,
): Promise<void> => {
  const path = { client_id }
  const { results } = await judge.succeed<{ readonly results: ReadonlyArray<{ id: string }> }>(
    "roles.list",
    { token, path },
  )
  const body = { email: "robin@example.com", role_id: results[0]?.id, payment_types: ["cards"] }
  const { id } = await judge.succeed<{ readonly id: number }>("invites.create", {
    ...{ token, path, body },
  })
  await linkForInvite(client_id, id)
  await writeLinks()
}

/** Inserts an alert sent to the owners of a budget. */
const leaveAlert = (file: string): void => {
  const db = new Database(file)
  db.exec(`insert into budget_alerts
    select client_id, id, period_number, 80, created, updated from budgets limit 1`)
  db.close()
}

/** Prepares a small database in which every table has rows, some of them of a second business. */
export const prepare = async (file: string): Promise<void> => {
  const service = await startService(file, receivers)
  const judge = new Judge(JSON.parse(readFileSync(document, "utf8")), service.url)
  const business = await makeBusiness(judge, service.operatorToken)
  await callPeople(judge, business)
  await callInvites(judge, business, service.linkForInvite)
  await callSignIn(judge, business, service.linkFor)
  await service.linkFor(business.client_id, business.ann)
  await leaveLinks(judge, business, service)
  const budget_id = await callBudgets(judge, business)
  await callPlain(judge, business)
  await callTransactions(judge, business, budget_id)
  await callCategories(judge, business)
  await callTaxRates(judge, business, budget_id)
  await callCustomFields(judge, business, budget_id)
  await callWebhooks(judge, business)
  await leavePeople(judge, business, budget_id)
  const spent = await leaveMoney(judge, business, budget_id)
  await leaveWebhooks(judge, business, service.deliver)
  await leaveMore(judge, business, budget_id)
  await makeBusiness(judge, service.operatorToken)
  await leavePeriods(judge, business, budget_id, spent)
  await leaveLast(judge, business, budget_id)
  await service.notify()
  cpSync(service.receipts, receiptsBeside(file), { recursive: true })
  await service.stop()
  leaveAlert(file)
}

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SentWebhooks } from "@outlay/domain"
import { callBudgets } from "../openapi/budgets.ts"
import { callPeople, makeBusiness } from "../openapi/business.ts"
import { callCategories } from "../openapi/categories.ts"
import { callCustomFields } from "../openapi/custom-fields.ts"
import { callInvites } from "../openapi/invites.ts"
import { Judge } from "../openapi/judge.ts"
import { callPolicies } from "../openapi/policies.ts"
import { callTaxRates } from "../openapi/tax-rates.ts"
import { callTransactions } from "../openapi/transactions.ts"
import { callWebhooks } from "../openapi/webhooks.ts"
import { startService } from "../service.ts"

const document = join(import.meta.dirname, "../../../../docs/openapi.json")

/** A small database in which every table has rows, and a second business has few. */
export const prepare = async (file: string): Promise<void> => {
  const service = await startService(file, SentWebhooks.layer())
  const judge = new Judge(JSON.parse(readFileSync(document, "utf8")), service.url)
  const business = await makeBusiness(judge, service.operatorToken)
  await callPeople(judge, business)
  await callInvites(judge, business)
  const budget_id = await callBudgets(judge, business)
  await callPolicies(judge, business, budget_id)
  await callTransactions(judge, business, budget_id)
  await callCategories(judge, business)
  await callTaxRates(judge, business, budget_id)
  await callCustomFields(judge, business, budget_id)
  await callWebhooks(judge, business)
  await makeBusiness(judge, service.operatorToken)
  await service.stop()
}

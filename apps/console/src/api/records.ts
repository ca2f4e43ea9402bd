/** Records of the API, named as in its description. */
import type { components } from "./schema.ts"

type Schemas = components["schemas"]

export type Me = Schemas["Me"]
export type User = Schemas["User"]
export type SubUser = Schemas["SubUser"]
export type Role = Schemas["Role"]
export type Invite = Schemas["Invite"]
export type Budget = Schemas["Budget"]
export type BudgetMember = Schemas["BudgetMember"]
export type BudgetOwner = Schemas["BudgetOwner"]
export type BudgetPeriod = Schemas["BudgetPeriod"]
export type Topup = Schemas["Topup"]
export type BusinessTopup = Schemas["BusinessTopup"]
export type Policy = Schemas["Policy"]
export type SpendGroup = Schemas["SpendGroup"]
export type Receipt = Schemas["Receipt"]
export type Transaction = Schemas["Transaction"]
export type LineItem = Schemas["LineItem"]
export type LineItemInput = Schemas["LineItemInput"]
export type CustomFieldValue = Schemas["CustomFieldValue"]
export type UpdateExpense = Schemas["UpdateExpense"]
export type Movement = Schemas["Movement"]
export type Category = Schemas["Category"]
export type AccountingCode = Schemas["AccountingCode"]
export type CustomField = Schemas["CustomField"]
export type CustomFieldOption = Schemas["CustomFieldOption"]
export type Books = Schemas["Books"]
export type Export = Schemas["Export"]
export type ExportFormat = Export["format"]
export type ExportBalance = Schemas["ExportBalance"]
export type CreateExport = Schemas["CreateExport"]
export type Balance = Schemas["Balance"]
export type Statement = Schemas["Statement"]
export type Webhook = Schemas["Webhook"]
export type WebhookDelivery = Schemas["WebhookDelivery"]
export type Event = Schemas["Event"]
export type Problem = Schemas["Problem"]
export type Fault = Schemas["Fault"]
/** Values in the sentence of a problem, by the code of the problem. */
export type ProblemValues = Schemas["ProblemValues"]
export type ResetPeriod = Budget["reset_period"]

/** One page of a list. */
export interface Page<A> {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: ReadonlyArray<A>
}

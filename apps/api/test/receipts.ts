import { type Client, makeBusiness, type Person } from "./business.ts"
import type { Service } from "./service.ts"

/** The smallest possible picture: one pixel, followed by a text that makes it unique. */
export const png = (text = ""): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
      Buffer.from(text),
    ]),
  )

export const pdf = new TextEncoder().encode("%PDF-1.7\n%%EOF\n")

export interface Spending {
  /** Client with the Admin's token. */
  readonly client: Client
  readonly client_id: number
  readonly params: { readonly client_id: number }
  readonly admin: Person
  readonly tom: Person
  readonly kim: Person
  readonly lee: Person
  /** Records a card purchase by Tom. Returns its id. */
  readonly spend: (external_id: string) => Promise<string>
}

/** A business in which Ada is an Admin, Tom spends, Kim owns the budget, and Lee is unrelated. */
export const spending = async (service: Service, name = "Harbour"): Promise<Spending> => {
  const { operator, client_id, params, person } = await makeBusiness(service, { name })
  const [admin, tom, kim, lee] = [
    await person("Ada"),
    await person("Tom", "Team Member"),
    await person("Kim", "Team Member"),
    await person("Lee", "Team Member"),
  ]
  const client = admin.as
  const budget = await client.budgets.create({
    params,
    body: {
      ...{ name: "Travel", reset_amount: 100, reset_period: "MONTHLY" },
      ...{ has_member_limits: false, rollover_funds: false },
      members: [{ user: { id: tom.id } }],
      owners: [{ user: { id: kim.id } }],
    },
  })
  const spend = async (external_id: string) => {
    const { id } = await operator.transactions.record({
      params,
      body: {
        ...{ external_id, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
        ...{ auth_date: "2026-01-05T00:00:00.000Z", merchant_name: "Train", amount: -10 },
        ...{ budget_id: budget.id, user_id: tom.id },
      },
    })
    return id
  }
  return { client, client_id, params, admin, tom, kim, lee, spend }
}

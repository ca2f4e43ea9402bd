/** Topups on the screens: of a budget, or of a member's limit. */
import { api, dataOf, ofBusiness } from "../api/client.ts"
import type { BusinessTopup } from "../api/records.ts"

export type Verb = "approve" | "decline" | "cancel"

const path = "/v1/businesses/{client_id}/budgets/{budget_id}"

export interface Decision {
  readonly verb: Verb
  readonly reason?: string
}

/** Approves, declines or cancels a topup. */
export const decide = (
  { id: topup_id, budget, member }: Pick<BusinessTopup, "id" | "budget" | "member">,
  { verb, ...body }: Decision,
  key: string,
) => {
  const of = { ...ofBusiness(), budget_id: budget.id, topup_id }
  const headers = { "Idempotency-Key": key }
  if (member === null) {
    return dataOf(
      api.POST(`${path}/topups/{topup_id}/${verb}`, { params: { path: of }, body, headers }),
    )
  }
  const params = { path: { ...of, budget_member_id: Number(member.id) } }
  return dataOf(
    api.POST(`${path}/members/{budget_member_id}/topups/{topup_id}/${verb}`, {
      ...{ params, body, headers },
    }),
  )
}

interface Asked {
  readonly budget_id: string
  /** Member whose limit the topup raises; null for a topup of the budget. */
  readonly budget_member_id: number | null
  /** Amount in major units, as in the API. */
  readonly amount: number
  readonly description: string
}

/** Requests a topup. */
export const ask = ({ budget_id, budget_member_id, amount, description }: Asked, key: string) => {
  const body = { amount, description }
  const headers = { "Idempotency-Key": key }
  const of = { ...ofBusiness(), budget_id }
  if (budget_member_id === null) {
    return dataOf(api.POST(`${path}/topups`, { params: { path: of }, body, headers }))
  }
  return dataOf(
    api.POST(`${path}/members/{budget_member_id}/topups`, {
      params: { path: { ...of, budget_member_id } },
      body,
      headers,
    }),
  )
}

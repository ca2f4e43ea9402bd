import { jsonResponse } from "../../wire.ts"
import { bodyOf, type Json } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import type { Edge } from "./edges.ts"

/** Returns the codes of a problem. */
const codesOf = (body: Json): ReadonlyArray<string> => [
  String(body?.code),
  ...(body?.errors ?? []).map((error: Json) => String(error?.code)),
]

/** Changes the response of a refusal with this code. */
const refusal =
  (code: string, change: (body: Json, status: number) => ReturnType<typeof jsonResponse>): Edge =>
  (next) =>
  async (request) => {
    const response = await next(request)
    if (response.status < 400) return response
    const body = bodyOf(response)
    return codesOf(body).includes(code) ? change(body, response.status) : response
  }

/** Every refusal of the settlement by its code: returned with another code, or not at all. */
const refusals: ReadonlyArray<readonly [code: string, requirement: string]> = [
  ["malformed_json", "malformed-json"],
  ["unknown_field", "unknown-input"],
  ["unknown_parameter", "unknown-input"],
  ["too_many_decimals", "decimals"],
  ["amount_out_of_range", "amount-range"],
  ["invalid_date", "dates"],
  ["too_long", "lengths"],
  ["invite_exists", "invite-twice"],
  ["user_exists", "invite-twice"],
  ["invite_already_accepted", "invite-accepted"],
  ["role_exceeds_yours", "user-rules"],
  ["feature_unavailable", "user-rules"],
  ["last_budget_owner", "owner-rules"],
  ["already_owner", "owner-rules"],
  ["last_budget_member", "member-rules"],
  ["already_member", "member-rules"],
  ["insufficient_funds", "topup-refusals"],
  ["topup_needs_member", "topup-refusals"],
  ["topup_needs_budget", "topup-refusals"],
  ["topup_not_pending", "topup-approval"],
  ["unknown_currency", "unknown-currency"],
  ["unknown_user", "unknown-reference"],
  ["unknown_role", "unknown-reference"],
  ["unknown_category", "unknown-reference"],
  ["idempotency_key_reused", "idempotency"],
  ["permission_denied", "permission"],
  ["integration_managed", "integration-managed"],
  ["field_not_linkable", "link-rules"],
  ["unknown_event_type", "event-types"],
  ["needs_approval", "needs-approval"],
  ["books_locked", "books-kept"],
]

export const refused: ReadonlyArray<Mutant> = refusals.flatMap(([code, requirement]) => {
  const name = code.replaceAll("_", "-")
  const names = [`conventions.${requirement}`]
  return [
    {
      name: `settled-${name}-unnamed`,
      breaks: `\`${code}\` is returned under another code`,
      names,
      edge: refusal(code, (body, status) => {
        const text = JSON.stringify(body).replaceAll(`"${code}"`, '"refused"')
        return jsonResponse(status, JSON.parse(text))
      }),
    },
    {
      name: `settled-${name}-allowed`,
      breaks: `what is \`${code}\` is answered as if it were done`,
      names,
      edge: refusal(code, () => jsonResponse(200, {})),
    },
  ]
})

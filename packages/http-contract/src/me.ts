import { MeRecord } from "@outlay/domain/fields"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { notFound, unknownReference } from "./shared/problem.ts"
import { text } from "./shared/text.ts"
import { wire } from "./shared/wire.ts"
import {
  absence,
  delegateIsSelf,
  delegateOutOfOffice,
  outOfOfficeEndsBeforeStart,
  outOfOfficeNeedsDates,
} from "./users.ts"

export const myself = wire(MeRecord, {
  example: {
    business: {
      client_id: 7,
      name: "Harbour Pty Ltd",
      currency: "AUD",
      features: { expense_assistant: true, itemised_tax: false, hold_to_wallet: false },
      integration: null,
      locked_through: "2026-10-31",
    },
    user: {
      id: 12,
      first_name: "Ann",
      last_name: "Lee",
      name: "Annie",
      display_name: "Annie",
      email: "ann@example.com",
      role: "Team Member",
      role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      payment_types: ["cards"],
      out_of_office_mode: false,
      out_of_office_start_date: null,
      out_of_office_end_date: null,
      delegate_approver: null,
      expense_delegate: [],
      is_deleted: false,
      created: "2026-01-05T09:00:00.000Z",
      updated: "2026-01-05T09:00:00.000Z",
    },
    role: { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Team Member" },
    permissions: [{ resource: "budgets", action: "read" }],
    owns: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Travel" }],
    belongs_to: [
      { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Travel", budget_member_id: "31" },
    ],
    assists: [{ id: 14, first_name: "Bo", last_name: "Ito", name: "Bo Ito" }],
    approves_for: [],
  },
})

export const UpdateMe = bodyOf(
  Schema.Struct(MeRecord.fields.user.members[0].fields),
  {
    display_name: Schema.optionalKey(Schema.NullOr(text(128, "Annie"))),
    ...absence,
  },
  { display_name: "Preferred name; null to use first and last name." },
).annotate({
  identifier: "UpdateMe",
  description: "Fields to change; others keep their values.",
  examples: [{ display_name: "Annie" }] as never,
})

const path = "/v1/businesses/{client_id}/me"
const success = one(myself)

export const me = {
  get: endpoint({
    operation: "me.get",
    method: "GET",
    path,
    access: "token",
    summary: "Get the holder of the token",
    description:
      "Returns the business, the user and the role of the token, its permissions, the budgets that the user owns or belongs to, and the users whom they assist or approve for today.",
    params: { client_id },
    success,
    problems: [],
  }),
  update: endpoint({
    operation: "me.update",
    method: "PATCH",
    path,
    access: "user",
    summary: "Update the user of the token",
    description: "Changes the display name, the absence and the delegate of the token's user.",
    params: { client_id },
    body: UpdateMe,
    success,
    problems: [
      notFound,
      unknownReference,
      outOfOfficeNeedsDates,
      outOfOfficeEndsBeforeStart,
      delegateIsSelf,
      delegateOutOfOffice,
    ],
  }),
}

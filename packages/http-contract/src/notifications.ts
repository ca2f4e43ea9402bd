import { NotificationSettings } from "@outlay/domain/fields"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { wire } from "./shared/wire.ts"

const example = {
  topup_requests: true,
  topup_decisions: true,
  missing_receipts: false,
  budget_usage: true,
  budget_periods: true,
}

const settings = wire(NotificationSettings, { example })

const flag = Schema.optionalKey(Schema.Boolean)

export const UpdateNotificationSettings = bodyOf(NotificationSettings, {
  topup_requests: flag,
  topup_decisions: flag,
  missing_receipts: flag,
  budget_usage: flag,
  budget_periods: flag,
}).annotate({
  identifier: "UpdateNotificationSettings",
  description: "E-mails to switch on or off; others keep their values.",
  examples: [{ missing_receipts: false }] as never,
})

const path = "/v1/businesses/{client_id}/me/notifications"

export const notifications = {
  get: endpoint({
    operation: "notifications.get",
    method: "GET",
    path,
    access: "user",
    summary: "Get your e-mail settings",
    description: "Returns the e-mails that the token's user receives. By default, all are sent.",
    params: { client_id },
    success: one(settings),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "notifications.update",
    method: "PATCH",
    path,
    access: "user",
    summary: "Update your e-mail settings",
    description: "Switches each kind of e-mail to the token's user on or off.",
    params: { client_id },
    body: UpdateNotificationSettings,
    success: one(settings),
    problems: [notFound],
  }),
}

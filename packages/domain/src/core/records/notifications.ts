import { Schema } from "effect"
import {
  client_id,
  count,
  day,
  flag,
  nullable,
  secret,
  text,
  times,
  timestamp,
  uuid,
} from "../fields.ts"

/** Kinds of e-mail notifications. Users can switch off each kind. */
export const notificationKinds = [
  "topup_requests",
  "topup_decisions",
  "missing_receipts",
  "budget_usage",
  "budget_periods",
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Position up to which the events and the spenders of a business have been processed. */
export const NotificationProgress = Schema.Struct({
  client_id,
  /** No later e-mail reports this event or earlier ones. */
  sequence: count("Sequence of the last event that was looked at."),
  next_pass: timestamp("Time before which no more mails are written about events."),
  digest_week: day("Monday of the week whose digests were begun last."),
  digest_user: nullable(
    Schema.Int,
    "Id of the user who was looked at last in that week; null if all were.",
  ),
  unsubscribe_key: secret(text("Key that signs links to unsubscribe, and nothing else.")),
  ...times,
}).annotate({
  identifier: "NotificationProgress",
  description: "How far the events and the spenders of a business have been gone through.",
})
export interface NotificationProgress extends Schema.Schema.Type<typeof NotificationProgress> {}

/** Usage of a budget that was reported to its owners. */
export const BudgetAlert = Schema.Struct({
  client_id,
  budget_id: uuid("Id of the budget."),
  period_number: count("Number of the period."),
  percent: count("Highest threshold that was reported to the owners, in percent."),
  ...times,
}).annotate({
  identifier: "BudgetAlert",
  description: "Usage of a budget that was reported to its owners.",
})
export interface BudgetAlert extends Schema.Schema.Type<typeof BudgetAlert> {}

/** Kinds of e-mail that a user receives. */
export const NotificationSettings = Schema.Struct({
  topup_requests: flag("Topups that the user can decide."),
  topup_decisions: flag("Decisions about topups that the user requested."),
  missing_receipts: flag("Weekly list of the user's expenses without a receipt."),
  budget_usage: flag("80 % and 100 % of the funds of a budget that the user owns are spent."),
  budget_periods: flag("A period of a budget that the user owns has ended."),
}).annotate({
  identifier: "NotificationSettings",
  description: "E-mails that the user gets: true if they are sent.",
})
export interface NotificationSettings extends Schema.Schema.Type<typeof NotificationSettings> {}

export type UpdateNotificationSettings = {
  readonly [K in NotificationKind]?: boolean | undefined
}

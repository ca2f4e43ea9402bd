/**
 * Property names of objects in events, in order, so that events are stored without them. An event
 * refers to an item of this list by its number: items are added at the end, and never changed or
 * removed. Objects that are not in the list are stored with their names.
 */
export const shapes: ReadonlyArray<string> = [
  "token_id type user_id",
  "first_name id last_name name",
  "code id name",
  `amount attendees auth_date budget cleared_date created currency custom_fields expense_status \
fx_amount gst id line_items merchant_name receipt_urls status transaction_type updated user`,
  "external_id",
  "budget_type id name",
  "entry_text field_name",
  "amount category custom_fields description gst_amount id",
  "amount category custom_fields description gst_amount id tax_rate",
  "code id is_default_for is_enabled name rate source",
  "available_amount created id is_deleted reset_amount spent_amount updated user",
  "budget_id user_id invite_id stint since invite",
  `available_amount budget_type categories created current_period_end current_period_start \
custom_fields has_member_limits id is_deleted limit_categories name reset_amount reset_period \
rollover_funds spent_amount updated`,
  `created delegate_approver email expense_delegate first_name id is_deleted last_name name \
out_of_office_end_date out_of_office_mode out_of_office_start_date payment_types role role_id \
updated`,
  "display_name",
  "period_number period_start granted_amount topped_up_amount moved_amount rolled_from",
  "available_amount current_period_end current_period_start spent_amount updated",
  "custom_field_id",
  "created enabled id text updated",
  "is_deleted",
  "accounting_code_id created custom enabled id name updated",
  `budget_id closing_amount end moved_amount number opening_amount restated spent_amount start \
topped_up_amount`,
  "id name",
  "closing_amount restated spent_amount",
  "code created id name updated",
  "accounting_code_id",
  "current_period_end current_period_start updated",
  "updated",
  "status external_id",
  "closing_amount spent_amount",
  "allow_options id name",
  "status",
  "actioned_by actioned_on amount created description id requested_by status updated",
  "budget_id budget_member_id requested_by_token",
  "created id is_deleted updated user",
  "budget_id user_id invite_id invite",
  "available_amount spent_amount updated",
  "amount status updated",
  "cleared_date status updated",
  "display_name muted_notifications",
]

/** Texts that are stored as their number. As above, items are only added at the end. */
export const words: ReadonlyArray<string> = [
  "CARD_TRANSACTION",
  "CLEARED",
  "AUTHED",
  "COMPLETE",
  "INCOMPLETE_EXPENSE",
  "BUDGET",
  "MANUAL",
  "DOMESTIC",
  "INTERNATIONAL",
  "EXEMPTEXPENSES",
  "BASEXCLUDED",
  "APPROVED",
  "PENDING",
  "REIMBURSEMENT",
  "EXTERNAL_TRANSFER",
  "MANUAL_TRANSFER",
  "DEPOSIT_DIRECT_CREDIT",
  "DEPOSIT_DIRECT_DEBIT",
]

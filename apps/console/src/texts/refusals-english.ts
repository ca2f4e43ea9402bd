import { peopleEnglish } from "./people-english.ts"
import {
  type SaidFormat as Format,
  isFieldName,
  saidMoney as money,
  type RefusalTexts,
  saidWait,
} from "./refusals.ts"

const outcomes: Readonly<Record<string, string>> = {
  APPROVED: "approved",
  DECLINED: "declined",
  CANCELLED: "withdrawn",
}

const mayCancel = "Only the person who made this request and Admins can withdraw it."
const mayDecide =
  "Only an owner of the budget, the stand-in of an owner who is away, or an Admin can decide, and never the person who asked."

const decided = (status: string): string => outcomes[status] ?? "decided"

/** Text at a number outside its bounds. */
const outOfBounds = (
  { minimum, maximum, above }: { minimum?: number; maximum?: number; above?: number },
  { count }: Format,
): string => {
  if (above !== undefined) return `Enter more than ${count(above)}.`
  if (minimum !== undefined && maximum !== undefined) {
    return `Enter a value from ${count(minimum)} to ${count(maximum)}.`
  }
  if (minimum !== undefined) return `Enter at least ${count(minimum)}.`
  if (maximum !== undefined) return `Enter at most ${count(maximum)}.`
  return "This value is not allowed."
}

const units = {
  second: { one: "1 second", many: "seconds" },
  minute: { one: "1 minute", many: "minutes" },
}

const anyOf = new Intl.ListFormat("en-AU", { type: "disjunction" })

/** The form reads its choices again automatically. */
const deletedText = (what: string): string => `${what} is no longer here. Choose another one.`

const nouns: Readonly<Record<string, string>> = peopleEnglish.resources

/** Refusals of any request. */
const general = {
  validation_failed: "Some entries are not valid. Please check them.",
  unauthorized: "This sign-in is not valid, or no longer valid. Please sign in again.",
  forbidden: "You have no access to this business. Sign in to your own.",
  permission_denied: ({ needs, resource = "", action = "" }) => {
    if (needs === "admin") return "Only Admins can do this. Ask one of them."
    if (needs === "user") return "This token acts for no one. Sign in as a person."
    const noun = nouns[resource] ?? resource
    const verb = peopleEnglish.actions[action] ?? action
    return `Your role does not allow this: it lacks “${noun}: ${verb}”. Ask an Admin.`
  },
  foreign_origin: "This request came from another website and was refused.",
  not_found: "This is no longer here, or you have no access to it.",
  request_timeout: "Sending took too long. Please try again.",
  idempotency_key_in_use: "Your entry is being processed. Please wait a moment.",
  precondition_failed: "Someone else has changed this in the meantime. Check it, and try again.",
  content_too_large: "This is too large. Send less at once.",
  uri_too_long: "There are too many filters, or they are too long. Reset some of them.",
  unsupported_media_type: "This format is not supported.",
  rate_limited: "There were too many requests. Please try again in a moment.",
  internal_error:
    "Something went wrong, and nothing was saved. Give the reference to the person who runs this service.",
  overloaded: "The service is busy. Please try again in a moment.",
  storage_unavailable: "The service is not available at the moment. Please try again shortly.",
} satisfies Partial<RefusalTexts>

/** Errors in input. */
const fields = {
  missing: "Please fill this in.",
  not_allowed: "This value is not one of the choices.",
  too_short: ({ of }) => (of === "items" ? "Choose at least one." : "Please fill this in."),
  too_long: ({ maximum, of }, { count }) => {
    if (maximum === undefined) return "This is too long."
    return of === "items"
      ? `At most ${count(maximum)} ${maximum === 1 ? "entry is" : "entries are"} allowed.`
      : `At most ${count(maximum)} ${maximum === 1 ? "character is" : "characters are"} allowed.`
  },
  control_character: "Remove control characters and line breaks.",
  out_of_range: outOfBounds,
  not_in_order: "The start is after the end.",
  not_unique: "Each entry can appear only once.",
  malformed: "This format is not valid.",
  invalid_date: "Enter a valid date.",
  invalid_email: "Enter an email address, such as name@example.com.",
  invalid_url: "Enter a complete address, such as https://…",
  unknown_currency: "This currency is not known, or there is no wallet in it.",
  amount_out_of_range: ({ balance, ...bounds }, format) => {
    if (balance === undefined) return outOfBounds(bounds, format)
    return `The amount is too large: the total can be ${money(balance.maximum, format)} at most.`
  },
  too_many_decimals: ({ currency, decimals }) => {
    if (decimals === 0) return `Amounts in ${currency} have no decimal places.`
    return `Amounts in ${currency} have at most ${decimals} decimal places.`
  },
  zero_amount: "The amount cannot be 0.",
  unknown_event_type: "There is no such type of event.",
  too_many_marks: "A character has too many accents.",
  malformed_text: "The text contains invalid characters.",
  unknown_user: deletedText("This person"),
  unknown_role: deletedText("This role"),
  unknown_budget: deletedText("This budget"),
  unknown_invite: deletedText("This invite"),
  unknown_category: deletedText("This category"),
  unknown_custom_field: ({ id }) =>
    `${isFieldName(id) ? `The field “${id}”` : "This field"} is no longer here. Leave it out.`,
  unknown_custom_field_option: deletedText("This option"),
  unknown_accounting_code: deletedText("This accounting code"),
  unknown_tax_rate: deletedText("This tax rate"),
} satisfies Partial<RefusalTexts>

const people = {
  sign_in_link_not_valid: "This link is no longer valid. Ask for a new one.",
  sign_in_links_off: "You cannot sign in with a link here. Use the sign-in of your company.",
  too_many_sign_in_links: ({ retry_after }, format) =>
    `Too many links were requested for this address. Try again in ${saidWait(retry_after, format, units)}.`,
  other_user_signed_in: "Someone else is already signed in with this browser.",
  user_exists: "Someone with this address is already in the business.",
  invite_exists: "This address already has a pending invite. Cancel it to send a new one.",
  invite_already_accepted: "This invite has already been accepted.",
  role_exceeds_yours: ({ role }) =>
    `The role “${peopleEnglish.roleName(role)}” may do things that yours may not. Choose another one.`,
  out_of_office_needs_dates: "Enter the first and the last day away.",
  out_of_office_ends_before_start: ({ start }, { day }) =>
    `The first day away is ${day(start)}. The last day cannot be earlier.`,
  delegate_is_self: "No one can be their own stand-in or assistant. Choose someone else.",
  delegate_out_of_office: ({ start, end }, { range }) =>
    `This person is also away (${range(start, end)}). Choose another stand-in.`,
  feature_unavailable:
    "This is not switched on for your business. Ask the person who runs this service.",
  too_many_assistants: ({ maximum }, { count }) =>
    `At most ${count(maximum)} assistants are possible.`,
  repeated_assistant: "This person is already an assistant.",
  chained_assistant: "No one can have an assistant and be one at the same time.",
  user_is_not_you: ({ user_id }) =>
    user_id === null
      ? "Your token acts for no one, and cannot create a token for a person."
      : "A token can act only for you, or for no one.",
  expires_in_past: "Choose an expiry in the future.",
  too_many_tokens: ({ maximum }, { count }) =>
    `A business can have at most ${count(maximum)} tokens, expired ones included. Revoke one that is not used.`,
} satisfies Partial<RefusalTexts>

const budgets = {
  reset_amount_required: "Enter a limit for each member.",
  reset_amount_not_allowed: "The members of this budget have no limits of their own.",
  member_sum_differs: ({ sum, reset_amount }, format) =>
    `The limits of the members add up to ${money(sum, format)}, and the budget has ${money(reset_amount, format)}. Both must be the same.`,
  reset_amount_is_member_sum:
    "This amount is the sum of the members' limits. Change the limits of the members.",
  budget_without_members: "This budget has no members. Add one first.",
  repeated_person: "This person is already listed.",
  field_not_linkable: ({ name }) => `The field “${name}” does not apply to any budget.`,
  already_member: "This person is already a member of the budget.",
  budget_without_limits: "The members of this budget have no limits of their own.",
  budget_never_resets: "This budget never resets. Top up the member instead.",
  last_budget_member: "This is the last member. Add another one first, or delete the budget.",
  already_owner: "This person already owns the budget.",
  last_budget_owner: ({ budgets }) => {
    const names = anyOf.format(budgets.map(({ name }) => `“${name}”`))
    return `No one else owns ${names}. Add another owner there first.`
  },
  topup_needs_member: "Each member of this budget has a limit. Top up a member.",
  topup_needs_budget: "The members of this budget have no limits. Top up the budget.",
  insufficient_funds: ({ available, requested }, format) => {
    if (available.amount <= 0) return "Nothing is available, so nothing can be taken out."
    return `Only ${money(available, format)} is available: ${money(requested, format)} cannot be taken out.`
  },
  not_an_approver: ({ action, status }) => {
    const who = action === "cancel" ? mayCancel : mayDecide
    return status === "PENDING" ? who : `${who} This request is already ${decided(status)}.`
  },
  topup_not_pending: ({ status }) => `This request is already ${decided(status)}.`,
  needs_approval: ({ policy, amount }, format) =>
    `Under the policy “${policy}”, ${money(amount, format)} needs the approval of an owner of the budget, the stand-in of an owner who is away, or an Admin. For a new budget, only an Admin can give it.`,
} satisfies Partial<RefusalTexts>

const laterDay = "Choose a later day, or ask an Admin to reopen the books."
const final = "This value is final. Admins can reopen the books."

const books = {
  duplicate_custom_field: ({ name }) => `The field “${name}” already has a value.`,
  unknown_option: ({ name, text }) => `“${text}” is not a choice of the field “${name}”.`,
  category_not_allowed: ({ name }) =>
    `The category “${name}” is not active, or not allowed for this budget. Choose another one.`,
  gst_exceeds_amount: ({ maximum }, format) =>
    `The tax cannot be more than the amount, ${money(maximum, format)}.`,
  books_locked: ({ locked_through, what }, { day }) =>
    `The books are closed through ${day(locked_through)}. ${what === "date" ? laterDay : final}`,
  books_only_forward: ({ locked_through }, { day }) =>
    `Choose a day after ${day(locked_through)}. Only Admins can reopen the books.`,
  too_many_receipts: ({ maximum }, { count }) =>
    `A transaction can have at most ${count(maximum)} receipts.`,
  no_thumbnail: ({ reason }) => {
    if (reason === "not-a-picture") return "There is no preview of this type of file."
    return reason === "not-drawable"
      ? "The picture is damaged, or too large for a preview."
      : "The preview cannot be made at the moment."
  },
  period_too_long: ({ maximum }, { count }) => `Choose at most ${count(maximum)} days.`,
  too_many_groups: ({ maximum }, { count }) =>
    `This would give more than ${count(maximum)} rows. Choose fewer days.`,
  export_ends_before_start: ({ start_date }, { day }) =>
    `The last day is before the first, ${day(start_date)}.`,
  export_too_large: ({ maximum }, { count }) =>
    `These days have more than ${count(maximum)} movements. Choose fewer days.`,
} satisfies Partial<RefusalTexts>

const targets: Readonly<Record<string, string>> = {
  not_absolute: "Enter a complete address, such as https://example.com/outlay.",
  not_https: "The address must begin with https.",
  not_http: "The address must begin with https or http.",
  credentials: "The address cannot contain a user name or a password.",
  fragment: "Leave out the # and everything after it.",
  private:
    "Webhooks are sent only to public addresses, unless the person who runs this service allows others.",
  sending_off: "This service does not send webhooks.",
}

const settings = {
  target_not_allowed: ({ rule = "" }) => targets[rule] ?? "This address is not allowed.",
  too_many_webhooks: ({ maximum }, { count }) =>
    `A business can have at most ${count(maximum)} webhooks. Remove one.`,
  integration_managed: ({ integration }) =>
    `The accounting codes come from your accounting software (${integration}). Change them there.`,
  category_exists: ({ name }) => `There is already a category “${name}”.`,
  category_is_system: ({ name }) =>
    `“${name}” is a built-in category. You can only activate it, deactivate it, and choose its accounting code.`,
  category_is_custom: ({ name }) =>
    `“${name}” is a category of your own. Delete it instead of deactivating it.`,
  custom_field_exists: ({ name }) => `There is already a field “${name}”.`,
  integration_manages_field:
    "This field comes from your accounting software. Here you can only change its budgets, and which of its options are active.",
  custom_field_in_use: ({ what }) =>
    `This field already has ${what === "options" ? "options" : "values"}, so its type cannot change. Create a new field.`,
  custom_field_is_free_text: ({ name }) => `“${name}” is free text, and has no options.`,
  custom_field_option_exists: ({ text }) => `There is already an option “${text}”.`,
  budget_setting_not_some:
    "You can choose individual budgets only if the field applies to chosen budgets.",
  budget_already_linked: ({ name }) => `The field already applies to “${name}”.`,
} satisfies Partial<RefusalTexts>

/** English texts of refusals; those of the service name the fields of the API. */
export const refusalsEnglish: RefusalTexts = {
  ...general,
  ...fields,
  ...people,
  ...budgets,
  ...books,
  ...settings,
}

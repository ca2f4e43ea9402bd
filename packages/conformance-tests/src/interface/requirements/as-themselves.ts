import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const people = under("What people may as themselves")
const receipts = under("Receipts as files (extension)")
const finer = under("5. Finer points (settled)")
const codes = under("Accounting codes, categories, tax rates")

/** Rights of users of their own, reports, and receipts as files. */
export const asThemselves = requirementsOf("conventions", [
  people("as-owner", {
    sentence:
      "read and change it, its members, owners and topups (all actions but cancelling what another asked for); read its periods and the transactions charged to it",
    sent: "All of these, by an owner whose role has no permissions; and for a budget of another owner.",
    accepted:
      "Success, and lists of the budget's records; 403 for another owner's budget, and for cancelling.",
  }),
  people("as-member", {
    sentence:
      "read it and their own membership; ask for a topup of it or of their own limit (PENDING, unless more is permitted), list and cancel what they asked for",
    sent: "All of these, by a member whose role has no permissions; and a change of the budget.",
    accepted: "Success, PENDING, and a list of their own requests; 403 for the change.",
  }),
  people("as-spender", {
    sentence: "read their own transactions, and change the expense part of them",
    sent: "The same, by the spender.",
    accepted: "Only their own are listed; the change is shown.",
  }),
  people("as-assistant", {
    sentence: "the same for whom they assist",
    sent: "The same, by the expense assistant.",
    accepted: "The transactions of the spender; the change is shown.",
  }),
  people("as-delegate", {
    sentence:
      "see the pending topups that they may decide (in `/topups` and in the budget's list), approve and decline them",
    sent: "The lists before and during an owner's absence; an approval and a decline.",
    accepted: "Nothing; then the pending topups, in both lists; success.",
  }),
  people("unseen-404", {
    sentence:
      "A single record that they may not see is 404, also for a write; one that they may see and not change is 403.",
    sent: "A transaction of another is read and changed; an owner changes one of their budget.",
    accepted: "404, 404; 403.",
  }),
  people("seen-lists", {
    sentence: "any other list without its permission stays 403.",
    sent: "A report and other lists, without the permission, by an owner.",
    accepted: "A report of what they may see; 403 for any other.",
  }),
  people("nobody-403", {
    sentence: "A token that acts for nobody: 403, as ever.",
    sent: "Transactions and topups with a token without a user whose role may not read them.",
    accepted: "403.",
  }),
  people("token-clipped", {
    sentence: "A token may be made with a role above its user's; it is then clipped to the user's.",
    sent: "`GET /me`, and a write, with such a token.",
    accepted: "The permissions of the user's own role; 403.",
  }),
  people("expense-part", {
    sentence:
      "the expense part: `receipt_urls, line_items, attendees, custom_fields`; needs `transactions` `update` (Admin, Accountant) or to be the person who spent or their assistant.",
    sent: "Each of these, with roles that have the permission and with one that has not; another field.",
    accepted: "Success with the sent values; 403; 400.",
  }),
  people("list-values", {
    sentence:
      "Here a LIST value must be an enabled option selectable on the budget (`unknown_option`), a field must exist and stand once (`unknown_custom_field`, `duplicate_custom_field`), a category must be visible on the budget (`category_not_allowed`).",
    sent: "Each of them wrong, and right.",
    accepted: "400 with that code; success.",
  }),
  people("movements", {
    sentence:
      "`amount` is signed, what this step moved (a CLEAR: the difference to the hold), so that they add up to what the wallet has; `balance_after` is the wallet's",
    sent: "The movements of every transaction of a business.",
    accepted: "They add up to its balance, which the last one shows.",
  }),
  people("transaction-sort", {
    sentence:
      "`sort` (`auth_date`, `amount`, `merchant_name`, `-` before it turns it; amounts by sign, names folded, ties by id)",
    sent: "The list in each order, in pages; unknown orders.",
    accepted: "That order over all pages; 400.",
  }),
  people("category-filter", {
    sentence: "`category_id`",
    sent: "The list by a category, alone and with another filter.",
    accepted: "Those with a line item in that category.",
  }),
  people("custom-field-filter", {
    sentence:
      "`custom_field` (`name:text`, split at the first colon, exact text, of the transaction or a line item)",
    sent: "The list by a value of a transaction, of a line item, with a colon, in another case.",
    accepted: "Exactly those; 400 without a text.",
  }),
  people("spend-report", {
    sentence:
      "Counted are card transactions, bills, reimbursements and charges by `auth_date`, without declined and reversed ones",
    sent: "Reports by month, week and day, with a transaction of each kind at each bound.",
    accepted: "The counted transactions, to the cent, each in the group of its day.",
  }),
  people("spend-report-groups", {
    sentence:
      "`{groups: [{keys, count, spent, refunded}]}`, ordered by keys: exact, and quick for a million transactions.",
    sent: "Reports by user and budget, and by merchant, one of which refunded everything.",
    accepted: "A group of each pair, null where there is none. Speed is not tested.",
  }),
  people("spend-report-lines", {
    sentence: "category and custom field go by line item",
    sent: "Reports by category and by custom field of a transaction in two parts.",
    accepted: "Each part in its own group.",
  }),
  people("spend-report-query", {
    sentence:
      "`GET /reports/spend?start_date&end_date&group_by=day\\|week\\|month\\|budget\\|user\\|category\\|merchant\\|custom_field:<name>` (twice at most)",
    sent: "Reports without a key, with three, with an unknown one; without dates, and with dates in the wrong order.",
    accepted: "400.",
  }),
  receipts("receipt-upload", {
    sentence:
      "(`multipart/form-data` or the bare file; PNG, JPEG, WebP, HEIC, PDF; at most 20 MiB, judged by its first bytes) → 201 `{id, url, media_type, size, sha256, name}`",
    sent: "A PDF; a file that is only named like one; one of 20 MiB, and one with a byte more.",
    accepted: "201 with its type; 400 or 415; 201; 413.",
  }),
  receipts("receipt-files", {
    sentence: "its `url` joins `receipt_urls`, and needs the same right to read.",
    sent: "A receipt is attached, and read with and without permission.",
    accepted: "The same bytes; 404, or 401 without a credential.",
  }),
  receipts("receipt-same", {
    sentence:
      "The same bytes twice in a business: 200 with what is there, and a `duplicate_of` where it hangs on another transaction.",
    sent: "The same file again, on its transaction and on another.",
    accepted: "200 and the same receipt; 200 and `duplicate_of`.",
  }),
  receipts("receipt-removal", {
    sentence: "`GET|DELETE`.",
    sent: "A receipt is removed.",
    accepted: "204; the transaction no longer has its `url`, and it is 404.",
  }),
  under("Small things")("receipt-url", {
    sentence: "A receipt's URL is absolute http(s), or one of ours.",
    sent: "Addresses of other schemes, and relative ones; one of https.",
    accepted: "400; success.",
  }),
  under("Signing in (extension)")("sessions", {
    sentence: "twelve hours, revocable, shown in `GET /me/sessions`,",
    sent: "`GET /me/sessions` with a token of a user who never signed in, and with one without a user.",
    accepted: "An empty list; 403.",
  }),
  codes("mapping-system", {
    sentence:
      "Mapping a system category is a resource of its own: extension `PUT /categories/{id}/accounting-code`",
    sent: "A system category gets a code, which is then removed.",
    accepted: "200, and the category shows it.",
  }),
  codes("tax-rates", {
    sentence:
      "`GET /tax-rates`, `GET /tax-rates/{tax_rate_id}`; empty and 404 where the business has no itemised tax.",
    sent: "Both, of a business without itemised tax.",
    accepted: "An empty list; 404.",
  }),
  finer("never-period", {
    sentence: "their period starts at the budget's creation.",
    sent: "The periods of a budget that is never reset.",
    accepted: "One period, from the budget's creation, without an end.",
  }),
])

import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const section = "Authentication"
const bearer =
  "Every operation is secured with HTTP bearer authentication: the request carries the header `Authorization: Bearer <ACCESS_TOKEN>`."
const valid = "A request without a valid credential is answered with status 401"

export const authentication = requirementsOf("authentication", [
  stated("authentication.bearer", section, {
    sentence: bearer,
    sent: "Every operation of the table, with a token of an administrator.",
    accepted: "Success.",
  }),
  stated("authentication.required", "Endpoints", {
    sentence: "All operations require the bearer credential described under Authentication.",
    sent: "Every operation of the table, without a credential.",
    accepted: "401, and no effect.",
  }),
  stated("authentication.garbage", section, {
    sentence: valid,
    sent: "Every operation of the table, with text that is not a token.",
    accepted: "401, and no effect.",
  }),
  derived("authentication.scheme", section, {
    sentence: bearer,
    sent: "Every operation of the table, with a valid token under another scheme, or none.",
    accepted: "401, and no effect.",
  }),
  derived("authentication.expired", section, {
    sentence: valid,
    sent: "Every operation of the table, with a token that has expired.",
    accepted: "401, and no effect.",
  }),
  derived("authentication.revoked", section, {
    sentence: valid,
    sent: "Every operation of the table, with a token that was revoked.",
    accepted: "401, and no effect.",
  }),
  derived("authentication.revoked-at-once", section, {
    sentence: valid,
    sent: "A token that worked a moment ago, after it was revoked.",
    accepted: "401.",
  }),
])

export const authorization = requirementsOf("authorization", [
  derived("authorization.forbidden", section, {
    sentence: "a forbidden one with 403 (see Errors)",
    sent: "Writes, with tokens of roles that only read.",
    accepted: "403, or 404 if the target does not reveal that the resource exists; no effect.",
  }),
  derived("authorization.may-read", "Role and Permission", {
    sentence:
      "Permission: `resource` (string), `action` (enum `create`, `read`, `update`, `delete`); both required.",
    sent: "Users, transactions and budgets, with a token of a role that reads.",
    accepted: "The same as for an administrator.",
  }),
])

export const versioning = requirementsOf("versioning", [
  stated("versioning.base-address", "Endpoints", {
    sentence: "All paths are relative to `{base_url}`.",
    sent: "Paths of the table, appended to the address that the target's provisioner gives.",
    accepted: "Success.",
  }),
  stated("versioning.v1", "Versioning", {
    sentence:
      "The version is a path prefix: `/v1/` for users, budgets, budget members, topups, statements and balance; `/v2/` for transactions.",
    sent: "Each of the resources under `/v1/`.",
    accepted: "Success.",
  }),
  stated("versioning.v2", "Versioning", {
    sentence: "`/v2/` for transactions.",
    sent: "Transactions under `/v2/`.",
    accepted: "Success.",
  }),
  {
    ...stated("versioning.version", "Versioning", {
      sentence: "The interface version is v1.",
      sent: "Nothing.",
      accepted: "Nothing.",
    }),
    excluded: "No response has the version of the interface; other requirements test its paths.",
  },
])

export const formats = requirementsOf("formats", [
  stated("formats.json", "What the service does", {
    sentence: "Requests and responses are JSON.",
    sent: "Every operation of the table that reads.",
    accepted: "A JSON body in UTF-8, with the JSON media type.",
  }),
  stated("formats.timestamps", "What the service does", {
    sentence: "All timestamps are UTC ISO 8601 `date-time` values",
    sent: "Every response that shows an instant.",
    accepted: "A date-time of a real day, at offset zero.",
  }),
  stated("formats.dates", "What the service does", {
    sentence: "all plain dates are `date` values (`YYYY-MM-DD`).",
    sent: "Every response that shows a day.",
    accepted: "A real day, in this form.",
  }),
  stated("formats.client-id", "What the service does", {
    sentence: "Every business is identified by an integer `client_id` that appears in the path.",
    sent: "Several businesses are read by their ids.",
    accepted: "The ids are integers, and each leads to the users of its own business.",
  }),
  derived("formats.client-id.aliases", "Path identifiers", {
    sentence: "| client_id | integer |",
    sent: "The id of the business in other spellings: `01`, `1e0`, `+1`, ` 1`, `1.0`.",
    accepted: "A refusal: one business has one path.",
  }),
  derived("formats.user-id.aliases", "Path identifiers", {
    sentence: "| user_id | integer |",
    sent: "The id of a user in other spellings: `01`, `1e0`, `+1`, ` 1`, `1.0`.",
    accepted: "A refusal: one user has one path.",
  }),
  derived("formats.budget-member-id.aliases", "Path identifiers", {
    sentence: "| budget_member_id | integer |",
    sent: "The id of a budget member in other spellings: `01`, `1e0`, `+1`, ` 1`, `1.0`.",
    accepted: "A refusal: one member has one path.",
  }),
  stated("formats.user-id", "Path identifiers", {
    sentence: "| user_id | integer |",
    sent: "Users are listed, and one is read by the id that it shows.",
    accepted: "The id is an integer, and finds the user.",
  }),
  stated("formats.transaction-id", "Path identifiers", {
    sentence: "| transaction_id | string |",
    sent: "Transactions are listed, and one is read by the id that it shows.",
    accepted: "The id is text, and finds the transaction.",
  }),
  stated("formats.budget-id", "Path identifiers", {
    sentence: "| budget_id | string |",
    sent: "Budgets are listed, and one is read by the id that it shows.",
    accepted: "The id is text, and finds the budget.",
  }),
  stated("formats.budget-owner-id", "Path identifiers", {
    sentence: "| budget_owner_id | string |",
    sent: "The owners of a budget are listed.",
    accepted: "Each shows an id of text.",
  }),
  stated("formats.invite-id", "Path identifiers", {
    sentence: "| invite_id | integer |",
    sent: "Invites are listed.",
    accepted: "Each shows an id that is an integer.",
  }),
])

export const errors = requirementsOf("errors", [
  stated("errors.401", "Errors", {
    sentence: "| 401 | operation 5 | Authentication failed (condition implied by status). |",
    sent: "Operation 5 without a credential.",
    accepted: "401.",
  }),
  stated("errors.403", "Errors", {
    sentence: "| 403 | operation 5 | Access forbidden. |",
    sent: "Operation 5 of a user of a business that is not the token's.",
    accepted: "403, or 404 if the target does not reveal that the business exists.",
  }),
  stated("errors.404", "Errors", {
    sentence: "| 404 | operation 5 | Resource not found. |",
    sent: "Operation 5 with an id that no user has.",
    accepted: "404.",
  }),
  derived("errors.unknown-id", "Errors", {
    sentence: "Resource not found.",
    sent: "Every operation of the table that takes an id, with an id that does not exist.",
    accepted: "404, or another refusal; never success, and nothing is changed.",
  }),
  derived("errors.wrong-parent", "Errors", {
    sentence: "Resource not found.",
    sent: "A member of one budget, and its topups, under the path of another budget.",
    accepted: "404, or another refusal; never success.",
  }),
])

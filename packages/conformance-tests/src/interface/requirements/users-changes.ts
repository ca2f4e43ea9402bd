import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const endpoints = "Endpoints"
const patch =
  "JSON; updates role, payment types and/or delegation settings of an active employee; every field optional"

/** Changes of users; reads of users are in `users.ts`. */
export const usersChanges = requirementsOf("users", [
  stated("users.update.role", endpoints, {
    sentence: patch,
    sent: "PATCH of a user with `role_id` alone.",
    accepted: "The user is read with that role, by id and by name.",
  }),
  stated("users.update.payment-types", endpoints, {
    sentence: patch,
    sent: "PATCH of a user with `payment_types` alone.",
    accepted: "It is accepted, and shown where the user shows `payment_types`.",
  }),
  stated("users.update.delegation", endpoints, {
    sentence: patch,
    sent: "PATCH of a user with `expense_delegate` alone, in a business with expense assistants.",
    accepted: "The user is read with those assistants and no others.",
  }),
  stated("users.update.optional", endpoints, {
    sentence: patch,
    sent: "PATCH of a user with each field alone, with several, and with none.",
    accepted: "Each is accepted.",
  }),
  derived("users.update.keeps", endpoints, {
    sentence: patch,
    sent: "PATCH of a user with one field.",
    accepted: "All other fields are unchanged.",
  }),
  stated("users.update.answer", endpoints, {
    sentence: "updated user (body fields and response: not shown)",
    sent: "PATCH of a user.",
    accepted: "200 with the user as it is from then on: what a read of it shows.",
  }),
  stated("users.remove", endpoints, {
    sentence: "deletes an active employee",
    sent: "DELETE of a user.",
    accepted: "It is accepted; by id the user is deleted or not found, and the list says the same.",
  }),
  derived("users.remove.only", "What the service does", {
    sentence: "update and delete active employees (users);",
    sent: "DELETE or PATCH of one user.",
    accepted: "Every other user is unchanged.",
  }),
])

import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

export const customFieldBudgets = requirementsOf("custom-field-budgets", [
  stated(
    "custom-field-budgets.create",
    "Operation groups whose methods, paths and bodies are not shown",
    {
      sentence: "link custom fields to budgets",
      sent: "A field is linked to one of two budgets.",
      accepted: "It is accepted, and the field's budgets are that one.",
    },
  ),
  derived("custom-field-budgets.shown", "Budget", {
    sentence: "Custom fields of the budget.",
    sent: "A field is linked to one of two budgets.",
    accepted: "That budget shows one custom field more, and the other shows as many as before.",
  }),
  stated("custom-field-budgets.remove", "What the service does", {
    sentence:
      "manage custom fields (dimensions/cost centres), their list options and their links to budgets;",
    sent: "A field is linked to two budgets, and then unlinked from one.",
    accepted: "It is accepted, and the field's budgets are the other one.",
  }),
])

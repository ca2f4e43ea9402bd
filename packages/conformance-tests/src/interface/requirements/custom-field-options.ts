import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const gaps = "Operation groups whose methods, paths and bodies are not shown"
const others = "Other resource rules"

export const customFieldOptions = requirementsOf("custom-field-options", [
  stated("custom-field-options.create", gaps, {
    sentence: "manage options of a `LIST` field",
    sent: "Options are created on one of two `LIST` fields.",
    accepted: "Each is accepted, and listed once, on that field alone, with its text.",
  }),
  derived("custom-field-options.list-only", gaps, {
    sentence: "manage options of a `LIST` field",
    sent: "An option is created on a `FREE_TEXT` field.",
    accepted: "It is refused, and the field has no options.",
  }),
  stated("custom-field-options.disable", others, {
    sentence: "Options created through the API can be disabled or deleted.",
    sent: "One of two options is disabled.",
    accepted: "It is accepted; the option is no longer enabled, and the other one is.",
  }),
  stated("custom-field-options.remove", others, {
    sentence: "Options created through the API can be disabled or deleted.",
    sent: "One of two options is deleted.",
    accepted: "It is accepted; the option is no longer listed, and the other one is.",
  }),
  derived("custom-field-options.update.keeps", others, {
    sentence: "Options created through the API can be disabled or deleted.",
    sent: "An option is disabled, or renamed.",
    accepted: "All other fields are unchanged.",
  }),
  stated("custom-field-options.id", "Path identifiers", {
    sentence: "| option_id | string, uuid |",
    sent: "An option is created.",
    accepted: "Its id is a uuid.",
  }),
])

import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const gaps = "Operation groups whose methods, paths and bodies are not shown"
const others = "Other resource rules"
const integration =
  "Custom fields created by an accounting integration cannot have their name or type changed through the API."
const kinds = "Custom fields have type `LIST` (predefined options) or `FREE_TEXT`."

export const customFields = requirementsOf("custom-fields", [
  stated("custom-fields.types", others, {
    sentence: kinds,
    sent: "A field of each type is created.",
    accepted: "Each is accepted, and listed with that type.",
  }),
  derived("custom-fields.no-other-type", others, {
    sentence: kinds,
    sent: "A field of an unknown type is created.",
    accepted: "It is refused, and no field is created.",
  }),
  stated("custom-fields.created-by", others, {
    sentence: "Custom fields created through the API carry `created_by` = `PUBLIC_API`.",
    sent: "A field is created.",
    accepted: "`created_by` is `PUBLIC_API`, in the response and in the list.",
  }),
  derived("custom-fields.created-by.whatever-is-sent", others, {
    sentence: "Custom fields created through the API carry `created_by` = `PUBLIC_API`.",
    sent: "A field is created with another `created_by` in the body, and then changed with one.",
    accepted: "It is refused, or the field has `PUBLIC_API` nevertheless.",
  }),
  stated("custom-fields.create", gaps, {
    sentence: "create and manage",
    sent: "A field is created.",
    accepted: "It is listed once, and read by its id, with the name that was sent.",
  }),
  stated("custom-fields.manage", gaps, {
    sentence: "create and manage",
    sent: "A field is renamed, and removed.",
    accepted: "It is listed with its new name, and after its removal not at all.",
  }),
  derived("custom-fields.update.keeps", gaps, {
    sentence: "create and manage",
    sent: "A field is renamed.",
    accepted: "All other properties are unchanged, and so are the other fields.",
  }),
  stated("custom-fields.id", "Path identifiers", {
    sentence: "| custom_field_id | string, uuid |",
    sent: "A field is created.",
    accepted: "Its id is a uuid.",
  }),
  stated("custom-fields.integration.name", others, {
    sentence: integration,
    sent: "A field of an integration is renamed.",
    accepted: "It is refused.",
  }),
  stated("custom-fields.integration.type", others, {
    sentence: integration,
    sent: "The type of an integration's field is changed.",
    accepted: "It is refused.",
  }),
  derived("custom-fields.integration.no-effect", "Errors", {
    sentence: "changing name or type of an integration-created custom field",
    sent: "Each is changed, and both at once, together with a field that may be changed.",
    accepted: "It is refused, and the field is unchanged.",
  }),
])

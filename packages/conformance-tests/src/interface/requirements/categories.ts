import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const gaps = "Operation groups whose methods, paths and bodies are not shown"
const others = "Other resource rules"
const system = "System-defined categories (`custom` false) only allow toggling `enabled`."
const custom = "Custom categories (`custom` true) allow updating `name` and deletion."

export const categories = requirementsOf("categories", [
  stated("categories.fields", others, {
    sentence: "Categories carry a boolean `custom` and a boolean `enabled` and a `name`.",
    sent: "The categories are listed.",
    accepted: "An envelope; each record has the two booleans and a name.",
  }),
  stated("categories.system.toggle", others, {
    sentence: system,
    sent: "`enabled` of a system category is changed, and changed back.",
    accepted: "Each is accepted, and shown.",
  }),
  stated("categories.system.name", others, {
    sentence: system,
    sent: "A system category is renamed.",
    accepted: "It is refused, and the category keeps its name.",
  }),
  stated("categories.system.remove", others, {
    sentence: system,
    sent: "A system category is deleted.",
    accepted: "It is refused, and the category is still listed.",
  }),
  derived("categories.system.no-effect", "Errors", {
    sentence: "changing anything but `enabled` on a system category",
    sent: "A system category is renamed and its `enabled` changed, in one request.",
    accepted: "It is refused, and the category is unchanged.",
  }),
  stated("categories.custom.name", others, {
    sentence: custom,
    sent: "A custom category is renamed.",
    accepted: "It is accepted, and listed under its id with the new name.",
  }),
  stated("categories.custom.remove", others, {
    sentence: custom,
    sent: "One of two custom categories is deleted.",
    accepted: "It is accepted; the category is no longer listed, and the other one is.",
  }),
  derived("categories.update.keeps", others, {
    sentence: custom,
    sent: "A custom category with an accounting code is renamed.",
    accepted: "All other fields are unchanged, and so are the other categories.",
  }),
  derived("categories.custom.created", others, {
    sentence: "Categories carry a boolean `custom` and a boolean `enabled` and a `name`.",
    sent: "A category is created.",
    accepted: "It is listed once, with the name that was sent, and `custom` true.",
  }),
  stated("categories.manage", gaps, {
    sentence: "manage expense categories",
    sent: "The categories of a business are listed.",
    accepted: "Each created category is among them once, and so are the system categories.",
  }),
  stated("categories.id", "Path identifiers", {
    sentence: "| category_id | string, uuid |",
    sent: "A category is created.",
    accepted: "Its id is a uuid.",
  }),
])

import { Category } from "@outlay/domain/fields"
import { CategoryExists, CategoryIsCustom, CategoryIsSystem } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem, unknownReference } from "./shared/problem.ts"
import { boolean, page } from "./shared/query.ts"
import { text, Uuid } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const category = wire(Category, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b40",
    name: "Client gifts",
    custom: true,
    enabled: true,
    accounting_code_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

/** "`name` ≤ 128 unique in the business, `accounting_code_id?`." */
export const CreateCategory = bodyOf(Category, {
  name: text(128, "Client gifts"),
  accounting_code_id: Schema.optionalKey(Schema.NullOr(Uuid)),
}).annotate({
  identifier: "CreateCategory",
  description: "A new custom category.",
  examples: [
    { name: "Client gifts", accounting_code_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" },
  ] as never,
})

/** "Custom: `name`, `accounting_code_id` change. System: only `enabled` changes." */
export const UpdateCategory = bodyOf(Category, {
  name: Schema.optionalKey(text(128, "Client gifts")),
  accounting_code_id: Schema.optionalKey(Schema.NullOr(Uuid)),
  enabled: Schema.optionalKey(Schema.Boolean),
}).annotate({
  identifier: "UpdateCategory",
  description:
    "Fields to change: `name` and `accounting_code_id` of a custom category, `enabled` of a system one.",
  examples: [{ name: "Gifts to clients" }] as never,
})

export const MapCategory = bodyOf(Category, {
  accounting_code_id: Schema.NullOr(Uuid),
}).annotate({
  identifier: "MapCategory",
  description: "Accounting code of the category; null to remove the mapping.",
  examples: [{ accounting_code_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }] as never,
})

export const categoryIsSystem = problem(
  CategoryIsSystem,
  "A system category can only be enabled or disabled",
  { values: { name: value.words } },
)
export const categoryIsCustom = problem(CategoryIsCustom, "A custom category cannot be disabled", {
  values: { name: value.words },
})
export const categoryExists = problem(CategoryExists, "The category name is taken", {
  values: { category_id: value.id, name: value.words },
})

const category_id = uuidId("Id of the category.")

const all = "/v1/businesses/{client_id}/categories"
const each = `${all}/{category_id}` as const
const success = one(category)

export const categories = {
  list: endpoint({
    operation: "categories.list",
    method: "GET",
    path: all,
    access: { resource: "categories", action: "read" },
    summary: "List categories",
    description: "Returns the expense categories of the business, oldest first.",
    params: { client_id },
    query: {
      ...page,
      custom: boolean("Only custom categories (true), or only system ones (false)."),
    },
    success: pageOf(category),
    problems: [],
  }),
  create: endpoint({
    operation: "categories.create",
    method: "POST",
    path: all,
    access: { resource: "categories", action: "create" },
    summary: "Create a category",
    description: "Creates a custom category. Names are unique, ignoring case.",
    params: { client_id },
    body: CreateCategory,
    success: one(category, 201),
    problems: [unknownReference, categoryExists],
  }),
  get: endpoint({
    operation: "categories.get",
    method: "GET",
    path: each,
    access: { resource: "categories", action: "read" },
    summary: "Get a category",
    description: "Returns one category, custom or system.",
    params: { client_id, category_id },
    success,
    problems: [notFound],
  }),
  update: endpoint({
    operation: "categories.update",
    method: "PATCH",
    path: each,
    access: { resource: "categories", action: "update" },
    summary: "Update a category",
    description:
      "Changes the name and mapping of a custom category, or `enabled` of a system one. Updates the `expense_status` of the category's transactions.",
    params: { client_id, category_id },
    body: UpdateCategory,
    success,
    problems: [notFound, categoryIsSystem, categoryIsCustom, unknownReference, categoryExists],
  }),
  remove: endpoint({
    operation: "categories.remove",
    method: "DELETE",
    path: each,
    access: { resource: "categories", action: "delete" },
    summary: "Delete a category",
    description:
      "Deletes a custom category and removes it from budgets. Recorded line items still show its name.",
    params: { client_id, category_id },
    success: none,
    problems: [notFound, categoryIsSystem],
  }),
  map: endpoint({
    operation: "categories.map",
    method: "PUT",
    path: `${each}/accounting-code`,
    access: { resource: "categories", action: "update" },
    summary: "Map a category to an accounting code",
    description: "Maps a custom or system category to an accounting code, or removes the mapping.",
    params: { client_id, category_id },
    body: MapCategory,
    success,
    problems: [notFound, unknownReference],
  }),
}

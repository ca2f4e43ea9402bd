import { rules } from "../reference/rules.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  pretending,
  records,
  refusing,
  responseBody,
  sending,
  targetOf,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const unknownId = "00000000-0000-4000-8000-000000000000"

const fields: ReadonlyArray<Mutant> = [
  {
    name: "created-by-from-body",
    breaks: "`created_by` is taken from the request",
    names: ["custom-fields.created-by.whatever-is-sent"],
    rules: () => ({
      createdBy: (fields) => {
        const createdBy = fields["created_by"]
        return typeof createdBy === "string" ? createdBy : rules.createdBy(fields)
      },
    }),
  },
  {
    name: "created-by-manual",
    breaks: "a field created through the API is shown as created by hand",
    names: ["custom-fields.created-by"],
    rules: () => ({ createdBy: () => "MANUAL", ofIntegration: () => false }),
  },
  {
    name: "integration-field-changed",
    breaks: "an integration's field can be renamed, and its type changed",
    names: ["custom-fields.integration.name", "custom-fields.integration.type"],
    rules: () => ({ ofIntegration: () => false }),
  },
  {
    name: "integration-field-refused-but-renamed",
    breaks: "the renaming of an integration's field is refused, but applied",
    names: ["custom-fields.integration.no-effect"],
    edge: (next) => {
      const renamed = new Map<string, string>()
      const changed = answering("PATCH", ["field"], async (request) => {
        const response = await next(request)
        const { name } = bodyOf(request) ?? {}
        const id = request.url.split("/").at(-1)
        if (response.status === 409 && id !== undefined && name) renamed.set(id, name)
        return response
      })
      return records(["fields", "field"], (field) =>
        renamed.has(field.id) ? { ...field, name: renamed.get(field.id) } : field,
      )(changed(next))
    },
  },
  {
    name: "field-patch-resets-setting",
    breaks: "a PATCH of a field changes fields that it omits",
    names: ["custom-fields.update.keeps"],
    edge: sending("PATCH", ["field"], (body) => ({ budget_setting: "NONE", ...body })),
  },
  {
    name: "field-type-fixed",
    breaks: "every field is a LIST",
    names: ["custom-fields.types", "custom-fields.create"],
    edge: sending("POST", ["fields"], (body) => ({ ...body, field_type: "LIST" })),
  },
  {
    name: "field-of-any-type",
    breaks: "a field with an unknown type is created",
    names: ["custom-fields.no-other-type"],
    edge: sending("POST", ["fields"], (body) => ({
      ...body,
      field_type: body.field_type === "LIST" ? "LIST" : "FREE_TEXT",
    })),
  },
  {
    name: "field-not-made",
    breaks: "a created field does not exist",
    names: ["custom-fields.create"],
    edge: list(["fields"], (body) => ({ ...body, count: 0, results: [] })),
  },
  {
    name: "ids-are-no-uuids",
    breaks: "UUIDs have a prefix",
    names: ["custom-fields.id", "custom-field-options.id", "accounting-codes.id", "categories.id"],
    edge: (next) => async (request) => {
      const response = await next({ ...request, url: request.url.replaceAll("/id_", "/") })
      const { path } = targetOf(request)
      if (!/^\/(custom-fields|accounting-codes|categories)/u.test(path)) return response
      return { ...response, body: response.body.replaceAll('"id":"', '"id":"id_') }
    },
  },
  {
    name: "field-not-removed",
    breaks: "a removed field is still listed",
    names: ["custom-fields.manage"],
    edge: pretending("DELETE", ["field"]),
  },
  {
    name: "free-text-options",
    breaks: "a free-text field accepts options",
    names: ["custom-field-options.list-only"],
    rules: () => ({ takesOptions: () => true }),
  },
  {
    name: "option-not-disabled",
    breaks: "a disabled option is still enabled",
    names: ["custom-field-options.disable"],
    edge: sending("PATCH", ["option"], ({ enabled: _, ...body }) => body),
  },
  {
    name: "option-disabled-by-rename",
    breaks: "a PATCH of an option disables it",
    names: ["custom-field-options.update.keeps"],
    edge: sending("PATCH", ["option"], (body) => ({ enabled: false, ...body })),
  },
  {
    name: "option-not-removed",
    breaks: "a deleted option is still listed",
    names: ["custom-field-options.remove"],
    edge: pretending("DELETE", ["option"]),
  },
  {
    name: "links-ignored",
    breaks: "a field linked to a budget does not belong to it",
    names: ["custom-field-budgets.create", "custom-field-budgets.shown", "budgets.custom-fields"],
    rules: () => ({ links: (field) => field.setting === "ALL_CURRENT_AND_NEW" }),
  },
  {
    name: "link-not-removed",
    breaks: "a removed link still exists",
    names: ["custom-field-budgets.remove"],
    edge: pretending("DELETE", ["link"]),
  },
]

const codes: ReadonlyArray<Mutant> = [
  {
    name: "codes-under-integration",
    breaks: "codes can be created and deleted under a connected integration",
    names: [
      "accounting-codes.connected.create",
      "accounting-codes.connected.remove",
      "accounting-codes.connected.no-effect",
    ],
    rules: () => ({ codesAreSynced: () => false }),
  },
  {
    name: "manual-is-connected",
    breaks: "a manual integration manages the codes",
    names: [
      "accounting-codes.manual.create",
      "accounting-codes.update",
      "accounting-codes.remove",
      "accounting-codes.first-makes-manual",
    ],
    rules: () => ({ codesAreSynced: ({ integration }) => integration !== null }),
  },
  {
    name: "codes-need-integration",
    breaks: "no code can be created without an integration",
    names: ["accounting-codes.none.create", "accounting-codes.first-makes-manual"],
    rules: () => ({
      codesAreSynced: (business) => business.integration === null || rules.codesAreSynced(business),
    }),
  },
  {
    name: "code-duplicated",
    breaks: "an updated code is duplicated",
    names: ["accounting-codes.update"],
    rules: () => ({ codeKnown: () => undefined }),
  },
  {
    name: "code-refused-but-made",
    breaks: "a code is refused under a connected integration, but listed",
    names: ["accounting-codes.connected.no-effect"],
    edge: (next) => {
      const made = new Map<string, Json>()
      const noted = answering("POST", ["codes"], async (request) => {
        const response = await next(request)
        const { code, name } = bodyOf(request) ?? {}
        if (response.status === 409) made.set(request.url, { id: unknownId, code, name })
        return response
      })
      return responseBody("GET", ["codes"], (body, { url }) => {
        const [path = ""] = url.split("?", 1)
        const extra = made.get(path)
        if (extra === undefined) return body
        return { ...body, count: body.count + 1, results: [...body.results, extra] }
      })(noted(next))
    },
  },
  {
    name: "codes-unlisted",
    breaks: "accounting codes are not listed",
    names: ["accounting-codes.manage", "accounting-codes.none.create"],
    edge: list(["codes"], (body) => ({ ...body, count: 0, results: [] })),
  },
  {
    name: "code-not-removed",
    breaks: "a deleted code is still listed",
    names: ["accounting-codes.remove"],
    edge: pretending("DELETE", ["code"]),
  },
]

const categories: ReadonlyArray<Mutant> = [
  {
    name: "system-category-renamed",
    breaks: "a system category can be renamed",
    names: ["categories.system.name", "categories.system.no-effect"],
    rules: () => ({ mayRename: () => true }),
  },
  {
    name: "system-category-refused-but-renamed",
    breaks: "the renaming of a system category is refused, but applied",
    names: ["categories.system.no-effect"],
    edge: (next) => {
      const renamed = new Map<string, string>()
      const noted = answering("PATCH", ["category"], async (request) => {
        const response = await next(request)
        const { name } = bodyOf(request) ?? {}
        const id = request.url.split("/").at(-1)
        if (response.status === 409 && id !== undefined && name) renamed.set(id, name)
        return response
      })
      return records(["categories"], (category) =>
        renamed.has(category.id) ? { ...category, name: renamed.get(category.id) } : category,
      )(noted(next))
    },
  },
  {
    name: "categories-without-enabled",
    breaks: "a category does not show if it is enabled",
    names: ["categories.fields"],
    edge: records(["categories"], ({ enabled: _, ...category }) => category),
  },
  {
    name: "system-category-removed",
    breaks: "a system category can be deleted",
    names: ["categories.system.remove"],
    rules: () => ({ mayDelete: () => true }),
  },
  {
    name: "system-category-fixed",
    breaks: "a system category cannot be disabled",
    names: ["categories.system.toggle"],
    edge: (next) => {
      const system = new Set<string>()
      const noted = records(["categories"], (category) => {
        if (!category.custom) system.add(category.id)
        return category
      })
      return answering("PATCH", ["category"], async (request, inner) =>
        system.has(request.url.split("/").at(-1) ?? "") ? refusing(409) : inner(request),
      )(noted(next))
    },
  },
  {
    name: "custom-category-fixed",
    breaks: "a custom category cannot be renamed",
    names: ["categories.custom.name"],
    rules: () => ({ mayRename: () => false }),
  },
  {
    name: "custom-category-kept",
    breaks: "a custom category cannot be deleted",
    names: ["categories.custom.remove"],
    rules: () => ({ mayDelete: () => false }),
  },
  {
    name: "category-disabled-by-rename",
    breaks: "a PATCH of a category disables it",
    names: ["categories.update.keeps"],
    edge: sending("PATCH", ["category"], (body) => ({ enabled: false, ...body })),
  },
  {
    name: "new-category-not-custom",
    breaks: "a category created through the API is shown as a system category",
    names: ["categories.custom.created", "categories.fields", "categories.manage"],
    edge: records(["categories"], (category) => ({ ...category, custom: false })),
  },
  {
    name: "category-renamed-in-answer-only",
    breaks: "a renaming succeeds, but is not saved",
    names: ["categories.custom.name"],
    edge: answering("PATCH", ["category"], async (request, next) => {
      const { name, ...rest } = bodyOf(request) ?? {}
      const { "content-length": _, ...headers } = request.headers
      const body = Buffer.from(JSON.stringify(rest))
      const response = await next({ ...request, headers, body })
      if (!isGood(response) || name === undefined) return response
      return { ...response, body: JSON.stringify({ ...bodyOf(response), name }) }
    }),
  },
]

export const settings = [...fields, ...codes, ...categories]

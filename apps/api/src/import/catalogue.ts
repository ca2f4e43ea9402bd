import {
  AccountingCodes,
  Categories,
  CustomFieldBudgets,
  CustomFieldOptions,
  CustomFields,
} from "@outlay/domain"
import {
  CreateCategory,
  CreateCustomField,
  CreateCustomFieldOption,
  decodeBody,
  UpsertAccountingCode,
} from "@outlay/http-contract"
import { Effect, Result, type Schema } from "effect"
import { everything } from "../operations/pages.ts"
import type { Draft, Refused } from "./row.ts"

/** Options for creating catalogue records of a business. */
export interface CatalogueOptions {
  readonly client_id: number
  readonly createCategories: boolean
  readonly createFields: boolean
}

/** Numbers of created records. */
export interface MadeCatalogue {
  categories: number
  accounting_codes: number
  custom_fields: number
  options: number
}

interface CategoryName {
  readonly id: string
  readonly accounting_code_id: string | null
}

interface Field {
  readonly id: string
  /** Texts of its options; null for a free-text field. */
  readonly options: Set<string> | null
  /** Ids of the budgets that it is linked to; null if its setting links all or none. */
  readonly budgets: Set<string> | null
}

interface Known {
  readonly categories: Map<string, CategoryName>
  /** Ids by code. */
  readonly codes: Map<string, string>
  readonly fields: Map<string, Field>
  readonly made: MadeCatalogue
}

/** Decodes a new record like the body of an HTTP request. */
const decoded = <S extends Schema.Top>(schema: S, what: string, wire: object) => {
  const body = decodeBody(schema as never, wire)
  if (Result.isSuccess(body)) return Effect.succeed(body.success as S["Type"])
  const [fault] = body.failure
  const detail = `${what}: ${fault?.detail ?? "it cannot be created"}`
  return Effect.fail<Refused>({ code: fault?.code ?? "malformed", detail })
}

type Fold = (name: string) => string

const load = (
  { client_id, createCategories, createFields }: CatalogueOptions,
  fold: Fold,
  made: MadeCatalogue,
) =>
  Effect.gen(function* () {
    const known: Known = {
      ...{ categories: new Map(), codes: new Map(), fields: new Map() },
      made,
    }
    for (const { id, name, accounting_code_id } of yield* everything((page) =>
      Categories.use((_) => _.list(client_id, {}, page)),
    )) {
      known.categories.set(fold(name), { id, accounting_code_id })
    }
    if (createCategories) {
      for (const { id, code } of yield* everything((page) =>
        AccountingCodes.use((_) => _.list(client_id, page)),
      )) {
        known.codes.set(code, id)
      }
    }
    if (createFields) {
      for (const field of yield* everything((page) =>
        CustomFields.use((_) => _.list(client_id, page)),
      )) {
        known.fields.set(fold(field.name), {
          id: field.id,
          options: field.field_type === "LIST" ? yield* optionsOf(client_id, field.id) : null,
          budgets: field.budget_setting === "SOME" ? yield* budgetsOf(client_id, field.id) : null,
        })
      }
    }
    return known
  })

const optionsOf = (client_id: number, custom_field_id: string) =>
  Effect.map(
    everything((page) =>
      CustomFieldOptions.use((_) => _.list({ client_id, custom_field_id }, page)),
    ),
    (options) => new Set(options.map(({ text }) => text)),
  )

const budgetsOf = (client_id: number, custom_field_id: string) =>
  Effect.map(
    everything((page) =>
      CustomFieldBudgets.use((_) => _.list({ client_id, custom_field_id }, page)),
    ),
    (budgets) => new Set(budgets.map(({ id }) => id)),
  )

/** Returns the id of an accounting code. A new code is named after the category. */
const codeOf = Effect.fnUntraced(function* (
  known: Known,
  client_id: number,
  code: string,
  name: string,
) {
  const knownId = known.codes.get(code)
  if (knownId !== undefined) return knownId
  const body = yield* decoded(UpsertAccountingCode, `The accounting code "${code}"`, { code, name })
  const { accounting_code } = yield* AccountingCodes.use((_) => _.upsert(client_id, body))
  known.codes.set(code, accounting_code.id)
  known.made.accounting_codes += 1
  return accounting_code.id
})

/** Maps an unmapped category to the accounting code of the line. */
const mapped = Effect.fnUntraced(function* (
  known: Known,
  client_id: number,
  { id: category_id, accounting_code_id: before }: CategoryName,
  { category, accounting_code }: Pick<Draft, "category" | "accounting_code">,
) {
  if (before !== null || accounting_code === null || category === null) return before
  const accounting_code_id = yield* codeOf(known, client_id, accounting_code, category)
  yield* Categories.use((_) => _.map({ client_id, category_id }, { accounting_code_id }))
  return accounting_code_id
})

/** Finds a field by name, or creates it as a list field that is linked budget by budget. */
const fieldOf = Effect.fnUntraced(function* (
  known: Known,
  client_id: number,
  key: string,
  name: string,
) {
  const found = known.fields.get(key)
  if (found !== undefined) return found
  const wire = { name, field_type: "LIST", budget_setting: "SOME" }
  const body = yield* decoded(CreateCustomField, `The custom field "${name}"`, wire)
  const { id } = yield* CustomFields.use((_) => _.create(client_id, body))
  const field: Field = { id, options: new Set(), budgets: new Set() }
  known.fields.set(key, field)
  known.made.custom_fields += 1
  return field
})

/**
 * Looks up the categories of a file, and creates the categories, accounting codes and custom fields
 * that the options allow. A later run finds what an earlier one created.
 */
export const makeCatalogue = (options: CatalogueOptions, fold: Fold, made: MadeCatalogue) =>
  Effect.gen(function* () {
    const { client_id, createCategories, createFields } = options
    const known = yield* load(options, fold, made)

    /** Returns the id of the category of a line; null if no category has that name. */
    const categoryOf = Effect.fnUntraced(function* (draft: Draft) {
      const { category: name } = draft
      if (name === null) return null
      const key = fold(name)
      let found = known.categories.get(key)
      if (!createCategories) return found?.id ?? null
      if (found === undefined) {
        const body = yield* decoded(CreateCategory, `The category "${name}"`, { name })
        const { id } = yield* Categories.use((_) => _.create(client_id, body))
        found = { id, accounting_code_id: null }
        known.made.categories += 1
      }
      const accounting_code_id = yield* mapped(known, client_id, found, draft)
      known.categories.set(key, { id: found.id, accounting_code_id })
      return found.id
    })

    /** Creates the custom fields and options of a line, and links the fields to its budget. */
    const makeFields = Effect.fnUntraced(function* (draft: Draft, budget_id: string | null) {
      if (!createFields) return
      for (const { field_name, entry_text } of draft.fields) {
        const field = yield* fieldOf(known, client_id, fold(field_name), field_name)
        const key = { client_id, custom_field_id: field.id }
        if (field.options?.has(entry_text) === false) {
          const what = `The option "${entry_text}" of ${field_name}`
          const body = yield* decoded(CreateCustomFieldOption, what, { text: entry_text })
          yield* CustomFieldOptions.use((_) => _.create(key, body))
          field.options.add(entry_text)
          known.made.options += 1
        }
        if (budget_id !== null && field.budgets?.has(budget_id) === false) {
          yield* CustomFieldBudgets.use((_) => _.create({ ...key, budget_id }))
          field.budgets.add(budget_id)
        }
      }
    })

    return { categoryOf, makeFields }
  })

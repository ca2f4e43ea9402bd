import type { Making } from "./creation.ts"
import type { AccountingCodeSpec, CategorySpec, CustomFieldSpec } from "./spec.ts"

const codes = [
  ["travel", "6-1000", "Travel, domestic"],
  ["abroad", "6-1010", "Travel, abroad"],
  ["software", "6-2000", "Software and hosting"],
  ["meals", "6-3000", "Meals — not deductible"],
] as const

export const codesOf = ({ mark }: Making): ReadonlyArray<AccountingCodeSpec> =>
  codes.map(([key, code, name]) => ({ key, code: mark(code), name: mark(name) }))

const categories = [
  ["flights", "Flights & rail", "travel"],
  ["flights-abroad", "Flights (international)", "abroad"],
  ["hosting", "Hosting", "software"],
  ["client-meals", "Client meals", "meals"],
  ["gifts", "Gifts <to clients>", null],
  ["training", 'Training "and" books', null],
] as const

export const categoriesOf = ({ mark }: Making): ReadonlyArray<CategorySpec> =>
  categories.map(([key, name, accounting_code]) => ({
    key,
    name: mark(name),
    ...(accounting_code === null ? {} : { accounting_code }),
  }))

const options = (mark: Making["mark"], ...texts: ReadonlyArray<string>) =>
  texts.map((text) => ({ key: `option-${text.toLowerCase()}`, text: mark(text) }))

/** A field of each setting; `project` and `note` are on every budget. */
export const fieldsOf = ({ mark }: Making): ReadonlyArray<CustomFieldSpec> => [
  {
    key: "project",
    name: mark("Project"),
    field_type: "LIST",
    budget_setting: "ALL_CURRENT_AND_NEW",
    created_by: "PUBLIC_API",
    options: options(mark, "Perth", "Hobart", "Nowhere"),
  },
  {
    key: "note",
    name: mark("Note"),
    field_type: "FREE_TEXT",
    budget_setting: "ALL_CURRENT_AND_NEW",
    created_by: "PUBLIC_API",
    options: [],
  },
  {
    key: "cost-centre",
    name: mark("Cost centre"),
    field_type: "LIST",
    budget_setting: "SOME",
    created_by: "PUBLIC_API",
    options: options(mark, "Sales", "Research"),
  },
  {
    key: "unused",
    name: mark("Unused"),
    field_type: "FREE_TEXT",
    budget_setting: "NONE",
    created_by: "PUBLIC_API",
    options: [],
  },
]

/** Custom fields that an accounting integration created. */
export const integrationFieldsOf = ({ mark }: Making): ReadonlyArray<CustomFieldSpec> => [
  {
    key: "region",
    name: mark("Region"),
    field_type: "LIST",
    budget_setting: "ALL_CURRENT_AND_NEW",
    created_by: "XERO",
    options: options(mark, "East", "West"),
  },
]

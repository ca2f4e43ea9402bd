import type { BusinessSpec, CustomFieldSpec } from "@outlay/conformance-tests"
import type { Entities } from "./entities.ts"
import * as ids from "./ids.ts"
import type { Business, Field } from "./model.ts"

/** Creates a field, through the API or in a sync. */
export const fieldMade = (
  business: Business,
  { key: _, budget_setting, options, ...field }: CustomFieldSpec,
  now: number,
): Field => {
  const dated = { created: now, updated: now }
  const made: Field = {
    id: ids.uuid(),
    ...field,
    setting: budget_setting,
    options: options.map(({ text }) => ({ id: ids.uuid(), text, enabled: true, ...dated })),
    linked: new Set(),
    ...dated,
  }
  business.fields.push(made)
  return made
}

export const addSettings = (business: Business, spec: BusinessSpec, made: Entities): void => {
  const dated = { created: business.created, updated: business.created }
  for (const { key, ...code } of spec.accounting_codes) {
    const one = { id: ids.uuid(), ...code, ...dated }
    business.codes.push(one)
    made.accounting_codes.by.set(key, one)
  }
  for (const { key, name, accounting_code } of spec.categories) {
    const code = accounting_code === undefined ? null : made.accounting_codes.get(accounting_code)
    const one = { id: ids.uuid(), name, custom: true, enabled: true, code, ...dated }
    business.categories.push(one)
    made.categories.by.set(key, one)
  }
  for (const field of spec.custom_fields) {
    const one = fieldMade(business, field, business.created)
    made.custom_fields.by.set(field.key, one)
    for (const [index, { key }] of field.options.entries()) {
      const option = one.options[index]
      if (option !== undefined) made.custom_field_options.by.set(key, option)
    }
  }
}

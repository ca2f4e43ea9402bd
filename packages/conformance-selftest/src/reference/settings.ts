import { datesShown as dates } from "./calendar.ts"
import * as ids from "./ids.ts"
import { listed } from "./lists.ts"
import type { Category, Code, Field, Option } from "./model.ts"
import { against, found, unfit, unreadable } from "./refusals.ts"
import { among, type Context, fieldsOf, route, textOf } from "./routes.ts"

const fieldTypes = ["LIST", "FREE_TEXT"] as const
const budgetSettings = ["ALL_CURRENT_AND_NEW", "SOME", "NONE"] as const

const fieldShown = (field: Field) => ({
  id: field.id,
  name: field.name,
  field_type: field.field_type,
  budget_setting: field.setting,
  created_by: field.created_by,
  ...dates(field),
})

const optionShown = ({ id, text, enabled, ...option }: Option) => ({
  id,
  text,
  enabled,
  ...dates(option),
})

const codeShown = ({ id, code, name, ...dated }: Code) => ({ id, code, name, ...dates(dated) })

const categoryShown = ({ id, name, custom, enabled, code, ...dated }: Category) => ({
  id,
  name,
  custom,
  enabled,
  ...(code === null ? {} : { accounting_code_id: code.id }),
  ...dates(dated),
})

const fieldAt = ({ business, at }: Context): Field =>
  found(
    business.fields.find(({ id }) => id === at["custom_field_id"]),
    "custom field",
  )

const optionAt = (field: Field, { at }: Context): Option =>
  found(
    field.options.find(({ id }) => id === at["option_id"]),
    "option",
  )

const drop = <A>(things: Array<A>, thing: A): void => {
  things.splice(things.indexOf(thing), 1)
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const addField = ({ business, rules, body, now }: Context) => {
  const fields = fieldsOf(body)
  const name = textOf(fields, "name")
  const field_type = among(fields["field_type"], fieldTypes, "field_type")
  const request = fields["budget_setting"] ?? "ALL_CURRENT_AND_NEW"
  const setting = among(request, budgetSettings, "budget_setting")
  if (business.fields.some((field) => same(field.name, name))) throw against("The name is taken.")
  const made: Field = {
    id: ids.uuid(),
    name,
    field_type,
    setting,
    created_by: rules.createdBy(fields),
    options: [],
    linked: new Set(),
    created: now,
    updated: now,
  }
  business.fields.push(made)
  return fieldShown(made)
}

const changeField = (context: Context) => {
  const field = fieldAt(context)
  const request = fieldsOf(context.body)
  const name = "name" in request ? textOf(request, "name") : field.name
  const field_type =
    "field_type" in request
      ? among(request["field_type"], fieldTypes, "field_type")
      : field.field_type
  const setting =
    "budget_setting" in request
      ? among(request["budget_setting"], budgetSettings, "budget_setting")
      : field.setting
  const other = name !== field.name || field_type !== field.field_type
  if (other && context.rules.ofIntegration(field)) throw against("An integration made this field.")
  if (field_type === "FREE_TEXT" && field.options.length > 0) throw against("It has options.")
  const taken = (one: Field) => one !== field && same(one.name, name)
  if (context.business.fields.some(taken)) throw against("The name is taken.")
  Object.assign(field, { name, field_type, setting, updated: context.now })
  return fieldShown(field)
}

const removeField = (context: Context) => {
  const field = fieldAt(context)
  if (context.rules.ofIntegration(field)) throw against("An integration made this field.")
  drop(context.business.fields, field)
  return { removed: field.id }
}

const addOption = (context: Context) => {
  const field = fieldAt(context)
  const text = textOf(fieldsOf(context.body), "text")
  if (!context.rules.takesOptions(field)) throw against("Only a list has options.")
  if (context.rules.ofIntegration(field)) throw against("An integration keeps these options.")
  if (field.options.some((one) => same(one.text, text))) throw against("The text is taken.")
  const { now } = context
  const made = { id: ids.uuid(), text, enabled: true, created: now, updated: now }
  field.options.push(made)
  return optionShown(made)
}

const enabledOf = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw unreadable("enabled must be true or false.")
  return value
}

const changeOption = (context: Context) => {
  const field = fieldAt(context)
  const option = optionAt(field, context)
  const request = fieldsOf(context.body)
  const text = "text" in request ? textOf(request, "text") : option.text
  const enabled = "enabled" in request ? enabledOf(request["enabled"]) : option.enabled
  const synced = context.rules.ofIntegration(field)
  if (text !== option.text && synced) throw against("An integration keeps these options.")
  const taken = (one: Option) => one !== option && same(one.text, text)
  if (field.options.some(taken)) throw against("The text is taken.")
  Object.assign(option, { text, enabled, updated: context.now })
  return optionShown(option)
}

const removeOption = (context: Context) => {
  const field = fieldAt(context)
  const option = optionAt(field, context)
  if (context.rules.ofIntegration(field)) throw against("An integration keeps these options.")
  drop(field.options, option)
  return { removed: option.id }
}

const linkShown = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name })

const link = (context: Context) => {
  const field = fieldAt(context)
  const request = fieldsOf(context.body)["budget"]
  const budget = context.business.budgets.find(({ id }) => id === request)
  if (budget === undefined || budget.is_deleted) throw unfit("There is no such budget.")
  if (field.setting !== "SOME") throw against("Only a field of some budgets is linked to one.")
  field.linked.add(budget)
  return linkShown(budget)
}

const unlink = (context: Context) => {
  const field = fieldAt(context)
  const linked = [...field.linked].find(({ id }) => id === context.at["budget_id"])
  const budget = found(linked, "linked budget")
  field.linked.delete(budget)
  return { removed: budget.id }
}

const syncedCodes = "The accounting integration keeps the codes."

/**
 * Creates or changes a code. The first code of a business without an integration makes a manual
 * one.
 */
const putCode = ({ business, rules, body, now }: Context) => {
  const fields = fieldsOf(body)
  const code = textOf(fields, "code")
  const name = textOf(fields, "name", 150)
  if (rules.codesAreSynced(business)) throw against(syncedCodes)
  business.integration ??= "MANUAL"
  const known = rules.codeKnown(business, code)
  const made = known ?? { id: ids.uuid(), code, name, created: now, updated: now }
  Object.assign(made, { name, updated: now })
  if (known === undefined) business.codes.push(made)
  return codeShown(made)
}

const removeCode = ({ business, rules, at }: Context) => {
  const known = business.codes.find(({ id }) => id === at["accounting_code_id"])
  const code = found(known, "accounting code")
  if (rules.codesAreSynced(business)) throw against(syncedCodes)
  drop(business.codes, code)
  for (const category of business.categories) if (category.code === code) category.code = null
  return { removed: code.id }
}

const codeNamed = ({ business }: Context, id: unknown): Code | null => {
  if (id === undefined || id === null) return null
  const code = business.codes.find((one) => one.id === id)
  if (code === undefined) throw unfit("There is no such accounting code.")
  return code
}

const addCategory = (context: Context) => {
  const { business, body, now } = context
  const fields = fieldsOf(body)
  const name = textOf(fields, "name")
  const code = codeNamed(context, fields["accounting_code_id"])
  if (business.categories.some((one) => same(one.name, name))) throw against("The name is taken.")
  const dated = { created: now, updated: now }
  const made = { id: ids.uuid(), name, custom: true, enabled: true, code, ...dated }
  business.categories.push(made)
  return categoryShown(made)
}

const categoryAt = ({ business, at }: Context): Category =>
  found(
    business.categories.find(({ id }) => id === at["category_id"]),
    "category",
  )

const changeCategory = (context: Context) => {
  const category = categoryAt(context)
  const request = fieldsOf(context.body)
  const name = "name" in request ? textOf(request, "name") : category.name
  const enabled = "enabled" in request ? enabledOf(request["enabled"]) : category.enabled
  const code =
    "accounting_code_id" in request
      ? codeNamed(context, request["accounting_code_id"])
      : category.code
  const more = name !== category.name || code !== category.code
  if (more && !context.rules.mayRename(category)) throw against("The system defines it.")
  const taken = (one: Category) => one !== category && same(one.name, name)
  if (context.business.categories.some(taken)) throw against("The name is taken.")
  Object.assign(category, { name, enabled, code, updated: context.now })
  return categoryShown(category)
}

const removeCategory = (context: Context) => {
  const category = categoryAt(context)
  if (!context.rules.mayDelete(category)) throw against("The system defines it.")
  drop(context.business.categories, category)
  for (const budget of context.business.budgets) {
    budget.categories = budget.categories?.filter((one) => one !== category) ?? null
  }
  return { removed: category.id }
}

const field = "/custom-fields/{custom_field_id}"

const fieldRoutes = [
  route("GET", "/custom-fields", "settings", (context) =>
    listed(context, context.business.fields.toReversed(), fieldShown),
  ),
  route("POST", "/custom-fields", "settings", addField),
  route("GET", field, "settings", (context) => fieldShown(fieldAt(context))),
  route("PATCH", field, "settings", changeField),
  route("DELETE", field, "settings", removeField),
  route("GET", `${field}/options`, "settings", (context) =>
    listed(context, fieldAt(context).options, optionShown),
  ),
  route("POST", `${field}/options`, "settings", addOption),
  route("PATCH", `${field}/options/{option_id}`, "settings", changeOption),
  route("DELETE", `${field}/options/{option_id}`, "settings", removeOption),
  route("GET", `${field}/budgets`, "settings", (context) => {
    const one = fieldAt(context)
    const { business, rules } = context
    const linked = business.budgets.filter((budget) => rules.links(one, budget))
    return listed(context, linked, linkShown)
  }),
  route("POST", `${field}/budgets`, "settings", link),
  route("DELETE", `${field}/budgets/{budget_id}`, "settings", unlink),
]

export const settingsRoutes = [
  ...fieldRoutes,
  route("GET", "/accounting-codes", "settings", (context) =>
    listed(context, context.business.codes, codeShown),
  ),
  route("POST", "/accounting-codes", "settings", putCode),
  route("DELETE", "/accounting-codes/{accounting_code_id}", "settings", removeCode),
  route("GET", "/categories", "settings", (context) =>
    listed(context, context.business.categories, categoryShown),
  ),
  route("POST", "/categories", "settings", addCategory),
  route("PATCH", "/categories/{category_id}", "settings", changeCategory),
  route("DELETE", "/categories/{category_id}", "settings", removeCategory),
]

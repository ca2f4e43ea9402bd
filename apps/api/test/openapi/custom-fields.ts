import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls every operation on custom fields, options and links, also those of an integration. */
export const callCustomFields = async (
  judge: Judge,
  business: Business,
  budget_id: string,
): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const body = { name: "Cost centre", field_type: "LIST", budget_setting: "SOME" }
  const { id: custom_field_id } = await judge.succeed("customFields.create", { token, path, body })
  const field = { client_id, custom_field_id }
  await judge.succeed("customFields.list", { token, path, query: { limit: 10 } })
  await judge.succeed("customFields.get", { token, path: field })
  await judge.succeed("customFields.update", { token, path: field, body: { name: "Centre" } })

  const text = { text: "Perth" }
  const option = await judge.succeed("customFieldOptions.create", {
    token,
    path: field,
    body: text,
  })
  const each = { ...field, option_id: option.id }
  await judge.succeed("customFieldOptions.list", { token, path: field })
  await judge.succeed("customFieldOptions.get", { token, path: each })
  await judge.succeed("customFieldOptions.update", { token, path: each, body: { enabled: false } })
  await judge.succeed("customFieldOptions.remove", { token, path: each })

  const link = { budget: budget_id }
  await judge.succeed("customFieldBudgets.create", { token, path: field, body: link })
  await judge.succeed("customFieldBudgets.list", { token, path: field })
  await judge.succeed("customFieldBudgets.remove", { token, path: { ...field, budget_id } })
  await judge.succeed("customFields.remove", { token, path: field })
  await callSync(judge, business)
}

const callSync = async (judge: Judge, business: Business): Promise<void> => {
  const { operator: token, client_id } = business
  const { id } = await judge.succeed("syncedCustomFields.create", {
    token,
    path: { client_id },
    body: { created_by: "XERO", name: "Region", field_type: "LIST", options: [{ text: "West" }] },
  })
  const path = { client_id, custom_field_id: id }
  const body = { name: "Place", options: [{ text: "East" }] }
  await judge.succeed("syncedCustomFields.update", { token, path, body })
  await judge.succeed("syncedCustomFields.remove", { token, path })
}

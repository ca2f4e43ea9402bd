import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls every operation on accounting codes, also of an integration, and on categories. */
export const callCategories = async (judge: Judge, business: Business): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const gifts = { code: "6-1200", name: "Gifts" }
  const { id } = await judge.succeed("accountingCodes.upsert", { token, path, body: gifts })
  await judge.succeed("accountingCodes.upsert", { token, path, body: { ...gifts, name: "Gift" } })
  await judge.succeed("accountingCodes.list", { token, path, query: { limit: 10 } })
  await callSync(judge, business)

  const body = { name: "Client gifts", accounting_code_id: id }
  const custom = await judge.succeed("categories.create", { token, path, body })
  const each = { client_id, category_id: custom.id }
  await judge.succeed("categories.get", { token, path: each })
  const renaming = { name: "Gifts to clients", accounting_code_id: null }
  await judge.succeed("categories.update", { token, path: each, body: renaming })
  await judge.succeed("categories.map", { token, path: each, body: { accounting_code_id: id } })
  const { results } = await judge.succeed<{ results: ReadonlyArray<{ id: string }> }>(
    "categories.list",
    { token, path, query: { custom: false } },
  )
  const system = { client_id, category_id: results[0]?.id }
  await judge.succeed("categories.update", { token, path: system, body: { enabled: false } })
  await judge.succeed("categories.map", { token, path: system, body: { accounting_code_id: id } })
  await judge.succeed("categories.remove", { token, path: each })
  const removed = { client_id, accounting_code_id: id }
  await judge.succeed("accountingCodes.remove", { token, path: removed })
}

const callSync = async (judge: Judge, business: Business): Promise<void> => {
  const { operator: token, client_id } = business
  const body = { code: "200", name: "Sales" }
  const synced = { token, path: { client_id }, body }
  const { id } = await judge.succeed("syncedAccountingCodes.upsert", synced)
  await judge.succeed("syncedAccountingCodes.upsert", synced)
  const path = { client_id, accounting_code_id: id }
  await judge.succeed("syncedAccountingCodes.remove", { token, path })
}

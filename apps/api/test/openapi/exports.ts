import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls the operations on an export of one month, and on its file. */
export const callExports = async (judge: Judge, business: Business): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const body = { format: "journal-csv", start_date: "2026-01-01", end_date: "2026-01-31" }
  const { id } = await judge.succeed<{ id: string }>("exports.create", { token, path, body })
  await judge.succeed("exports.list", { token, path })
  const each = { client_id, export_id: id }
  await judge.succeed("exports.get", { token, path: each })
  await judge.succeed("exports.file", { token, path: each })
}

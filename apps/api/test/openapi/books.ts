import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls the operations on the lock date, and an import that books refused lines on a later day. */
export const callBooks = async (judge: Judge, business: Business, row: object): Promise<void> => {
  const { client_id, operator, annToken: token } = business
  const path = { client_id }
  await judge.succeed("books.update", { token, path, body: { locked_through: "2025-12-31" } })
  await judge.succeed("books.get", { token, path })
  const late = { ...row, external_id: "bank-late", auth_date: "2025-12-30T03:15:00.000Z" }
  await judge.succeed("transactionImport.create", {
    token: operator,
    path,
    query: { book_late_on: "2026-01-02" },
    body: JSON.stringify(late),
  })
}

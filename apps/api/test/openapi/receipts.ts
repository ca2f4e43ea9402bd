import { pdf, png } from "../receipts.ts"
import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls every operation on the receipts of a transaction. */
export const callReceipts = async (judge: Judge, business: Business): Promise<void> => {
  const { operator, client_id, annToken: token } = business
  const row = {
    ...{ external_id: "receipts-1", transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
    ...{ auth_date: "2026-01-02T03:15:00.000Z", merchant_name: "Rail", amount: -10 },
  }
  const { id: transaction_id } = await judge.succeed("transactions.record", {
    ...{ token: operator, path: { client_id }, body: row },
  })
  const path = { client_id, transaction_id }
  const { id } = await judge.succeed("receipts.create", { token, path, body: pdf })
  await judge.succeed("receipts.create", { token, path, body: pdf })
  await judge.succeed("transactions.get", { token, path })
  await judge.succeed("receipts.list", { token, path, query: { limit: 10 } })
  const each = { ...path, receipt_id: id }
  await judge.succeed("receipts.get", { token, path: each })
  const picture = await judge.succeed("receipts.create", { token, path, body: png() })
  await judge.succeed("receipts.thumbnail", { token, path: { ...path, receipt_id: picture.id } })
  await judge.succeed("receipts.remove", { token, path: each })
}

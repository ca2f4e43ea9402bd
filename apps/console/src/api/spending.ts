import { queryOptions } from "@tanstack/react-query"
import { addUp, type Spending } from "../core/spend.ts"
import { answered, api, ofBusiness } from "./client.ts"
import type { TransactionQuery } from "./queries.ts"
import type { Transaction } from "./records.ts"

/** More than this is not read for a picture. */
const most = 2_000
const size = 500

const counted = ["CARD_TRANSACTION", "BILL", "REIMBURSEMENT", "CHARGE"] as const

/** What was spent from the first day to the last; null where that is too much to read. */
export const spending = (first: string, last: string, currency: string, budget_id?: string) =>
  queryOptions({
    queryKey: ["transactions", "spending", first, last, budget_id ?? ""],
    queryFn: async (): Promise<Spending | null> => {
      const query: TransactionQuery = {
        min_auth_date: first,
        max_auth_date: last,
        status: ["AUTHED", "CLEARED"],
        transaction_type: [...counted],
        limit: size,
        ...(budget_id === undefined ? {} : { budget_id }),
      }
      const all: Array<Transaction> = []
      for (;;) {
        const page = await answered(
          api.GET("/v2/businesses/{client_id}/transactions", {
            params: { path: ofBusiness(), query: { ...query, offset: all.length } },
          }),
        )
        if (page.count > most) return null
        all.push(...page.results)
        if (page.next === null) return addUp(all, first, last, currency)
      }
    },
    staleTime: 60_000,
  })

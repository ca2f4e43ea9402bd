import { type Check, rows } from "../check.ts"
import type { KeptTransaction } from "../kept-transaction.ts"
import { unreadableLists } from "../lists.ts"

/** Custom field values and line items are stored in a readable form. */
export const valueCheck: Check<KeptTransaction> = rows(
  "transactions",
  "the value does not exist",
  [],
  (_, wrong) => ({
    take: ({ id, row }: KeptTransaction) => {
      if (row === null) return
      for (const field of unreadableLists(row)) {
        wrong({ id, field, expected: null, found: JSON.stringify(row[field]) })
      }
    },
  }),
)

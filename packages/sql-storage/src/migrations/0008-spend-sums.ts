import type { ReportedTransaction } from "@outlay/domain/fields"
import { KeptSums } from "@outlay/domain/rules"
import type { Fill } from "./fill.ts"

/** Amounts spent and refunded per day or month, from which reports are added up. */
export const spendSums = `
create table spend_sums (
  client_id integer not null,
  kind text not null,
  period text not null,
  key text not null,
  count integer not null,
  spent integer not null,
  refunded integer not null,
  primary key (client_id, kind, period, key)
) strict, without rowid;
`

type Row = Omit<ReportedTransaction, "line_items"> & {
  readonly client_id: number
  readonly line_items: string
}

/** Sums of the transactions that already exist. */
export const spendSumsFill: Fill = {
  read: `select client_id, transaction_type, status, auth_date, amount, refunded_amount, budget_id,
    user_id, cast(line_items as text) as line_items from transactions`,
  table: "spend_sums",
  columns: ["client_id", "kind", "period", "key", "count", "spent", "refunded"],
  begin: () => {
    const businesses = new Map<number, KeptSums>()
    return {
      take: (row) => {
        const { client_id, line_items, ...transaction } = row as Row
        const sums = businesses.get(client_id) ?? new KeptSums()
        sums.add({ ...transaction, line_items: JSON.parse(line_items) })
        businesses.set(client_id, sums)
      },
      *rows() {
        for (const [client_id, { all }] of businesses) {
          for (const { kind, period, key, count, spent, refunded } of all) {
            yield [client_id, kind, period, key, count, spent, refunded]
          }
        }
      },
    }
  },
}

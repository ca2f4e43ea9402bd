import { dayOf } from "../../core/dates.ts"
import type { Topup } from "../../core/records/topups.ts"
import { available, memberAvailable } from "../../ledger/rules.ts"
import { amounts, type Check, rows } from "../check.ts"
import type { KeptTopup } from "../kept-topup.ts"
import { netOf } from "../kept-transaction.ts"

type OfTopup = Check<KeptTopup>

/** The entries of an approved topup move its amount; those of other topups move nothing. */
const added = (name: string, accountOf: (topup: Topup) => string | null): OfTopup =>
  amounts(name, ["businesses"], ({ businesses: [business] }, differs) => ({
    take: ({ id, topup, entries }: KeptTopup) => {
      if (business === undefined || topup === null) return
      const account = accountOf(topup)
      if (account === null) return
      const { currency } = business
      const net = netOf(entries).find((_) => _.account === account && _.currency === currency)
      const expected = topup.status === "APPROVED" ? topup.amount : 0
      differs({ of: id, currency, expected, found: net?.amount ?? 0 })
    },
  }))

const ofMember = ({ budget_member_id }: Topup): string | null =>
  budget_member_id === null ? null : memberAvailable(budget_member_id)

/** The topup of each ledger entry exists. */
const causes: OfTopup = rows(
  "ledger_entries",
  "the record that moved the money does not exist",
  [],
  (_, wrong) => ({
    take: ({ id: resource_id, topup, entries }: KeptTopup) => {
      if (topup !== null) return
      for (const { id } of entries) {
        const found = `topups ${resource_id}`
        wrong({ id: String(id), field: "resource_id", expected: null, found })
      }
    },
  }),
)

/** A topup only moves its own budget and member. */
const accounts: OfTopup = rows(
  "ledger_entries",
  "it moved an account that is not its own",
  ["businesses"],
  ({ businesses: [business] }, wrong) => ({
    take: ({ id, topup, entries }: KeptTopup) => {
      if (business === undefined || topup === null) return
      const ownAccounts = new Set(["allocations", available(topup.budget_id), ofMember(topup)])
      for (const { account, currency, amount } of netOf(entries)) {
        if (amount === 0 || (currency === business.currency && ownAccounts.has(account))) continue
        const found = `${account} ${currency}`
        wrong({ id: `topups ${id}`, field: "account", expected: null, found })
      }
    },
  }),
)

/** A topup counts on the day of its approval, even if its entries were made on another. */
const days: OfTopup = rows("ledger_entries", "it counts on the wrong day", [], (_, wrong) => ({
  take: ({ topup, entries }: KeptTopup) => {
    for (const { id, date, created } of entries) {
      const expected = dayOf(topup?.actioned_on ?? created)
      if (date !== expected) wrong({ id: String(id), field: "date", expected, found: date })
    }
  },
}))

/** All entries of a topup count in one period. */
const periods: OfTopup = rows(
  "ledger_entries",
  "it counts in more periods than one",
  [],
  (_, wrong) => ({
    take: ({ id, entries }: KeptTopup) => {
      const numbers = entries.flatMap(({ period }) => period ?? [])
      const [expected, found] = [Math.min(...numbers), Math.max(...numbers)]
      if (expected < found) wrong({ id: `topups ${id}`, field: "period", expected, found })
    },
  }),
)

/** Checks of each topup and its ledger entries. */
export const topupChecks: ReadonlyArray<OfTopup> = [
  added("topup of budget", ({ budget_id }) => available(budget_id)),
  added("topup of member", ofMember),
  causes,
  accounts,
  days,
  periods,
]

import { Context, Effect, Layer } from "effect"
import { daysBetween } from "../core/dates.ts"
import { format, maxBalance } from "../core/money.ts"
import { AmountOutOfRange } from "../core/refusals.ts"
import { sightOf } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { PeriodTooLong, TooManyGroups } from "./errors.ts"
import { reportContext } from "./looks.ts"
import type { SpendQuery, SpendReport } from "./model.ts"
import {
  customFieldOf,
  goesByLineItem,
  groupsOf,
  likenessesOf,
  maxReportDays,
  maxReportGroups,
  spendFold,
} from "./rules.ts"
import { ReportStore } from "./store.ts"
import { sumKindOf, sumKindOfBudgets } from "./sums.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const reports = yield* ReportStore

  const spend = Effect.fnUntraced(function* (client_id: number, query: SpendQuery) {
    const { start_date, end_date, group_by } = query
    if (daysBetween(start_date, end_date) >= maxReportDays) {
      return yield* new PeriodTooLong({ parameter: "end_date", maximum: maxReportDays })
    }
    const sight = yield* sightOf({ resource: "transactions", action: "read" })
    const fields = group_by.map(customFieldOf)
    const names = [...new Set(fields.filter((name) => name !== null))]
    const { currency, fieldIds } = yield* store.read(client_id, reportContext(names))
    const idsOf = fields.map((name) => fieldIds.get(name ?? "") ?? new Set<string>())
    const period = {
      ...{ client_id, start_date, end_date },
      with_line_items: group_by.some(goesByLineItem),
      with_custom_fields: names.length > 0,
      sums: sight === null ? sumKindOf(group_by) : sumKindOfBudgets(group_by),
      merge_by: likenessesOf(group_by),
    }
    const sums = yield* reports.fold(period, sight, spendFold(group_by, idsOf))
    if (sums.size > maxReportGroups) {
      return yield* new TooManyGroups({ parameter: "group_by", maximum: maxReportGroups })
    }
    const groups = groupsOf(sums)
    if (groups === null) {
      const maximum = format(maxBalance, currency)
      return yield* new AmountOutOfRange({ balance: { name: "the sum of a group", maximum } })
    }
    const report: SpendReport = { groups }
    return report
  })

  return {
    /**
     * Reports spending: "Card transactions, bills, reimbursements and charges by `auth_date`,
     * without declined and reversed ones", in groups. Both dates are UTC days, inclusive; amounts
     * are in minor units. A caller without the permission gets only the transactions that they may
     * see. Refused: `PeriodTooLong`, `TooManyGroups`, `AmountOutOfRange`.
     */
    spend,
  }
})

/** Reports of spending, in groups. */
export class Reports extends Context.Service<Reports, Effect.Success<typeof make>>()(
  "@outlay/domain/Reports",
) {
  static readonly layer = Layer.effect(Reports, make)
}

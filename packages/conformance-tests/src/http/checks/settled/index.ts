import type { Check } from "../../check.ts"
import { amountsAndTexts } from "./amounts-and-texts.ts"
import { answers } from "./answers.ts"
import { asThemselves } from "./as-themselves.ts"
import { books } from "./books.ts"
import { bounds } from "./bounds.ts"
import { changed } from "./changes.ts"
import { combinedFilters } from "./combined-filters.ts"
import { credentials } from "./credentials.ts"
import { decisionsAndPeople } from "./decisions-and-people.ts"
import { endings } from "./endings.ts"
import { everyList } from "./every-list.ts"
import { everyWrite } from "./every-write.ts"
import { expensePart } from "./expense-part.ts"
import { exports } from "./exports.ts"
import { withExtensions } from "./extensions.ts"
import { finerPoints } from "./finer-points.ts"
import { headers } from "./headers.ts"
import { input } from "./input.ts"
import { lateChecks } from "./late-charges.ts"
import { meChecks } from "./me.ts"
import { merchantAndAmountFilters } from "./merchant-and-amount-filters.ts"
import { money } from "./money.ts"
import { namedRecords } from "./named-records.ts"
import { waitingTopups } from "./pending-topups.ts"
import { people } from "./people.ts"
import { permissions } from "./permissions.ts"
import { receiptFiles } from "./receipt-files.ts"
import { receiptFilter } from "./receipt-filter.ts"
import { records } from "./records.ts"
import { resetChecks } from "./resets.ts"
import { secondEdition } from "./second-edition.ts"
import { spendReports } from "./spend-reports.ts"
import { statuses } from "./statuses.ts"
import { taxRates } from "./tax-rates.ts"
import { transactionOrder } from "./transaction-order.ts"

const checks: ReadonlyArray<Check> = [
  ...input,
  ...answers,
  ...headers,
  ...permissions,
  ...records,
  ...people,
  ...endings,
  ...money,
  ...secondEdition,
  ...meChecks,
  ...waitingTopups,
  ...receiptFilter,
  ...merchantAndAmountFilters,
  ...resetChecks,
  ...lateChecks,
  ...bounds,
  ...statuses,
  ...spendReports,
  ...transactionOrder,
  ...receiptFiles,
  ...asThemselves,
  ...expensePart,
  ...finerPoints,
  ...namedRecords,
  ...books,
  ...exports,
  ...taxRates,
  ...credentials,
  ...everyWrite,
  ...everyList,
  ...combinedFilters,
  ...amountsAndTexts,
  ...decisionsAndPeople,
  ...changed,
]

/** Checks of the settlement's choices where the interface is silent. */
export const settled: ReadonlyArray<Check> = checks.map(withExtensions)

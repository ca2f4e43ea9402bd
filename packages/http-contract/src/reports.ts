import {
  customFieldPrefix,
  type Grouping,
  groupings,
  SpendGroup,
  SpendReport,
} from "@outlay/domain/fields"
import { maxReportDays, maxReportGroups, PeriodTooLong, TooManyGroups } from "@outlay/domain/rules"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { amountOutOfRange, problem } from "./shared/problem.ts"
import { date, type QueryParameter, required, text } from "./shared/query.ts"
import * as value from "./shared/values.ts"
import { listOf, wire } from "./shared/wire.ts"

const groupExample = { keys: ["2026-11", null], count: 3, spent: 142.5, refunded: 20 }

const spendGroup = wire(SpendGroup, { example: groupExample })

export const spendReport = wire(SpendReport, {
  example: { groups: [groupExample] },
  changes: {
    groups: listOf(
      spendGroup,
      "Groups with at least one transaction, ordered by `keys` as text; null last.",
    ),
  },
})

const fieldName = text("Name of a custom field.")

const advice = `Must be one of ${groupings.join(", ")} or ${customFieldPrefix}<name>.`

type Read = ReturnType<QueryParameter<Grouping>["parse"]>

const grouping = (given: string): Read => {
  if (groupings.includes(given as (typeof groupings)[number])) return { value: given as Grouping }
  if (!given.startsWith(customFieldPrefix)) {
    return { fault: { code: "not_allowed", detail: advice } }
  }
  const name = fieldName.parse([given.slice(customFieldPrefix.length)])
  if ("fault" in name) return name
  return { value: `${customFieldPrefix}${name.value}` as Grouping }
}

/** "`group_by` … (twice at most)": the parameter is repeated. */
const groupBy: QueryParameter<ReadonlyArray<Grouping>> & { readonly required: true } = {
  description:
    "Grouping key: `day`, `week` (shown as its Monday), `month`, `budget`, `user`, `category`, `merchant` or `custom_field:<name>`. Repeat the parameter for a second key.",
  repeatable: true,
  required: true,
  absent: [],
  parse: (given) => {
    const read = given.map(grouping)
    const wrong = read.find((each) => "fault" in each)
    if (wrong !== undefined && "fault" in wrong) return wrong
    if (given.length > 2) {
      return { fault: { code: "too_long", detail: "Must be given at most twice." } }
    }
    const value = read.flatMap((each) => ("value" in each ? [each.value] : []))
    return new Set(value).size === value.length
      ? { value }
      : { fault: { code: "not_unique", detail: "Must not be given twice with the same value." } }
  },
  schema: {
    type: "array",
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    items: { type: "string", pattern: `^(${groupings.join("|")}|${customFieldPrefix}.+)$` },
  },
  example: ["category", "month"],
}

export const periodTooLong = problem(PeriodTooLong, "The period is too long", {
  values: { maximum: value.integer },
})

export const tooManyGroups = problem(TooManyGroups, "The report has too many groups", {
  values: { maximum: value.integer },
})

export const reports = {
  spend: endpoint({
    operation: "reports.spend",
    method: "GET",
    path: "/v1/businesses/{client_id}/reports/spend",
    access: { resource: "transactions", action: "read" },
    self: "transactions.list",
    summary: "Report spending",
    description: `Returns the amounts spent and refunded from \`start_date\` to \`end_date\` (by \`auth_date\`), in groups. The report covers card transactions, bills, reimbursements and charges that are neither declined nor reversed. Categories and custom fields are those of the line items. The period can have at most ${maxReportDays} days, the report at most ${maxReportGroups} groups. Reports by time alone, and reports of whole months by budget, category or user (with or without \`month\`), are read from precomputed totals. All other reports, and all reports for callers without the permission, read each transaction of the period and take longer.`,
    params: { client_id },
    query: {
      start_date: required(date("First UTC day of the period.")),
      end_date: required(date("Last UTC day of the period; not before `start_date`.")),
      group_by: groupBy,
    },
    ordered: [["start_date", "end_date"]],
    success: one(spendReport),
    problems: [periodTooLong, tooManyGroups, amountOutOfRange],
  }),
}

import type { OperationId } from "../../../interface/operations.ts"
import type { Answer, Check, Json, Trial } from "../../check.ts"
import { everyRecord } from "../paging.ts"
import { absences, askBeside } from "./beside.ts"
import { isOfKind, topup } from "./rows.ts"
import { strange } from "./unknown-ids.ts"

/** Returns the path of the first matching record of the business; null if there is none. */
const firstOf = async (
  trial: Trial,
  operation: "budgets.list" | "transactions.list" | "categories.list",
  isMeant: (record: Json) => boolean = () => true,
): Promise<string | null> => {
  const found = (await everyRecord(trial, operation)).find(isMeant)
  const [noun] = operation.split(".")
  return found === undefined ? null : `/${noun}/${found.id}`
}

/** Sends a request for a record of the business; null if it has no such record. */
const ofFirst = async (
  record: Promise<string | null>,
  ask: (path: string) => Promise<Answer>,
): Promise<Answer | null> => {
  const path = await record
  return path === null ? null : ask(path)
}

const isActive = ({ is_deleted }: Json): boolean => is_deleted !== true
const v2 = { version: "v2" } as const
const days = "start_date=2026-03-01&end_date=2026-03-02"

const get = (path: string) => (trial: Trial) => askBeside(trial, "GET", path)

/**
 * Requests that a target with the extension accepts or refuses, but does not respond to with 404.
 */
const probes = {
  "/me": get("/me"),
  "/me/sessions": get("/me/sessions"),
  "/events": get("/events"),
  "/webhooks": get("/webhooks"),
  "/policies": get("/policies"),
  "/topups": get("/topups?status=PENDING"),
  "/tax-rates": get("/tax-rates"),
  "/reports/spend": get(`/reports/spend?${days}&group_by=day`),
  "periods of a budget": (trial) =>
    ofFirst(firstOf(trial, "budgets.list"), (path) => askBeside(trial, "GET", `${path}/periods`)),
  "movements of a transaction": (trial) =>
    ofFirst(firstOf(trial, "transactions.list"), (path) =>
      askBeside(trial, "GET", `${path}/movements`, v2),
    ),
  "receipts as files": (trial) =>
    ofFirst(firstOf(trial, "transactions.list"), (path) => {
      const file = { type: "text/plain", bytes: "none" }
      return askBeside(trial, "POST", `${path}/receipts`, { ...v2, file })
    }),
  "PATCH of a transaction": (trial) =>
    ofFirst(firstOf(trial, "transactions.list"), (path) =>
      askBeside(trial, "PATCH", path, { ...v2, body: {} }),
    ),
  "codes of system categories": (trial) =>
    ofFirst(
      firstOf(trial, "categories.list", ({ custom }) => custom !== true),
      (path) => {
        const body = { accounting_code_id: null }
        return askBeside(trial, "PUT", `${path}/accounting-code`, { body })
      },
    ),
  "decisions on topups": (trial) => {
    const isMeant = (one: Json) => isActive(one) && one.has_member_limits === false
    return ofFirst(firstOf(trial, "budgets.list", isMeant), async (path) => {
      const body = { ...topup, auto_approve: false }
      const made = await askBeside(trial, "POST", `${path}/topups`, { body })
      return askBeside(trial, "POST", `${path}/topups/${made.body?.id}/cancel`)
    })
  },
  "dry runs": (trial) =>
    askBeside(trial, "POST", "/categories?dry_run=true", { body: { name: "A dry run" } }),
} satisfies { readonly [name: string]: (trial: Trial) => Promise<Answer | null> }

export type Extension = keyof typeof probes

const isUnknownParameter = ({ status, body }: Answer): boolean =>
  isOfKind(status, 400) && JSON.stringify(body).includes("unknown_parameter")

/** True if the target does not have the extension, which is optional. */
export const isAbsent = async (trial: Trial, extension: Extension): Promise<boolean> => {
  const response = await probes[extension](trial)
  return response !== null && (absences.includes(response.status) || isUnknownParameter(response))
}

/** Filters and orders of transactions, each with a valid value. */
const parameters: { readonly [name: string]: string } = {
  updated_after: "2026-03-01T00:00:00.000Z",
  transaction_type: "BILL",
  search: "a",
  min_amount: "1",
  category_id: strange.category_id,
  has_receipt: "true",
  custom_field: "a:b",
  sort: "amount",
}

const isUntaken = async (trial: Trial, parameter: string): Promise<boolean> => {
  const query = [[parameter, parameters[parameter] ?? ""] as const]
  return isUnknownParameter(await trial.business.call("transactions.list", { query }))
}

const themselves = ["/me"] as const
const patch = "PATCH of a transaction"
const decisions = "decisions on topups"
const periods = "periods of a budget"

/**
 * Extensions that a check, or every check of a requirement, depends on. The checks of `/books`,
 * `/exports` and `/tokens` begin with a request for the extension.
 */
const extensions: { readonly [id: string]: ReadonlyArray<string> } = {
  "conventions.order.events": ["/events"],
  "conventions.event-chain": ["/events"],
  "conventions.event-types": ["/events", "/webhooks"],
  "conventions.no-difference.budget": ["/events"],
  "conventions.approved-at-once": ["/events"],
  "conventions.reset-events": ["/events"],
  "conventions.dry-run": ["dry runs"],
  "conventions.me": themselves,
  "conventions.me-changes": themselves,
  "conventions.as-owner": themselves,
  "conventions.as-member": themselves,
  "conventions.as-spender": themselves,
  "conventions.as-assistant": themselves,
  "conventions.as-delegate": themselves,
  "conventions.unseen-404": themselves,
  "conventions.seen-lists": themselves,
  "conventions.token-clipped": themselves,
  "conventions.sessions": ["/me/sessions"],
  "conventions.waiting-topups": ["/topups"],
  "conventions.policies": ["/policies"],
  "conventions.tax-rates": ["/tax-rates"],
  "conventions.spend-report": ["/reports/spend"],
  "conventions.spend-report-groups": ["/reports/spend"],
  "conventions.spend-report-lines": ["/reports/spend"],
  "conventions.spend-report-query": ["/reports/spend"],
  "conventions.period-numbers": [periods],
  "conventions.periods-list": [periods],
  "conventions.never-period": [periods],
  "conventions.movements": ["movements of a transaction"],
  "conventions.receipt-upload": ["receipts as files"],
  "conventions.receipt-files": ["receipts as files"],
  "conventions.receipt-same": ["receipts as files"],
  "conventions.receipt-removal": ["receipts as files"],
  "conventions.receipt-url": [patch],
  "conventions.expense-part": [patch],
  "conventions.list-values": [patch],
  "conventions.complete-stays.again": [patch],
  "conventions.tax-rate.shown": [patch],
  "conventions.line-tax-rate": [patch],
  "conventions.mapping-system": ["codes of system categories"],
  "conventions.topup-approval": [decisions],
  "conventions.topup-refusals.later": [decisions],
  "conventions.topup-fields.decided": [decisions],
  "conventions.not-an-approver": [decisions],
  "conventions.nobody-requests": [decisions],
  "conventions.idempotency.decision": [decisions],
  "conventions.transaction-filters": ["updated_after", "transaction_type"],
  "conventions.transaction-filters.changed": [patch, "updated_after"],
  "conventions.transaction-filters.pairs": ["transaction_type", "search", "has_receipt"],
  "conventions.receipt-filter": ["has_receipt"],
  "conventions.merchant-and-amount-filters": ["search", "min_amount"],
  "conventions.category-filter": ["category_id"],
  "conventions.custom-field-filter": ["custom_field"],
  "conventions.transaction-sort": ["sort"],
}

/** Ids in the table, for a test that each is the id of a check or a requirement. */
export const extended = Object.keys(extensions)

/**
 * Returns the same check, but untestable if it fails and an extension that it depends on is absent.
 */
export const withExtensions = (check: Check): Check => {
  const names = extensions[check.id] ?? extensions[check.requirement]
  if (names === undefined) return check
  const lacks = async (trial: Trial): Promise<string | null> => {
    for (const name of names) {
      const isProbed = Object.hasOwn(probes, name)
      const isLost = isProbed ? isAbsent(trial, name as Extension) : isUntaken(trial, name)
      if (await isLost) return `${name}, an extension`
    }
    return null
  }
  return { ...check, lacks }
}

const operations: { readonly [operation: string]: Extension } = {
  "topups.approve": decisions,
  "topups.decline": decisions,
  "topups.cancel": decisions,
  "categories.map": "codes of system categories",
}

/** True if an operation was not found because it is an extension that the target does not have. */
export const isLacking = async (
  trial: Trial,
  operation: OperationId,
  { status }: Answer,
): Promise<boolean> => {
  const extension = operations[operation]
  return extension !== undefined && absences.includes(status) && isAbsent(trial, extension)
}

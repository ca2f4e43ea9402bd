import type { OperationId } from "../../interface/operations.ts"
import type { Ids } from "../../interface/provisioning.ts"
import { business } from "../../interface/world/scenarios.ts"
import type { Answer, Business, Call, Json, Trial } from "../check.ts"
import { everyRecord } from "./paging.ts"

/** Returns the target's id of an entity in the specification. */
export const idOf = (
  trial: Trial,
  kind: keyof Ids,
  key: string,
  of: Business = trial.business,
): string => {
  const id = of.ids[kind][key]
  if (id !== undefined) return id
  requires(trial, kind, of)
  return trial.untestable(`the provisioner gave no id for ${kind} ${key}`)
}

/** Ends the check as untestable if the target does not support a part of the specification. */
export function requires(trial: Trial, part: string, of: Business = trial.business): void {
  const lacking = of.missing.find((name) => name === part || part.startsWith(`${name}.`))
  if (lacking !== undefined) trial.untestable(`the target cannot hold ${lacking}`)
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/** Checks that an allowed request is accepted: any 2xx. */
export const expectAccepted = (trial: Trial, response: Answer, what: string): void =>
  trial.expect(isSuccess(response), `${what} is accepted (2xx)`, response)

/**
 * Statuses that refer to something other than a rule: the credential, the path, the method, the
 * format of the message or the rate of requests.
 */
const besideTheRule = [401, 403, 404, 405, 406, 408, 413, 414, 415, 429, 431]

/**
 * Checks that a request against a rule is refused. The interface leaves the status open: any 4xx is
 * right unless it refers to something else.
 */
export const expectRefused = (trial: Trial, response: Answer, what: string): void => {
  const { status } = response
  const lawful = status >= 400 && status < 500 && !besideTheRule.includes(status)
  trial.expect(
    lawful,
    `${what} is refused: a 4xx that is none of ${besideTheRule.join(", ")}`,
    response,
  )
  trial.note(`status where ${what}`, String(status))
}

/** Ends the check as blocked if a prerequisite step failed. */
export const need = (trial: Trial, response: Answer, what: string): Answer => {
  if (!isSuccess(response)) trial.blocked(`${what}: status ${response.status}`)
  return response
}

/**
 * Ends the check as blocked if a request was accepted that must be refused: another check tests
 * that.
 */
export const needRefusal = (trial: Trial, response: Answer, what: string): void => {
  if (isSuccess(response)) trial.blocked(`${what}: accepted with status ${response.status}`)
}

/** Returns a record that is a prerequisite of the check. */
export const recordOf = async (
  trial: Trial,
  operation: OperationId,
  call: Call,
  of: Business = trial.business,
): Promise<Json> => {
  const { body } = need(trial, await of.call(operation, call), operation)
  if (typeof body !== "object" || body === null) trial.blocked(`${operation}: no object`)
  return body
}

/** Returns the records of a list that is a prerequisite of the check, read in pages of `limit`. */
export const recordsOf = (
  trial: Trial,
  operation: OperationId,
  call: Call = {},
  limit?: number,
): Promise<ReadonlyArray<Json>> => everyRecord(trial, operation, call, trial.business, limit)

/** Returns the records with an id, which may be a number or text. */
export const withId = (records: ReadonlyArray<Json>, id: string | number): ReadonlyArray<Json> =>
  records.filter((record) => String(record?.id) === String(id))

/** Returns the ids of records as text, sorted, so that they can be compared. */
export const idsOf = (records: ReadonlyArray<Json>): ReadonlyArray<string> =>
  records.map((record) => String(record?.id)).sort()

/** True if a record is active: removed ones are marked or not listed. */
export const isActive = (record: Json): boolean => record?.is_deleted !== true

/** True if a deleted record is listed as such but not found by its id, which is allowed. */
export const isLostById = (record: Json, { status }: Answer): boolean =>
  record?.is_deleted === true && status === 404

/**
 * Returns JSON with sorted names, so that values are equal regardless of the order of their fields.
 */
export const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: Json) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? "undefined"

/** Returns the record without some of its fields. */
export const without = (record: Json, ...fields: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)))

/**
 * Returns the target's own time, in milliseconds, from a new business. It may be ahead of ours,
 * because a run advances it.
 */
export const targetNow = async (trial: Trial): Promise<number> => {
  const made = await trial.fresh(business("moment"))
  const [user] = await everyRecord(trial, "users.list", {}, made)
  const now = Date.parse(user?.created)
  return Number.isNaN(now) ? trial.blocked("a new user does not say when it was made") : now
}

/**
 * Returns an instant, in milliseconds, that has just passed by our clock and by that of the target.
 * Dates after a service's own time are refused, and its clock may be behind ours.
 */
export const justPassed = async (trial: Trial): Promise<number> => {
  const { headers } = await trial.business.call("balances.get")
  const theirs = Date.parse(headers["date"] ?? "")
  return Math.min(Date.now(), Number.isNaN(theirs) ? Number.POSITIVE_INFINITY : theirs) - 1_000
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu
export const isUuid = (value: unknown): boolean => typeof value === "string" && uuid.test(value)

/** A UUID that does not exist. */
export const strangeUuid = "00000000-0000-4000-8000-00000000dead"

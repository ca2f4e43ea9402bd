import type { OperationId } from "../../interface/operations.ts"
import type { Ids } from "../../interface/provisioning.ts"
import { business } from "../../interface/world/scenarios.ts"
import type { Answer, Business, Call, Json, Trial } from "../check.ts"
import { everyRecord } from "./paging.ts"

/** The id that the target gave to an entity of the specification. */
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

/** Ends the check as untestable where the target cannot hold a part of the specification. */
export function requires(trial: Trial, part: string, of: Business = trial.business): void {
  const lacking = of.missing.find((name) => name === part || part.startsWith(`${name}.`))
  if (lacking !== undefined) trial.untestable(`the target cannot hold ${lacking}`)
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/** Checks that a request which the interface allows is accepted: any 2xx. */
export const expectAccepted = (trial: Trial, answer: Answer, what: string): void =>
  trial.expect(isSuccess(answer), `${what} is accepted (2xx)`, answer)

/**
 * Statuses that speak of something else than a rule: of the credential, the path, the method, the
 * form of the message or the rate of requests.
 */
const besideTheRule = [401, 403, 404, 405, 406, 408, 413, 414, 415, 429, 431]

/**
 * Checks that a request against a rule is refused. Which status says so the interface leaves open:
 * any 4xx does that does not speak of something else.
 */
export const expectRefused = (trial: Trial, answer: Answer, what: string): void => {
  const { status } = answer
  const lawful = status >= 400 && status < 500 && !besideTheRule.includes(status)
  trial.expect(
    lawful,
    `${what} is refused: a 4xx that is none of ${besideTheRule.join(", ")}`,
    answer,
  )
  trial.note(`status where ${what}`, String(status))
}

/** Ends the check as blocked where a step that it stands on did not succeed. */
export const need = (trial: Trial, answer: Answer, what: string): Answer => {
  if (!isSuccess(answer)) trial.blocked(`${what}: status ${answer.status}`)
  return answer
}

/** Ends the check as blocked where what must be refused was not: another check tests that. */
export const needRefusal = (trial: Trial, answer: Answer, what: string): void => {
  if (isSuccess(answer)) trial.blocked(`${what}: accepted with status ${answer.status}`)
}

/** A record that the check stands on. */
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

/** The records of a list that the check stands on, asked for in pages of `limit`. */
export const recordsOf = (
  trial: Trial,
  operation: OperationId,
  call: Call = {},
  limit?: number,
): Promise<ReadonlyArray<Json>> => everyRecord(trial, operation, call, trial.business, limit)

/** The records with an id, which may be written as a number or as text. */
export const withId = (records: ReadonlyArray<Json>, id: string | number): ReadonlyArray<Json> =>
  records.filter((record) => String(record?.id) === String(id))

/** The ids of records as text, sorted: equal where the same records are listed. */
export const idsOf = (records: ReadonlyArray<Json>): ReadonlyArray<string> =>
  records.map((record) => String(record?.id)).sort()

/** Whether a record is an active one: removed ones are marked, or not listed. */
export const isActive = (record: Json): boolean => record?.is_deleted !== true

/** Whether a deleted record is listed as such, and not found by its id: both are lawful. */
export const isLostById = (record: Json, { status }: Answer): boolean =>
  record?.is_deleted === true && status === 404

/** JSON with sorted names: equal where the values are, whatever the order of their fields. */
export const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: Json) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? "undefined"

/** The record without some of its fields. */
export const without = (record: Json, ...fields: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)))

/**
 * The target's own time, in milliseconds: it may be ahead of ours, since a run sets it on. A
 * business that is made now says when.
 */
export const targetNow = async (trial: Trial): Promise<number> => {
  const made = await trial.fresh(business("moment"))
  const [user] = await everyRecord(trial, "users.list", {}, made)
  const now = Date.parse(user?.created)
  return Number.isNaN(now) ? trial.blocked("a new user does not say when it was made") : now
}

/**
 * An instant that has just passed, by our clock and by that of the target, in milliseconds: what is
 * dated later than a service's own time is refused, and its clock may be behind ours.
 */
export const justPassed = async (trial: Trial): Promise<number> => {
  const { headers } = await trial.business.call("balances.get")
  const theirs = Date.parse(headers["date"] ?? "")
  return Math.min(Date.now(), Number.isNaN(theirs) ? Number.POSITIVE_INFINITY : theirs) - 1_000
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu
export const isUuid = (value: unknown): boolean => typeof value === "string" && uuid.test(value)

/** A uuid that is nobody's. */
export const strangeUuid = "00000000-0000-4000-8000-00000000dead"

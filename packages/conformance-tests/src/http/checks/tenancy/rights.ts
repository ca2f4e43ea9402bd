import type { OperationId } from "../../../interface/operations.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { requires } from "../steps.ts"
import { callOf, isRead, operationIds, pathsOf } from "./attempts.ts"
import { tenant, wholeState } from "./businesses.ts"

type Row = Omit<Check, "profile">

/** What the document shows is judged with the credentials; these are the other groups. */
const judgedElsewhere: ReadonlySet<OperationId> = new Set([
  "users.update",
  "users.remove",
  "topups.create",
  "member-topups.create",
])

const writes = operationIds.filter((id) => !isRead(id) && !judgedElsewhere.has(id))

/** 404 and 405 from a target that does not have the operation, or denies that there is anything. */
const denials = [403, 404, 405]

const judge = async (trial: Trial, operation: OperationId): Promise<void> => {
  requires(trial, "tokens.least")
  const path = pathsOf(trial.business, operation, 1)[0]
  if (path === undefined) trial.untestable("the business has nothing of this kind")
  const before = await wholeState(trial, trial.business)
  const call = callOf(trial.business, operation, path)
  const answer = await trial.business.call(operation, { ...call, as: "least" })
  trial.expect(denials.includes(answer.status), "403, or 404", answer)
  const after = await wholeState(trial, trial.business)
  trial.expect(after === before, `the business as it was: ${before}`, after)
}

export const rights = checksOf(
  "tenancy",
  writes.map(
    (operation): Row => ({
      id: `authorization.forbidden.least.${operation}`,
      requirement: "authorization.forbidden",
      title: `${operation} is forbidden to the role that may do least`,
      scenario: tenant("least-rights"),
      run: (trial: Trial) => judge(trial, operation),
    }),
  ),
)

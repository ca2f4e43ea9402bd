import type { OperationId } from "../../../interface/operations.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { requires } from "../steps.ts"
import { byResource, callOf, isRead, operationIds, pathsOf } from "./attempts.ts"
import { tenant, wholeState } from "./businesses.ts"

type Row = Omit<Check, "profile">

/** Operations of the document are tested with the credentials; these are in the other groups. */
const checkedElsewhere: ReadonlySet<OperationId> = new Set([
  "users.update",
  "users.remove",
  "topups.create",
  "member-topups.create",
])

const writes = operationIds.filter((id) => !isRead(id) && !checkedElsewhere.has(id))

/** Includes 404 and 405, for a target that does not have the operation or hides it. */
const denials = [403, 404, 405]

const expectRule = async (trial: Trial, group: ReadonlyArray<OperationId>): Promise<void> => {
  requires(trial, "tokens.least")
  const before = await wholeState(trial, trial.business)
  for (const operation of group) {
    const path = pathsOf(trial.business, operation, 1)[0]
    if (path === undefined) trial.untestable(`there is nothing for ${operation}`)
    const call = callOf(trial.business, operation, path)
    const response = await trial.business.call(operation, { ...call, as: "least" })
    trial.expect(denials.includes(response.status), `403, or 404, to ${operation}`, response)
  }
  const after = await wholeState(trial, trial.business)
  expectUnchanged(trial, "the business as it was", [before, after])
}

export const rights = checksOf(
  "tenancy",
  [...byResource(writes)].map(
    ([resource, group]): Row => ({
      id: `authorization.forbidden.least.${resource}`,
      requirement: "authorization.forbidden",
      title: `Writes of ${resource} are forbidden to the role that may do least`,
      scenario: tenant("least-rights"),
      run: (trial: Trial) => expectRule(trial, group),
    }),
  ),
)

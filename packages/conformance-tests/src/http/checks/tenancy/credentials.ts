import { type OperationId, operations } from "../../../interface/operations.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { callOf, isRead, operationIds, pathsOf } from "./attempts.ts"
import { tenant, wholeState } from "./businesses.ts"

type Row = Omit<Check, "profile">

/** The groups that the document names, as the ids of operations begin. */
const groups =
  /^(invites|roles|budget-owners|custom-fields|custom-field-options|custom-field-budgets|accounting-codes|categories)\./u

/** Operations of the groups "whose methods, paths and bodies are not shown". */
const ofGroups = operationIds.filter(
  (id) => groups.test(id) && !operations[id].shown && id !== "categories.map",
)

const judge = async (trial: Trial, operation: OperationId): Promise<void> => {
  const path = pathsOf(trial.business, operation, 1)[0]
  if (path === undefined) trial.untestable("the business has nothing of this kind")
  const before = isRead(operation) ? null : await wholeState(trial, trial.business)
  const call = callOf(trial.business, operation, path)
  for (const header of [null, "Bearer garbage", `Basic ${trial.business.tokens["admin"]}`]) {
    const answer = await trial.business.call(operation, { ...call, as: { header } })
    trial.expect(answer.status === 401, "401", answer)
  }
  if (before === null) return
  const after = await wholeState(trial, trial.business)
  trial.expect(after === before, `the business as it was: ${before}`, after)
}

/** What the profile `read` asks of the operations that the document shows. */
export const credentials = checksOf(
  "gaps",
  ofGroups.map(
    (operation): Row => ({
      id: `authentication.required.${operation}`,
      requirement: "authentication.required",
      title: `${operation} without a valid credential is answered with 401`,
      scenario: isRead(operation) ? "alpha" : tenant("nobody"),
      run: (trial: Trial) => judge(trial, operation),
    }),
  ),
)

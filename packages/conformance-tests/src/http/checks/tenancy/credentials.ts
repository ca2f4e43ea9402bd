import { type OperationId, operations } from "../../../interface/operations.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { byResource, callOf, operationIds, pathsOf } from "./attempts.ts"
import { tenant, wholeState } from "./businesses.ts"

type Row = Omit<Check, "profile">

/** The groups of the document "whose methods, paths and bodies are not shown". */
const groups: ReadonlyArray<string> = [
  "invites",
  "roles",
  "budget-owners",
  "custom-fields",
  "custom-field-options",
  "custom-field-budgets",
  "accounting-codes",
  "categories",
]

/** Their operations; the last of the settlement's own is none of them. */
const ofGroups = operationIds.filter(
  (id) =>
    groups.includes(id.slice(0, id.lastIndexOf("."))) &&
    !operations[id].shown &&
    id !== "categories.map",
)

const judge = async (trial: Trial, group: ReadonlyArray<OperationId>): Promise<void> => {
  const before = await wholeState(trial, trial.business)
  for (const operation of group) {
    const path = pathsOf(trial.business, operation, 1)[0]
    if (path === undefined) trial.untestable(`there is nothing for ${operation}`)
    const call = callOf(trial.business, operation, path)
    for (const header of [null, "Bearer garbage", `Basic ${trial.business.tokens["admin"]}`]) {
      const answer = await trial.business.call(operation, { ...call, as: { header } })
      trial.expect(answer.status === 401, `401 to ${operation}`, answer)
    }
  }
  const after = await wholeState(trial, trial.business)
  trial.expect(after === before, `the business as it was: ${before}`, after)
}

/** What the profile `read` asks of the operations that the document shows. */
export const credentials = checksOf(
  "gaps",
  [...byResource(ofGroups)].map(
    ([resource, group]): Row => ({
      id: `authentication.required.${resource}`,
      requirement: "authentication.required",
      title: `No operation of ${resource} is done without a valid credential: 401`,
      scenario: tenant("nobody"),
      run: (trial: Trial) => judge(trial, group),
    }),
  ),
)

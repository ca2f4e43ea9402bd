import { type OperationId, operations } from "../../../interface/operations.ts"
import { token } from "../../../interface/world/scenarios.ts"
import { type Business, type Check, checksOf, type Principal, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { changedAt } from "../read/tokens.ts"
import { requires } from "../steps.ts"
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

/** Their operations, without those that only the settlement has. */
const ofGroups = operationIds.filter(
  (id) =>
    groups.includes(id.slice(0, id.lastIndexOf("."))) &&
    !operations[id].shown &&
    id !== "categories.map",
)

/**
 * Calls each operation of a group with each of these credentials: each is 401 and has no effect.
 */
const expectRule = async (
  trial: Trial,
  group: ReadonlyArray<OperationId>,
  wrong: ReadonlyArray<Principal>,
): Promise<void> => {
  const before = await wholeState(trial, trial.business)
  for (const operation of group) {
    const path = pathsOf(trial.business, operation, 1)[0]
    if (path === undefined) trial.untestable(`there is nothing for ${operation}`)
    const call = callOf(trial.business, operation, path)
    for (const as of wrong) {
      const response = await trial.business.call(operation, { ...call, as })
      trial.expect(response.status === 401, `401 to ${operation}`, response)
    }
  }
  const after = await wholeState(trial, trial.business)
  expectUnchanged(trial, "the business as it was", [before, after])
}

const strangers = ({ tokens }: Business): ReadonlyArray<Principal> => {
  const admin = tokens["admin"] ?? ""
  return [
    { header: null },
    { header: "Bearer garbage" },
    { header: `Bearer ${changedAt(admin, -1)}` },
    { header: `Basic ${admin}` },
  ]
}

const ended = (state: "expired" | "revoked", [resource, group]: Group): Row => ({
  id: `authentication.${state}.${resource}`,
  requirement: `authentication.${state}`,
  title: `No operation of ${resource} is done with a token that is ${state}: 401`,
  scenario: token(state, { state })(tenant("ended")),
  run: async (trial: Trial) => {
    requires(trial, `tokens.${state}`)
    await expectRule(trial, group, [state])
  },
})

type Group = readonly [resource: string, operations: ReadonlyArray<OperationId>]

/**
 * Checks of credentials like those of the profile `read`, for operations that the document does not
 * show.
 */
export const credentials = checksOf(
  "gaps",
  [...byResource(ofGroups)].flatMap(
    (group): ReadonlyArray<Row> => [
      {
        id: `authentication.required.${group[0]}`,
        requirement: "authentication.required",
        title: `No operation of ${group[0]} is done without a valid credential: 401`,
        scenario: tenant("nobody"),
        run: (trial: Trial) => expectRule(trial, group[1], strangers(trial.business)),
      },
      ended("expired", group),
      ended("revoked", group),
    ],
  ),
)

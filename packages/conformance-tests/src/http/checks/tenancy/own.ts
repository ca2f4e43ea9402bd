import type { OperationId } from "../../../interface/operations.ts"
import type { Ids } from "../../../interface/provisioning.ts"
import { canaryOf } from "../../../interface/world/index.ts"
import { type Business, type Check, checksOf, type Trial } from "../../check.ts"
import { everyRecord } from "../paging.ts"
import { staffOf } from "../read/people.ts"
import { pathsOf } from "./attempts.ts"

type Row = Omit<Check, "profile">

/** Lists whose records are all in the specification. */
const lists: ReadonlyArray<readonly [operation: OperationId, kind: keyof Ids]> = [
  ["users.list", "users"],
  ["transactions.list", "transactions"],
  ["budgets.list", "budgets"],
  ["budget-members.list", "budget_members"],
  ["topups.list", "topups"],
  ["users.budget-members", "budget_members"],
]

const checkOwn = async (
  trial: Trial,
  of: Business,
  operation: OperationId,
  kind: keyof Ids,
): Promise<void> => {
  const known = new Set(Object.values(of.ids[kind]))
  for (const path of pathsOf(of, operation, 8)) {
    const records = await everyRecord(trial, operation, { path }, of)
    const strange = records.filter(({ id }) => !known.has(String(id)))
    trial.expect(strange.length === 0, `records of ${of.spec.key} only`, strange)
  }
}

const checkMark = async (trial: Trial): Promise<void> => {
  const theirs = await trial.world("beta")
  const mark = canaryOf(theirs.spec)
  if (mark === null) trial.untestable("the other business carries no mark")
  const shown = await theirs.call("users.list")
  if (!shown.text.includes(mark)) trial.blocked("the business does not show its own mark")
  for (const [operation] of lists) {
    for (const path of pathsOf(trial.business, operation, 4)) {
      const response = await trial.business.call(operation, { path })
      trial.expect(!response.text.includes(mark), "nothing that carries another's mark", response)
    }
  }
}

const checkAddresses = async (trial: Trial): Promise<void> => {
  const businesses = [trial.business, await trial.world("beta")]
  for (const business of businesses) {
    const shared = staffOf(business.spec).filter(({ email, is_deleted }) => {
      const others = businesses.filter((one) => one !== business)
      return (
        is_deleted !== true &&
        others.every(({ spec }) => staffOf(spec).some((user) => user.email === email))
      )
    })
    if (shared.length === 0) trial.untestable("nobody works for both businesses")
    for (const { key, first_name, last_name, role } of shared) {
      const user_id = business.ids.users[key]
      if (user_id === undefined) continue
      const response = await business.call("users.get", { path: { user_id } })
      trial.expect(
        response.body?.first_name === first_name &&
          response.body?.last_name === last_name &&
          response.body?.role_id === business.ids.roles[role],
        `the user of ${business.spec.key}: ${first_name} ${last_name}, ${role}`,
        response.body,
      )
    }
  }
}

export const own = checksOf("tenancy", [
  ...(["alpha", "beta"] as const).flatMap((scenario) =>
    lists.map(
      ([operation, kind]): Row => ({
        id: `tenancy.own-records.${scenario}.${operation}`,
        requirement: "tenancy.own-records",
        title: `${operation} shows ${scenario} records of its own only`,
        scenario,
        run: (trial: Trial) => checkOwn(trial, trial.business, operation, kind),
      }),
    ),
  ),
  {
    id: "tenancy.canary.lists",
    requirement: "tenancy.canary",
    title: "No list of one business carries the mark of the other, which the other's own does",
    scenario: "alpha",
    run: checkMark,
  },
  {
    id: "tenancy.same-address",
    requirement: "tenancy.same-address",
    title: "Who works for two businesses is in each the user of that business",
    scenario: "alpha",
    run: checkAddresses,
  },
])

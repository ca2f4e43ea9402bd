import type { OperationId } from "../../../interface/operations.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { recordsIn } from "../paging.ts"
import { allowedCall, isWrite, oneOfEach, shownOperations } from "../shown.ts"
import { expectAccepted } from "../steps.ts"

type Row = Omit<Check, "profile">

/** Requirements for the existence of each operation. */
const requirements: { readonly [operation in OperationId]?: string } = {
  "users.get": "users.get",
  "users.update": "users.update.optional",
  "users.remove": "users.remove",
  "users.budget-members": "budget-members.by-user.list",
  "transactions.get": "transactions.get",
  "budgets.get": "budgets.get",
  "budget-members.list": "budget-members.list",
  "budget-members.get": "budget-members.get",
  "topups.list": "topups.list",
  "topups.create": "topups.create",
  "member-topups.list": "topups.of-member.list",
  "member-topups.create": "topups.of-member.create",
  "balances.get": "balances.wallets",
}

const operationRows: ReadonlyArray<Row> = shownOperations.map(([number, operation]) => {
  const requirement = requirements[operation] ?? operation
  return {
    id: `${requirement}.answers`,
    requirement,
    title: `Operation ${number}, ${operation}, is there: an administrator's request succeeds`,
    scenario: oneOfEach(),
    run: async (trial: Trial) => {
      const response = await trial.business.call(operation, allowedCall(trial, operation))
      if (isWrite(operation)) return expectAccepted(trial, response, operation)
      const isJson = typeof response.body === "object" && response.body !== null
      return trial.expect(
        response.status === 200 && isJson,
        "status 200 and a body of JSON",
        response,
      )
    },
  }
})

const versioned = (version: "v1" | "v2", operations: ReadonlyArray<OperationId>): Row => ({
  id: `versioning.${version}`,
  requirement: `versioning.${version}`,
  title: `${operations.join(", ")} are under /${version}/, with something in them`,
  scenario: oneOfEach(),
  run: async (trial: Trial) => {
    for (const operation of operations) {
      const response = await trial.business.call(operation, allowedCall(trial, operation))
      const part = (operation.split(".")[0] ?? "").replaceAll("-", "_")
      const mayBeEmpty = operation === "balances.get" || trial.business.missing.includes(part)
      const records = recordsIn(response.body)
      const filled = mayBeEmpty || (records !== null && records.length > 0)
      trial.expect(response.status === 200 && filled, `200 and records of ${operation}`, response)
    }
  },
})

/** Checks that the target responds, with the operations of the document's table. */
export const smoke: ReadonlyArray<Check> = checksOf("smoke", [
  ...operationRows,
  versioned("v1", [
    "users.list",
    "budgets.list",
    "budget-members.list",
    "statements.get",
    "balances.get",
  ]),
  versioned("v2", ["transactions.list"]),
  {
    id: "versioning.base-address",
    requirement: "versioning.base-address",
    title: "The paths of the table stand under the base address",
    scenario: "delta",
    run: async (trial: Trial) => {
      const { client_id, tokens } = trial.business
      const headers = { authorization: `Bearer ${tokens["admin"]}` }
      for (const path of [
        `/v1/businesses/${client_id}/users`,
        `/v2/businesses/${client_id}/transactions`,
      ]) {
        const response = await trial.request("GET", path, { headers })
        trial.expect(response.status === 200, "status 200", response)
      }
    },
  },
])

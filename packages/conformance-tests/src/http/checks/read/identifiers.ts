import type { OperationId } from "../../../interface/operations.ts"
import type { Answer, Call, Check, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { everyRecord, knownRecords } from "../paging.ts"
import { allowedCall, isWrite, oneOfEach, shownOperations, stateOf } from "../shown.ts"
import { idOf, strangeUuid } from "../steps.ts"
import { staffOf } from "./people.ts"

type Row = Omit<Check, "profile">

const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500

/** Other spellings of an integer, which a careless parser accepts. */
const spellings: ReadonlyArray<readonly [name: string, of: (id: string) => string]> = [
  ["leading-zero", (id) => `0${id}`],
  ["exponent", (id) => `${id}e0`],
  ["plus", (id) => `+${id}`],
  ["space", (id) => ` ${id}`],
  ["fraction", (id) => `${id}.0`],
]

const aliases = (
  parameter: "client_id" | "user_id" | "budget_member_id",
  operations: ReadonlyArray<OperationId>,
): ReadonlyArray<Row> =>
  spellings.map(([name, spelled]) => {
    const requirement = `formats.${parameter.replaceAll("_", "-")}.aliases`
    return {
      id: `${requirement}.${name}`,
      requirement,
      title: `A ${parameter} written as ${spelled("7")} is not that of 7`,
      scenario: "alpha",
      run: async (trial: Trial) => {
        for (const operation of operations) {
          const { path = {}, ...call } = allowedCall(trial, operation)
          const id = parameter === "client_id" ? trial.business.client_id : path[parameter]
          const other = { ...path, [parameter]: spelled(String(id)) }
          const response = await trial.business.call(operation, { ...call, path: other })
          trial.expect(isRefused(response), `${operation} refuses it with a 4xx`, response)
        }
      },
    }
  })

const readById = (
  name: string,
  list: OperationId,
  get: OperationId,
  parameter: string,
  isId: (id: unknown) => boolean,
): Row => ({
  id: `formats.${name}`,
  requirement: `formats.${name}`,
  title: `The ids that ${list} shows are of their type, and find their record`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const records = await knownRecords(trial, list)
    if (records.length === 0) trial.blocked(`${list} is empty`)
    const wrong = records.find(({ id }) => !isId(id))
    trial.expect(wrong === undefined, "ids of their type", { id: wrong?.id })
    const { id } = records[Math.floor(trial.random() * records.length)]
    const response = await trial.business.call(get, { path: { [parameter]: id } })
    trial.expect(response.status === 200 && response.body?.id === id, `the record ${id}`, response)
  },
})

const isText = (id: unknown): boolean => typeof id === "string" && id !== ""

const gapIds: ReadonlyArray<Row> = [
  {
    id: "formats.budget-owner-id",
    requirement: "formats.budget-owner-id",
    title: "The owners of a budget show ids of text",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const budget = trial.business.spec.budgets.find(({ is_deleted }) => is_deleted !== true)
      const path = { budget_id: idOf(trial, "budgets", budget?.key ?? "") }
      const owners = await everyRecord(trial, "budget-owners.list", { path })
      if (owners.length === 0) trial.blocked("no owner is listed")
      trial.expect(
        owners.every(({ id }) => isText(id)),
        "ids of text",
        owners,
      )
    },
  },
  {
    id: "formats.invite-id",
    requirement: "formats.invite-id",
    title: "Invites show ids that are integers",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const invites = await everyRecord(trial, "invites.list")
      if (invites.length === 0) trial.blocked("no invite is listed")
      trial.expect(
        invites.every(({ id }) => Number.isSafeInteger(id)),
        "integers",
        invites,
      )
    },
  },
]

const checkJson = async (trial: Trial, operation: OperationId): Promise<void> => {
  const response = await trial.business.call(operation, allowedCall(trial, operation))
  const type = response.headers["content-type"] ?? ""
  const isJson = /^application\/([a-z0-9.-]+\+)?json\s*(;\s*charset="?utf-8"?\s*)?$/iu.test(type)
  trial.expect(isJson, "a content-type of JSON", { "content-type": type })
  trial.expect(response.body !== undefined, "a body that is JSON", response)
}

export const formats = checksOf("read", [
  ...shownOperations
    .filter(([, operation]) => !isWrite(operation))
    .map(
      ([number, operation]): Row => ({
        id: `formats.json.${operation}`,
        requirement: "formats.json",
        title: `Operation ${number}, ${operation}, answers JSON`,
        scenario: "alpha",
        run: (trial: Trial) => checkJson(trial, operation),
      }),
    ),
  {
    id: "formats.client-id",
    requirement: "formats.client-id",
    title: "Each business is reached by its own integer",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const businesses = [trial.business, await trial.world("gamma"), await trial.world("delta")]
      const ids = businesses.map(({ client_id }) => client_id)
      trial.expect(
        ids.every((id) => /^[1-9]\d*$/u.test(id)),
        "integers",
        ids,
      )
      trial.expect(new Set(ids).size === ids.length, "an id for each business", ids)
      for (const business of businesses) {
        const shown = await everyRecord(trial, "users.list", {}, business)
        const known = staffOf(business.spec).map(({ key }) => business.ids.users[key])
        const strange = shown.filter(({ id }: Json) => !known.includes(String(id)))
        trial.expect(strange.length === 0, "users of its own", strange)
      }
    },
  },
  readById("user-id", "users.list", "users.get", "user_id", Number.isSafeInteger),
  readById("transaction-id", "transactions.list", "transactions.get", "transaction_id", isText),
  readById("budget-id", "budgets.list", "budgets.get", "budget_id", isText),
  ...aliases("client_id", ["users.list", "transactions.list", "balances.get"]),
  ...aliases("user_id", ["users.get", "users.budget-members"]),
  ...aliases("budget_member_id", ["budget-members.get", "member-topups.list"]),
])

export const gapFormats = checksOf("gaps", gapIds)

/** Ids of each kind that do not exist; the last is longer than any id. */
const unknown: { readonly [parameter: string]: ReadonlyArray<string> } = {
  user_id: ["2147483000", "9007199254740991", "no-user"],
  transaction_id: [strangeUuid, "no-transaction", "x".repeat(300)],
  budget_id: [strangeUuid, "no-budget", "x".repeat(300)],
  budget_member_id: ["2147483000", "9007199254740991", "no-member"],
}

const unknownCalls = (trial: Trial, operation: OperationId): ReadonlyArray<Call> => {
  const { path = {}, ...call } = allowedCall(trial, operation)
  return Object.keys(path).flatMap((parameter) =>
    (unknown[parameter] ?? []).map((id) => ({ ...call, path: { ...path, [parameter]: id } })),
  )
}

const takesId = shownOperations.filter(
  ([, operation]) =>
    !["users.list", "transactions.list", "budgets.list", "statements.get", "balances.get"].includes(
      operation,
    ),
)

const checkUnknown = async (trial: Trial, operation: OperationId): Promise<void> => {
  const before = isWrite(operation) ? await stateOf(trial) : null
  for (const call of unknownCalls(trial, operation)) {
    const response = await trial.business.call(operation, call)
    const lawful = isRefused(response) && ![401, 405, 429].includes(response.status)
    trial.expect(lawful, "404, or another refusal", response)
    if (response.status !== 404) trial.note("an id that nothing has", String(response.status))
  }
  if (before === null) return
  const after = await stateOf(trial)
  expectUnchanged(trial, "the business as it was", [before, after])
}

/** A member of one budget in the path of another budget that has members of its own. */
const wrongParent = (operation: OperationId): Row => ({
  id: `errors.wrong-parent.${operation}`,
  requirement: "errors.wrong-parent",
  title: `${operation} does not find a member of one budget under another`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const { path = {}, ...call } = allowedCall(trial, operation)
    const others = trial.business.spec.budgets
      .filter(({ is_deleted }) => is_deleted !== true)
      .map(({ key }) => idOf(trial, "budgets", key))
      .filter((id) => id !== path["budget_id"])
    for (const budget_id of others.slice(0, 5)) {
      const response = await trial.business.call(operation, {
        ...call,
        path: { ...path, budget_id },
      })
      trial.expect(isRefused(response), "404, or another refusal", response)
    }
  },
})

const byUser = "users.budget-members"

export const errors = checksOf("read", [
  {
    id: "errors.401",
    requirement: "errors.401",
    title: "Operation 5 without a credential returns 401",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const call = { ...allowedCall(trial, byUser), as: { header: null } }
      const response = await trial.business.call(byUser, call)
      trial.expect(response.status === 401, "status 401", response)
    },
  },
  {
    id: "errors.403",
    requirement: "errors.403",
    title: "Operation 5 of another business returns 403",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const beta = await trial.world("beta")
      const { path = {} } = allowedCall(trial, byUser, beta)
      const other = { ...path, client_id: beta.client_id }
      const response = await trial.business.call(byUser, { path: other })
      trial.expect([403, 404].includes(response.status), "403, or 404", response)
      trial.note("another business", String(response.status))
    },
  },
  {
    id: "errors.404",
    requirement: "errors.404",
    title: "Operation 5 of a user who is not there returns 404",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const response = await trial.business.call(byUser, { path: { user_id: "2147483000" } })
      trial.expect(response.status === 404, "404", response)
    },
  },
  ...takesId.map(
    ([number, operation]): Row => ({
      id: `errors.unknown-id.${operation}`,
      requirement: "errors.unknown-id",
      title: `Operation ${number}, ${operation}, refuses ids that nothing has`,
      scenario: isWrite(operation) ? oneOfEach() : "alpha",
      run: (trial: Trial) => checkUnknown(trial, operation),
    }),
  ),
  ...(["budget-members.get", "member-topups.list"] as const).map(wrongParent),
])

import type { OperationId } from "../../../interface/operations.ts"
import { type Part, token } from "../../../interface/world/scenarios.ts"
import type { Answer, Business, Call, Check, Principal, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { expectSame, expectUnchanged } from "../difference.ts"
import { everyRecord } from "../paging.ts"
import { allowedCall, isWrite, oneOfEach, shownOperations, stateOf } from "../shown.ts"
import { expectAccepted, isSuccess, requires } from "../steps.ts"
import { changedAt, nearTokens } from "./tokens.ts"

type Row = Omit<Check, "profile">

/** Credentials that must be refused. */
interface Wrong {
  readonly rule: string
  readonly title: string
  /** Part of the specification that the target must support for it. */
  readonly needs?: string
  /** Parts that a separate business needs for it. */
  readonly parts?: ReadonlyArray<Part>
  readonly principals: (business: Business) => ReadonlyArray<Principal>
}

const tokenOf = ({ tokens }: Business): string => tokens["admin"] ?? ""

const wrong: ReadonlyArray<Wrong> = [
  { rule: "required", title: "without a credential", principals: () => [{ header: null }] },
  {
    rule: "garbage",
    title: "with words that are no token",
    principals: (business) =>
      ["Bearer", "Bearer garbage", `Bearer ${changedAt(tokenOf(business), -1)}`, "Bearer null"].map(
        (header) => ({ header }),
      ),
  },
  {
    rule: "scheme",
    title: "with a valid token under another scheme",
    principals: (business) =>
      ["Basic ", "Token ", "", "Bearer: "].map((scheme) => ({
        header: `${scheme}${tokenOf(business)}`,
      })),
  },
  {
    rule: "expired",
    title: "with a token that has expired",
    needs: "tokens.expired",
    parts: [token("expired", { state: "expired" })],
    principals: () => ["expired"],
  },
  {
    rule: "revoked",
    title: "with a token that was revoked",
    needs: "tokens.revoked",
    parts: [token("revoked", { state: "revoked" })],
    principals: () => ["revoked"],
  },
]

/** Checks that each response is 401, and that a write among them had no effect. */
const checkWrong = async (trial: Trial, operation: OperationId, { needs, principals }: Wrong) => {
  if (needs !== undefined) requires(trial, needs)
  const call = allowedCall(trial, operation)
  const before = isWrite(operation) ? await stateOf(trial) : null
  for (const as of principals(trial.business)) {
    const response = await trial.business.call(operation, { ...call, as })
    trial.expect(response.status === 401, "status 401", response)
  }
  if (before === null) return
  const after = await stateOf(trial)
  expectUnchanged(trial, "the business as it was", [before, after])
}

const refusals: ReadonlyArray<Row> = wrong.flatMap((kind) =>
  shownOperations.map(([number, operation]) => ({
    id: `authentication.${kind.rule}.${operation}`,
    requirement: `authentication.${kind.rule}`,
    title: `Operation ${number}, ${operation}, ${kind.title} returns 401`,
    scenario: isWrite(operation) ? oneOfEach(...(kind.parts ?? [])) : ("alpha" as const),
    run: (trial: Trial) => checkWrong(trial, operation, kind),
  })),
)

const accepted: ReadonlyArray<Row> = shownOperations.map(([number, operation]) => ({
  id: `authentication.bearer.${operation}`,
  requirement: "authentication.bearer",
  title: `Operation ${number}, ${operation}, with an administrator's token is accepted`,
  scenario: isWrite(operation) ? oneOfEach() : ("alpha" as const),
  run: async (trial: Trial) => {
    const as = { header: `Bearer ${tokenOf(trial.business)}` }
    const response = await trial.business.call(operation, { ...allowedCall(trial, operation), as })
    expectAccepted(trial, response, operation)
  },
}))

/** Every character of a token counts, and none may precede or follow it. */
const nearly = async (trial: Trial): Promise<void> => {
  const { tokens, call } = trial.business
  for (const text of nearTokens(tokenOf(trial.business), tokens["reader"] ?? "")) {
    const response = await call("users.list", { as: { header: `Bearer ${text}` } })
    trial.expect(response.status === 401, "401 to what is nearly a token", response)
  }
}

const unknown = "2147480000"

/** Includes requests that are invalid themselves: the credential is checked first. */
const wronglyAsked = (trial: Trial, operation: OperationId): ReadonlyArray<Call> => {
  const call = allowedCall(trial, operation)
  const { client_id: _, ...ids } = call.path ?? {}
  const lost = Object.fromEntries(Object.keys(ids).map((name) => [name, unknown]))
  const query = [
    ["limit", "many"],
    ["offset", "-1"],
    ["start_date", "yesterday"],
  ] as const
  return [
    ...(isWrite(operation) ? [] : [{ ...call, query }]),
    ...(Object.keys(lost).length === 0 ? [] : [{ ...call, path: lost }]),
    ...(call.body === undefined
      ? []
      : [
          { ...call, body: { amount: "many", payment_types: 7, colour: "red" } },
          { ...call, body: [] },
        ]),
  ]
}

const wronglyShaped = async (trial: Trial): Promise<void> => {
  for (const [, operation] of shownOperations) {
    for (const call of wronglyAsked(trial, operation)) {
      for (const header of [null, `Bearer ${changedAt(tokenOf(trial.business), 0)}`]) {
        const response = await trial.business.call(operation, { ...call, as: { header } })
        trial.expect(response.status === 401, `401 to ${operation}`, response)
      }
    }
  }
}

export const authentication = checksOf("read", [
  ...accepted,
  ...refusals,
  {
    id: "authentication.garbage.nearly",
    requirement: "authentication.garbage",
    title: "A token changed at any place, cut, lengthened or joined to another is no token",
    scenario: "alpha",
    run: nearly,
  },
  {
    id: "authentication.required.wrong-shape",
    requirement: "authentication.required",
    title: "Without a valid credential a request that is wrong in itself returns 401, too",
    scenario: oneOfEach(),
    run: wronglyShaped,
  },
  {
    id: "authentication.revoked-at-once",
    requirement: "authentication.revoked-at-once",
    title: "A token that works is of no use as soon as it is revoked",
    scenario: oneOfEach(),
    needs: ["issue-token", "revoke-token"],
    run: async (trial: Trial) => {
      const { client_id } = trial.business
      const { token: issued } = await trial.act("issue-token", { client_id, role: "admin" })
      const as = { header: `Bearer ${issued}` }
      const before = await trial.business.call("users.list", { as })
      if (!isSuccess(before)) trial.blocked(`the new token is answered with ${before.status}`)
      await trial.act("revoke-token", { client_id, token: issued })
      const after = await trial.business.call("users.list", { as })
      trial.expect(after.status === 401, "status 401", after)
    },
  },
])

const denies = ({ status }: Answer): boolean => status === 403 || status === 404

const forbidden: ReadonlyArray<Row> = (["reader", "least"] as const).flatMap((role) =>
  shownOperations
    .filter(([, operation]) => isWrite(operation))
    .map(([number, operation]) => ({
      id: `authorization.forbidden.${role}.${operation}`,
      requirement: "authorization.forbidden",
      title: `Operation ${number}, ${operation}, is forbidden to the role ${role}`,
      scenario: oneOfEach(token(role, { role })),
      run: async (trial: Trial) => {
        requires(trial, `tokens.${role}`)
        const before = await stateOf(trial)
        const call = { ...allowedCall(trial, operation), as: role }
        const response = await trial.business.call(operation, call)
        trial.expect(denies(response), "403, or 404", response)
        trial.note("a role that may not", String(response.status))
        const after = await stateOf(trial)
        expectUnchanged(trial, "the business as it was", [before, after])
      },
    })),
)

const readable = ["users.list", "transactions.list", "budgets.list"] as const

export const authorization = checksOf("read", [
  ...forbidden,
  ...readable.map((operation) => ({
    id: `authorization.may-read.${operation}`,
    requirement: "authorization.may-read",
    title: `A role that reads sees of ${operation} what an administrator sees`,
    scenario: "alpha" as const,
    run: async (trial: Trial) => {
      requires(trial, "tokens.reader")
      const response = await trial.business.call(operation, { as: "reader" })
      trial.expect(response.status === 200, "status 200", response)
      const own = await everyRecord(trial, operation, { as: "reader" })
      const all = await everyRecord(trial, operation)
      const title = `the ${all.length} records that an administrator sees`
      expectSame(trial, title, [all, own])
    },
  })),
])

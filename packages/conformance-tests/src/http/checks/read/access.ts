import type { OperationId } from "../../../interface/operations.ts"
import { type Part, token } from "../../../interface/world/scenarios.ts"
import type { Answer, Business, Check, Principal, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { everyRecord } from "../paging.ts"
import { allowedCall, isWrite, oneOfEach, shownOperations, stateOf } from "../shown.ts"
import { canonical, expectAccepted, isSuccess, requires } from "../steps.ts"

type Row = Omit<Check, "profile">

/** Credentials that must not open anything. */
interface Wrong {
  readonly rule: string
  readonly title: string
  /** What a target must be able to hold for it. */
  readonly needs?: string
  /** What a business of its own must have for it. */
  readonly parts?: ReadonlyArray<Part>
  readonly principals: (business: Business) => ReadonlyArray<Principal>
}

const tokenOf = ({ tokens }: Business): string => tokens["admin"] ?? ""

/** The token with one character changed in its middle: of the right form, and nobody's. */
const changed = (token: string): string => {
  const at = Math.floor(token.length / 2)
  return `${token.slice(0, at)}${token[at] === "a" ? "b" : "a"}${token.slice(at + 1)}`
}

const wrong: ReadonlyArray<Wrong> = [
  { rule: "required", title: "without a credential", principals: () => [{ header: null }] },
  {
    rule: "garbage",
    title: "with words that are no token",
    principals: (business) =>
      ["Bearer", "Bearer garbage", `Bearer ${changed(tokenOf(business))}`, "Bearer null"].map(
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

/** Judges that each of the answers is 401, and that a write among them did nothing. */
const judgeWrong = async (trial: Trial, operation: OperationId, { needs, principals }: Wrong) => {
  if (needs !== undefined) requires(trial, needs)
  const call = allowedCall(trial, operation)
  const before = isWrite(operation) ? await stateOf(trial) : null
  for (const as of principals(trial.business)) {
    const answer = await trial.business.call(operation, { ...call, as })
    trial.expect(answer.status === 401, "401", answer)
  }
  if (before === null) return
  const after = await stateOf(trial)
  trial.expect(after === before, `the business as it was: ${before}`, after)
}

const refusals: ReadonlyArray<Row> = wrong.flatMap((kind) =>
  shownOperations.map(([number, operation]) => ({
    id: `authentication.${kind.rule}.${operation}`,
    requirement: `authentication.${kind.rule}`,
    title: `Operation ${number}, ${operation}, ${kind.title} is answered with 401`,
    scenario: isWrite(operation) ? oneOfEach(...(kind.parts ?? [])) : ("alpha" as const),
    run: (trial: Trial) => judgeWrong(trial, operation, kind),
  })),
)

const accepted: ReadonlyArray<Row> = shownOperations.map(([number, operation]) => ({
  id: `authentication.bearer.${operation}`,
  requirement: "authentication.bearer",
  title: `Operation ${number}, ${operation}, with an administrator's token is accepted`,
  scenario: isWrite(operation) ? oneOfEach() : ("alpha" as const),
  run: async (trial: Trial) => {
    const as = { header: `Bearer ${tokenOf(trial.business)}` }
    const answer = await trial.business.call(operation, { ...allowedCall(trial, operation), as })
    expectAccepted(trial, answer, operation)
  },
}))

export const authentication = checksOf("read", [
  ...accepted,
  ...refusals,
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
      trial.expect(after.status === 401, "401", after)
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
        const answer = await trial.business.call(operation, call)
        trial.expect(denies(answer), "403, or 404", answer)
        trial.note("a role that may not", String(answer.status))
        const after = await stateOf(trial)
        trial.expect(after === before, `the business as it was: ${before}`, after)
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
      const answer = await trial.business.call(operation, { as: "reader" })
      trial.expect(answer.status === 200, "200", answer)
      const own = await everyRecord(trial, operation, { as: "reader" })
      const all = await everyRecord(trial, operation)
      const same = canonical(own) === canonical(all)
      trial.expect(same, `the same ${all.length} records`, `${own.length} records`)
    },
  })),
])

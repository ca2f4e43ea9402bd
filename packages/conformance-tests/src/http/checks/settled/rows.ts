import type { OperationId } from "../../../interface/operations.ts"
import {
  accountingCode,
  business,
  category,
  customField,
  invite,
  limitedBudget,
  type Part,
  pooledBudget,
  token,
  user,
} from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import type { Answer, Call, Check, Json, Trial } from "../../check.ts"
import { expectSame } from "../difference.ts"
import { canonical, idOf } from "../steps.ts"

export type Row = Omit<Check, "profile">

/** A business with one record of most kinds. */
export const office = business(
  "settled",
  user("ann"),
  user("bob"),
  user("cat"),
  invite("kim"),
  accountingCode("one"),
  category("gifts"),
  customField("project", { options: ["Perth"], budget_setting: "SOME" }),
  pooledBudget("pool", { members: ["admin", "ann"] }),
  limitedBudget("limited", { ann: 500, bob: 300 }, { reset_period: "ANNUALLY" }),
  token("least", { role: "least", user: "cat" }),
  token("clerk", { role: "admin", user: "admin" }),
)

/**
 * Returns checks of one requirement: `[what, title, run]`, in the office unless they name another
 * scenario.
 */
export const rowsOf = (
  requirement: string,
  checks: ReadonlyArray<
    readonly [
      id: string,
      title: string,
      run: (trial: Trial) => Promise<void>,
      scenario?: Check["scenario"],
    ]
  >,
): ReadonlyArray<Row> =>
  checks.map(([id, title, run, scenario = office]) => ({
    id: `conventions.${requirement}.${id}`,
    requirement: `conventions.${requirement}`,
    title,
    scenario,
    run,
  }))

/** Statuses of the same kind; separate checks test the exact one. */
const kinds: ReadonlyArray<ReadonlyArray<number>> = [
  [200, 201, 204],
  [400, 409, 422],
]

export const isOfKind = (given: number, status: number): boolean =>
  given === status || kinds.some((kind) => kind.includes(given) && kind.includes(status))

/**
 * Checks that a status is of the same kind as this one: `conventions.statuses` tests the exact
 * status.
 */
export const expectStatus = (trial: Trial, response: Answer, status: number, what: string): void =>
  trial.expect(isOfKind(response.status, status), `${what}: ${status}, or the like`, response)

/** Checks the exact status. */
export const expectExactly = (trial: Trial, response: Answer, status: number, what: string): void =>
  trial.expect(response.status === status, `${what}: ${status}`, response)

/** Checks a refusal by the kind of its status and, if given, its code. */
export const expectProblem = (
  trial: Trial,
  response: Answer,
  status: number,
  code: string | null,
  what: string,
): void => {
  const named = code === null || codesOf(response.body).includes(code)
  const right = isOfKind(response.status, status) && named
  trial.expect(right, `${what}: ${status}${code === null ? "" : ` ${code}`}`, response)
}

/** Checks that the response equals the first one: the same JSON in any spelling. */
export const expectFirstAgain = (
  trial: Trial,
  [first, again]: readonly [first: Answer, again: Answer],
  what: string,
): void => expectSame(trial, `${what}: the first answer again`, [first.body, again.body], [again])

/** True if a record shows these values; it may have other fields. */
export const shows = (record: Json, expected: Json): boolean =>
  Object.entries(expected).every(([name, value]) => canonical(record?.[name]) === canonical(value))

/** Returns the codes of a problem: its own, and those of its errors. */
export const codesOf = (body: Json): ReadonlyArray<string> => [
  String(body?.code),
  ...(Array.isArray(body?.errors) ? body.errors.map((error: Json) => String(error?.code)) : []),
]

/** Returns the remaining quota in a response; NaN if it shows none. */
export const quotaLeft = ({ headers }: Answer): number =>
  Number(/^"default";r=(\d+);t=\d+$/u.exec(headers["ratelimit"] ?? "")?.[1] ?? Number.NaN)

/** Path of the pool, and a topup of it. */
export const pool = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "pool") })
export const limited = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "limited") })
export const memberOf = (trial: Trial, user: string) => ({
  ...limited(trial),
  budget_member_id: idOf(trial, "budget_members", `limited.${user}`),
})
export const topup = { amount: 5.5, description: "Travel" }

/** Tops up the pool with some changes to the body. */
export const topUp = (trial: Trial, body: Json = topup, call: Call = {}): Promise<Answer> =>
  trial.business.call("topups.create", { path: pool(trial), body, ...call })

export const peopleOf = (trial: Trial, ...keys: ReadonlyArray<string>): ReadonlyArray<Json> =>
  keys.map((key) => ({ user: { id: Number(idOf(trial, "users", key)) } }))

/** A valid budget to create. */
export const newBudget = (trial: Trial): Json => ({
  name: "New",
  reset_amount: 100,
  reset_period: "MONTHLY",
  has_member_limits: false,
  rollover_funds: false,
  members: peopleOf(trial, "admin"),
  owners: peopleOf(trial, "admin"),
})

export const newInvite = (trial: Trial, email = "lee@invited.example"): Json => ({
  email,
  role_id: idOf(trial, "roles", "least"),
  payment_types: ["cards"],
})

/** The lists, with the ids in their paths, for a business like the office. */
export const lists = (
  trial: Trial,
): ReadonlyArray<readonly [operation: OperationId, path: { readonly [name: string]: string }]> => {
  const custom_field_id = idOf(trial, "custom_fields", "project")
  return [
    ["users.list", {}],
    ["users.budget-members", { user_id: idOf(trial, "users", "ann") }],
    ["transactions.list", {}],
    ["budgets.list", {}],
    ["budget-members.list", pool(trial)],
    ["budget-owners.list", pool(trial)],
    ["topups.list", pool(trial)],
    ["member-topups.list", memberOf(trial, "ann")],
    ["invites.list", {}],
    ["roles.list", {}],
    ["custom-fields.list", {}],
    ["custom-field-options.list", { custom_field_id }],
    ["custom-field-budgets.list", { custom_field_id }],
    ["accounting-codes.list", {}],
    ["categories.list", {}],
  ]
}

/** Returns the same business with changes and additional parts, under its own key. */
export const variant = (
  key: string,
  changes: Partial<BusinessSpec>,
  ...parts: ReadonlyArray<Part>
): BusinessSpec =>
  parts.reduce<BusinessSpec>((spec, part) => part(spec), { ...office, key, ...changes })

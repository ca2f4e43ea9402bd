import {
  type Actor,
  BudgetMembers,
  BudgetOwners,
  Budgets,
  Businesses,
  operator,
  resetPeriods,
  Tokens,
  Topups,
  UnitOfWork,
  Users,
  Wallets,
} from "@outlay/domain"
import { budgetTypes, type PersonReference } from "@outlay/domain/fields"
import { BigDecimal, Effect } from "effect"
import fc from "fast-check"
import type { Known, Target } from "./known.ts"
import type { Environment } from "./world.ts"

/** A command for both sides: its actor and its work, from what is known so far. */
export interface Command {
  readonly name: string
  /** True if it is only a dry run. */
  readonly dry: boolean
  readonly actor: (known: Known) => Actor
  readonly work: (known: Known) => Effect.Effect<unknown, unknown, Environment>
}

type Work = Command["work"]

/** Index of a known item, modulo their number. */
export const nth = fc.nat({ max: 40 })
export const decimal = (...texts: ReadonlyArray<string>) =>
  fc.constantFrom(...texts).map((text) => BigDecimal.fromStringUnsafe(text))
export const maybe = <A>(arbitrary: fc.Arbitrary<A>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

const resets = decimal("0", "0.01", "10", "99.99", "100", "1000", "7", "0.005")
const amounts = decimal("0.01", "-0.01", "5", "-5", "33.33", "1000", "-99.99", "-1000", "0.001")
const days = fc.constantFrom("2026-01-01", "2026-02-01", "2026-02-28", "2026-04-01", "2027-01-01")

export const work = <A>(name: string, arbitrary: fc.Arbitrary<A>, build: (input: A) => Work) =>
  arbitrary.map((input) => ({ name: `${name} ${show(input)}`, work: build(input) }))

const show = (input: unknown): string =>
  JSON.stringify(input, (_, value) => (BigDecimal.isBigDecimal(value) ? String(value) : value))

const createBusiness = work(
  "create business",
  fc.record({
    name: fc.constantFrom("Acme", "Ünïcode & Söhne"),
    currency: maybe(fc.constantFrom("AUD", "JPY", "KWD", "XXX")),
    features: maybe(fc.record({ expense_assistant: fc.boolean() })),
  }),
  (input) => () => Businesses.use((_) => _.create(input)),
)

const updateBusiness = work(
  "update business",
  fc.record({
    of: nth,
    name: maybe(fc.constant("Renamed")),
    expense_assistant: maybe(fc.boolean()),
  }),
  ({ of, name, expense_assistant }) =>
    (known) =>
      Businesses.use((_) =>
        _.update({ client_id: known.client(of) }, { name, features: { expense_assistant } }),
      ),
)

const createWallet = work(
  "create wallet",
  fc.record({ of: nth, currency: fc.constantFrom("AUD", "USD", "JPY") }),
  ({ of, currency }) =>
    (known) =>
      Wallets.use((_) => _.create({ client_id: known.client(of), currency })),
)

const createToken = work(
  "create token",
  fc.record({ of: nth, role: nth, user: maybe(nth), expires: maybe(days) }),
  ({ of, role, user, expires }) =>
    (known) =>
      Tokens.use((_) =>
        _.create(known.client(of), {
          name: "Token",
          role_id: known.role(of, role),
          user_id: user === undefined ? null : known.user(user).user_id,
          expires_at: expires === undefined ? null : `${expires}T00:00:00.000Z`,
        }),
      ),
)

const useToken = work(
  "authenticate",
  nth,
  (n) => () => Tokens.use((_) => _.authenticate(`secret ${n}`)),
)

const revokeToken = work(
  "revoke token",
  nth,
  (n) => (known) => Tokens.use((_) => _.revoke(known.token(n))),
)

const createUser = work(
  "create user",
  fc.record({
    of: nth,
    email: fc.nat({ max: 12 }),
    role: nth,
    display_name: maybe(fc.constant("D")),
  }),
  ({ of, email, role, display_name }) =>
    (known) =>
      Users.use((_) =>
        _.create(known.client(of), {
          ...{ first_name: "Ann", last_name: `${email}`, display_name },
          email: email % 2 === 0 ? `Ann${email}@Example.test` : `aNN${email - 1}@example.test`,
          ...{ role_id: known.role(of, role), payment_types: ["cards"] },
        }),
      ),
)

const updateUser = work(
  "update user",
  fc.record({
    of: nth,
    role: maybe(nth),
    out_of_office_mode: maybe(fc.boolean()),
    out_of_office_start_date: maybe(fc.option(days)),
    out_of_office_end_date: maybe(fc.option(days)),
    delegate: maybe(fc.option(nth)),
    assistants: maybe(fc.array(nth, { maxLength: 4 })),
  }),
  ({ of, role, delegate, assistants, ...patch }) =>
    (known) =>
      Users.use((_) =>
        _.update(known.user(of), {
          ...patch,
          role_id: role === undefined ? undefined : known.role(of, role),
          delegate_approver: typeof delegate === "number" ? known.user(delegate).user_id : delegate,
          expense_delegate: assistants?.map((n) => known.user(n).user_id),
        }),
      ),
)

const removeUser = work(
  "remove user",
  nth,
  (of) => (known) => Users.use((_) => _.remove(known.user(of))),
)

/** Users for a budget, mostly of its business; sometimes one of another, or a duplicate. */
const people = fc.oneof(
  { weight: 9, arbitrary: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(nth, { minLength: 1, maxLength: 4 }) },
)
const reference = (known: Known, of: number, n: number): PersonReference => ({
  user: { id: known.colleague(of, n) },
})

const createBudget = work(
  "create budget",
  fc.record({
    of: nth,
    reset_amount: resets,
    reset_period: fc.constantFrom(...resetPeriods),
    has_member_limits: fc.boolean(),
    rollover_funds: fc.boolean(),
    budget_type: maybe(fc.constantFrom(...budgetTypes)),
    members: people,
    owners: people,
    categories: maybe(fc.array(nth, { maxLength: 3 })),
    limit_categories: maybe(fc.boolean()),
    isSum: fc.nat({ max: 9 }).map((n) => n > 0),
  }),
  ({ of, members, owners, categories, isSum, ...input }) =>
    (known) => {
      const { has_member_limits, reset_amount } = input
      const total = BigDecimal.multiply(reset_amount, BigDecimal.fromNumberUnsafe(members.length))
      return Budgets.use((_) =>
        _.create(known.client(of), {
          ...{ ...input, name: "Budget" },
          reset_amount: has_member_limits && isSum ? total : reset_amount,
          members: members.map((n) => ({
            ...reference(known, of, n),
            ...(has_member_limits ? { reset_amount } : {}),
          })),
          owners: owners.map((n) => reference(known, of, n)),
          categories: categories?.map((n) => known.categoryOf(known.client(of), n)),
        }),
      )
    },
)

const updateBudget = work(
  "update budget",
  fc.record({
    of: nth,
    name: maybe(fc.constant("Renamed")),
    reset_amount: maybe(resets),
    reset_period: maybe(fc.constantFrom(...resetPeriods)),
    has_member_limits: maybe(fc.boolean()),
    rollover_funds: maybe(fc.boolean()),
    limit_categories: maybe(fc.boolean()),
  }),
  ({ of, ...patch }) =>
    (known) =>
      Budgets.use((_) => _.update(known.budget(of), patch)),
)

const removeBudget = work(
  "remove budget",
  nth,
  (of) => (known) => Budgets.use((_) => _.remove(known.budget(of))),
)

const addMember = work(
  "add member",
  fc.record({ of: nth, user: nth, reset_amount: maybe(resets) }),
  ({ of, user, reset_amount }) =>
    (known) =>
      BudgetMembers.use((_) =>
        _.create(known.budget(of), {
          ...{ user: { id: known.colleagueOfBudget(of, user) }, reset_amount },
        }),
      ),
)

const updateMember = work(
  "update member",
  fc.record({ of: nth, reset_amount: resets }),
  ({ of, reset_amount }) =>
    (known) =>
      BudgetMembers.use((_) => _.update(known.member(of), { reset_amount })),
)

const removeMember = work(
  "remove member",
  nth,
  (of) => (known) => BudgetMembers.use((_) => _.remove(known.member(of))),
)

const addOwner = work(
  "add owner",
  fc.record({ of: nth, user: nth }),
  ({ of, user }) =>
    (known) =>
      BudgetOwners.use((_) =>
        _.create(known.budget(of), { user: { id: known.colleagueOfBudget(of, user) } }),
      ),
)

const removeOwner = work(
  "remove owner",
  nth,
  (of) => (known) => BudgetOwners.use((_) => _.remove(known.owner(of))),
)

const target = (known: Known, of: number, ofMember: boolean): Target =>
  ofMember ? known.member(of) : { ...known.budget(of), budget_member_id: null }

const createTopup = work(
  "create topup",
  fc.record({
    of: nth,
    ofMember: fc.boolean(),
    amount: amounts,
    auto_approve: maybe(fc.boolean()),
  }),
  ({ of, ofMember, ...topup }) =>
    (known) =>
      Topups.use((_) => _.create(target(known, of, ofMember), { ...topup, description: "More" })),
)

const actOnTopup = work(
  "act on topup",
  fc.record({ of: nth, action: fc.constantFrom("approve", "approve", "decline", "cancel") }),
  ({ of, action }) =>
    (known) => {
      const { topup_id, ...target } = known.topup(of)
      return Topups.use((_) => _.act(action, target, topup_id))
    },
)

/** Actor: usually a user's token, sometimes one without a user, or the operator. */
const actor: fc.Arbitrary<Command["actor"]> = fc
  .record({ kind: fc.nat({ max: 9 }), user: nth, is_admin: fc.boolean() })
  .map(
    ({ kind, user, is_admin }) =>
      (known): Actor =>
        kind === 0
          ? { type: "operator" }
          : {
              type: "token",
              token_id: `token ${user % 3}`,
              user_id: kind === 1 ? null : known.user(user).user_id,
              role_id: "role",
              is_admin,
            },
  )

/** One of these commands with an actor, and sometimes as a dry run. */
export const commandOf = (
  works: fc.Arbitrary<{ readonly name: string; readonly work: Work }>,
): fc.Arbitrary<Command> =>
  fc
    .record({ works, actor, dry: fc.nat({ max: 11 }).map((n) => n === 0) })
    .map(({ works: { name, work }, actor, dry }) => ({
      name: dry ? `dryRun: ${name}` : name,
      [fc.toStringMethod]: () => name,
      ...{ actor, dry },
      work: dry ? (known) => Effect.flatMap(UnitOfWork, ({ dryRun }) => dryRun(work(known))) : work,
    }))

export type Works = ReturnType<typeof work>

/** Chooses among works by their weights. */
export const weighted = (...works: ReadonlyArray<readonly [number, Works]>): Works =>
  fc.oneof(...works.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** Commands on people, budgets and topups; the most important ones are the most frequent. */
export const onBudgets = weighted(
  ...([
    [1, createBusiness],
    [1, updateBusiness],
    [1, createWallet],
    [2, createToken],
    [2, useToken],
    [1, revokeToken],
    [4, createUser],
    [4, updateUser],
    [1, removeUser],
    [8, createBudget],
    [6, updateBudget],
    [1, removeBudget],
    [8, addMember],
    [4, updateMember],
    [4, removeMember],
    [4, addOwner],
    [3, removeOwner],
    [12, createTopup],
    [8, actOnTopup],
  ] as const),
)

const byOperator = (name: string, work: Work): Command => ({
  ...{ name, work, dry: false },
  actor: () => operator,
})

const budgetOf = (client_id: number, has_member_limits: boolean): Command =>
  byOperator(`budget of ${client_id}${has_member_limits ? " with limits" : ""}`, (known) => {
    const [ann, bob, cyn] = [0, 1, 2].map((n) => ({
      user: { id: known.colleague(2 - client_id, n) },
      ...(has_member_limits ? { reset_amount: BigDecimal.fromNumberUnsafe(50) } : {}),
    }))
    if (ann === undefined || bob === undefined || cyn === undefined) throw new Error("no people")
    return Budgets.use((_) =>
      _.create(client_id, {
        ...{ name: "Budget", reset_period: "MONTHLY", rollover_funds: has_member_limits },
        ...{ has_member_limits, reset_amount: BigDecimal.fromNumberUnsafe(100) },
        ...{ members: [ann, bob], owners: [{ user: cyn.user }, { user: ann.user }] },
      }),
    )
  })

/** Two businesses with three people and two budgets each, so that no script is empty. */
export const prologue: ReadonlyArray<Command> = [1, 2].flatMap((client_id) => [
  byOperator(`business ${client_id}`, () => Businesses.use((_) => _.create({ name: "Acme" }))),
  ...["ann", "bob", "cyn"].map((name) =>
    byOperator(`${name} of ${client_id}`, (known) =>
      Users.use((_) =>
        _.create(client_id, {
          ...{ first_name: name, last_name: "A", email: `${name}@example.test` },
          ...{ role_id: known.role(0, 3), payment_types: ["cards", "reimbursements"] },
        }),
      ),
    ),
  ),
  budgetOf(client_id, false),
  budgetOf(client_id, true),
])

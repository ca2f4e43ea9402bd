import { acceptedBy, invite, token, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { canonical, idOf, recordOf, recordsOf, strangeUuid, withId } from "../steps.ts"
import {
  expectProblem,
  expectStatus,
  limited,
  memberOf,
  newBudget,
  newInvite,
  office,
  peopleOf,
  pool,
  rowsOf,
  variant,
} from "./rows.ts"

const userFields = async (trial: Trial) => {
  const { spec, ids } = trial.business
  const listed = await recordsOf(trial, "users.list")
  const day = (value: unknown) => value === null || /^\d{4}-\d\d-\d\d$/u.test(String(value))
  for (const user of spec.users) {
    const [shown] = withId(listed, ids.users[user.key] ?? "")
    const right =
      [...(shown?.payment_types ?? [])].sort().join() === [...user.payment_types].sort().join() &&
      typeof shown.out_of_office_mode === "boolean" &&
      day(shown.out_of_office_start_date) &&
      day(shown.out_of_office_end_date) &&
      (shown.delegate_approver === null || Number.isInteger(shown.delegate_approver))
    trial.expect(right, `${user.key} with payment types and out-of-office`, shown)
  }
}

const features = variant("assisted", {
  features: { expense_assistant: true, itemised_tax: false },
  users: office.users.map((user) =>
    user.key === "bob" ? { ...user, expense_delegate: ["cat"] } : user,
  ),
})

const userRules = async (trial: Trial) => {
  const { call } = trial.business
  const path = { user_id: idOf(trial, "users", "ann") }
  const id = (key: string) => Number(idOf(trial, "users", key))
  const before = canonical(await recordOf(trial, "users.get", { path }))
  const away = { out_of_office_mode: true }
  const bodies: ReadonlyArray<Json> = [
    { role_id: strangeUuid },
    { payment_types: ["cash"] },
    away,
    { ...away, out_of_office_start_date: "2027-01-01" },
    { ...away, out_of_office_start_date: "2027-02-01", out_of_office_end_date: "2027-01-01" },
    { delegate_approver: id("ann") },
    { delegate_approver: 999_999_999 },
    { expense_delegate: [id("ann")] },
    { expense_delegate: [id("admin"), id("admin")] },
    { expense_delegate: [999_999_999] },
    // Bob has an assistant and Cat is one, so neither may be part of a chain.
    { expense_delegate: [id("bob")] },
  ]
  for (const body of bodies) {
    const response = await call("users.update", { path, body })
    expectStatus(trial, response, 400, JSON.stringify(body))
  }
  const chained = { path: { user_id: String(id("cat")) }, body: { expense_delegate: [id("ann")] } }
  expectStatus(trial, await call("users.update", chained), 400, "an assistant with an assistant")
  const after = canonical(await recordOf(trial, "users.get", { path }))
  expectUnchanged(trial, "the user is as before", [before, after])
}

const bossed = variant(
  "bossed",
  {},
  user("max", { role: "manager" }),
  token("max", { role: "manager", user: "max" }),
)

/**
 * A user who may invite but does not have all rights: no invite gives more rights than the inviter
 * has.
 */
const roleAbove = async (trial: Trial) => {
  const invited = (role: string, email: string) =>
    trial.business.call("invites.create", {
      body: { ...newInvite(trial, email), role_id: idOf(trial, "roles", role) },
      as: "max",
    })
  const before = (await recordsOf(trial, "invites.list")).length
  const above = await invited("admin", "above@invited.example")
  expectProblem(trial, above, 403, "role_exceeds_yours", "an invite to be an Admin, by a Manager")
  const after = (await recordsOf(trial, "invites.list")).length
  trial.expect(after === before, "there is no such invite", after)
  expectStatus(
    trial,
    await invited("manager", "equal@invited.example"),
    201,
    "a role like one's own",
  )
}

const noFeature = async (trial: Trial) => {
  const path = { user_id: idOf(trial, "users", "ann") }
  const body = { expense_delegate: [Number(idOf(trial, "users", "bob"))] }
  const response = await trial.business.call("users.update", { path, body })
  expectProblem(trial, response, 400, "feature_unavailable", "an assistant without the feature")
}

const removal = async (trial: Trial) => {
  const path = { user_id: idOf(trial, "users", "admin") }
  const response = await trial.business.call("users.remove", { path })
  expectProblem(trial, response, 400, "last_budget_owner", "the only owner of a budget is deleted")
  const user = await recordOf(trial, "users.get", { path })
  trial.expect(user.is_deleted === false, "the user is as before", user)
}

const inviteTwice = async (trial: Trial) => {
  const { call } = trial.business
  const ask = (body: Json) => call("invites.create", { body })
  const pending = await ask(newInvite(trial, "kim@invited.example"))
  expectProblem(trial, pending, 400, "invite_exists", "an address that is invited")
  const user = await ask(newInvite(trial, "ann@scenario.example"))
  expectProblem(trial, user, 400, "user_exists", "an address of a user")
  const twice = await ask({ ...newInvite(trial), payment_types: ["cards", "cards"] })
  expectStatus(trial, twice, 400, "a payment type twice")
}

const cameAlready = variant("came", {
  invites: invite("lee", acceptedBy("lee"))({ ...office, invites: [] }).invites,
})

const inviteAccepted = async (trial: Trial) => {
  const path = { invite_id: idOf(trial, "invites", "lee") }
  const response = await trial.business.call("invites.cancel", { path })
  expectProblem(trial, response, 400, "invite_already_accepted", "an accepted invite is cancelled")
}

const amountsOf = ({ reset_amount, available_amount, spent_amount }: Json) => ({
  reset_amount,
  available_amount,
  spent_amount,
})

const expectAmounts = (trial: Trial, record: Json, expected: Json, what: string) => {
  const seen = amountsOf(record)
  const right = Object.entries(expected).every(([name, value]) => record[name] === value)
  trial.expect(right, `${what}: ${JSON.stringify(expected)}`, seen)
}

const newBudgets = async (trial: Trial) => {
  const body = { ...newBudget(trial), reset_amount: 123.45 }
  const made = await recordOf(trial, "budgets.create", { body })
  const expected = { reset_amount: 123.45, available_amount: 123.45, spent_amount: 0 }
  expectAmounts(trial, made, expected, "a new budget")
}

const budgetRules = async (trial: Trial) => {
  const [admin, ann] = peopleOf(trial, "admin", "ann")
  const kim = { id: Number(idOf(trial, "invites", "kim")) }
  const before = (await recordsOf(trial, "budgets.list")).length
  const changes: ReadonlyArray<Json> = [
    { members: [] },
    { owners: [] },
    { members: [{ ...admin, invite: kim }] },
    { members: [{}] },
    { members: [admin, admin] },
    { members: [{ ...admin, reset_amount: 100 }] },
    { has_member_limits: true },
    { has_member_limits: true, members: [{ ...admin, reset_amount: 99.99 }] },
    {
      has_member_limits: true,
      members: [
        { ...admin, reset_amount: 60 },
        { ...ann, reset_amount: 60 },
      ],
    },
    { reset_amount: -1 },
    { reset_period: "HOURLY" },
    { name: "" },
  ]
  for (const change of changes) {
    const body = { ...newBudget(trial), ...change }
    const response = await trial.business.call("budgets.create", { body })
    expectStatus(trial, response, 400, JSON.stringify(change))
  }
  const after = (await recordsOf(trial, "budgets.list")).length
  trial.expect(after === before, "no budget is made", after)
}

const pooling = async (trial: Trial) => {
  const body = { ...newBudget(trial), members: peopleOf(trial, "admin", "ann", "bob") }
  const { id: budget_id } = await recordOf(trial, "budgets.create", { body })
  const path = { budget_id }
  const toggle = (has_member_limits: boolean) =>
    recordOf(trial, "budgets.update", { path, body: { has_member_limits } })
  const split = await toggle(true)
  expectAmounts(trial, split, { reset_amount: 100, available_amount: 100 }, "the budget, split")
  const members = await recordsOf(trial, "budget-members.list", { path })
  const shares = members.map(({ reset_amount, available_amount }) => [
    reset_amount,
    available_amount,
  ])
  const expected = [33.34, 33.33, 33.33].map((share) => [share, share])
  trial.expect(canonical(shares) === canonical(expected), "33.34, 33.33 and 33.33", shares)
  const pooled = await toggle(false)
  expectAmounts(trial, pooled, { reset_amount: 100, available_amount: 100 }, "the budget, pooled")
}

const memberRules = async (trial: Trial) => {
  const { call } = trial.business
  const path = pool(trial)
  const [admin, bob] = peopleOf(trial, "admin", "bob")
  const add = (body: Json) => call("budget-members.create", { path, body })
  const remove = (budget_member_id: string) =>
    call("budget-members.remove", { path: { ...path, budget_member_id } })
  expectProblem(trial, await add(admin), 400, "already_member", "someone who is a member")
  const limit = await add({ ...bob, reset_amount: 5 })
  expectStatus(trial, limit, 400, "an amount without member limits")
  const ann = idOf(trial, "budget_members", "pool.ann")
  expectStatus(trial, await remove(ann), 204, "one of two members goes")
  const last = await remove(idOf(trial, "budget_members", "pool.admin"))
  expectProblem(trial, last, 400, "last_budget_member", "the last member goes")
  const [person] = peopleOf(trial, "ann")
  const back = await add(person)
  expectStatus(trial, back, 201, "someone who was removed comes back")
  trial.expect(String(back.body?.id) === ann, `the record ${ann} again`, back.body)
}

const memberAmounts = async (trial: Trial) => {
  const path = limited(trial)
  const [cat] = peopleOf(trial, "cat")
  const budget = () => recordOf(trial, "budgets.get", { path })
  const body = { ...cat, reset_amount: 100.5 }
  const { id } = await recordOf(trial, "budget-members.create", { path, body })
  const added = { reset_amount: 900.5, available_amount: 900.5 }
  expectAmounts(trial, await budget(), added, "a member of 100.50 is added to 800.00")
  const member = { ...path, budget_member_id: String(id) }
  await recordOf(trial, "budget-members.update", { path: member, body: { reset_amount: 50 } })
  const changed = { reset_amount: 850, available_amount: 900.5 }
  expectAmounts(trial, await budget(), changed, "the member's 100.50 becomes 50.00")
  const response = await trial.business.call("budget-members.remove", { path: member })
  expectStatus(trial, response, 204, "the member goes")
  const removed = { reset_amount: 800, available_amount: 800 }
  expectAmounts(trial, await budget(), removed, "the member is gone")
}

const ownerRules = async (trial: Trial) => {
  const { call } = trial.business
  const path = pool(trial)
  const [admin] = peopleOf(trial, "admin")
  const again = await call("budget-owners.create", { path, body: admin })
  expectProblem(trial, again, 400, "already_owner", "someone who is an owner")
  const budget_owner_id = idOf(trial, "budget_owners", "pool.admin")
  const last = await call("budget-owners.remove", { path: { ...path, budget_owner_id } })
  expectProblem(trial, last, 400, "last_budget_owner", "the last owner goes")
}

const isDeleted = async (trial: Trial) => {
  const { call } = trial.business
  const budget = pool(trial)
  const cat = { user_id: idOf(trial, "users", "cat") }
  expectStatus(trial, await call("users.remove", { path: cat }), 204, "a user is deleted")
  const lists = [
    ["users.list", {}],
    ["budgets.list", {}],
    ["budget-members.list", budget],
    ["users.budget-members", { user_id: idOf(trial, "users", "ann") }],
    ["budget-owners.list", budget],
  ] as const
  for (const [operation, path] of lists) {
    const of = async (value: string) =>
      recordsOf(trial, operation, { path, query: [["is_deleted", value]] })
    const [deleted, there] = [await of("true"), await of("false")]
    const all = await recordsOf(trial, operation, { path })
    const right =
      deleted.every((row) => row.is_deleted === true) &&
      there.every((row) => row.is_deleted === false) &&
      deleted.length + there.length === all.length
    trial.expect(right, `${operation}: the deleted, the others, together all`, {
      deleted: deleted.length,
      others: there.length,
      all: all.length,
    })
  }
  const elsewhere = [
    ["transactions.list", {}],
    ["topups.list", budget],
    ["invites.list", {}],
    ["roles.list", {}],
    ["member-topups.list", memberOf(trial, "ann")],
    ["categories.list", {}],
    ["accounting-codes.list", {}],
    ["custom-fields.list", {}],
  ] as const
  for (const [operation, path] of elsewhere) {
    const response = await call(operation, { path, query: [["is_deleted", "false"]] })
    expectProblem(trial, response, 400, "unknown_parameter", `${operation}?is_deleted=false`)
  }
}

const references = async (trial: Trial) => {
  const { call } = trial.business
  const alpha = await trial.world("alpha")
  const foreign = (kind: "users" | "roles" | "categories", key: string) =>
    alpha.ids[kind][key] ?? ""
  const members = (id: string) => ({ ...newBudget(trial), members: [{ user: { id: Number(id) } }] })
  const budget = (id: string) => ({ ...newBudget(trial), limit_categories: true, categories: [id] })
  const cases = [
    ["unknown_user", "budgets.create", members, "999999999", foreign("users", "user-05")],
    ["unknown_category", "budgets.create", budget, strangeUuid, foreign("categories", "hosting")],
    [
      "unknown_role",
      "invites.create",
      (role_id: string) => ({ ...newInvite(trial), role_id }),
      strangeUuid,
      foreign("roles", "least"),
    ],
  ] as const
  for (const [code, operation, bodyOf, unknownId, elsewhere] of cases) {
    const shown: Array<string> = []
    for (const id of [unknownId, elsewhere]) {
      const response = await call(operation, { body: bodyOf(id) })
      expectProblem(trial, response, 400, code, `${operation} with ${id}`)
      const pointers = (response.body.errors ?? []).map((error: Json) => error.pointer)
      trial.expect(pointers.length > 0, "it points to the reference", response.body)
      shown.push(pointers.join())
    }
    trial.expect(shown[0] === shown[1], "the same for both", shown)
  }
}

export const people = checksOf("settled", [
  ...rowsOf("user-fields", [["listed", "users show what is settled besides", userFields]]),
  ...rowsOf("user-rules", [
    ["update", "a change against a rule is refused, and changes nothing", userRules, features],
    ["feature", "assistants need the feature", noFeature],
    ["role-above", "an invite grants nothing that the caller lacks", roleAbove, bossed],
  ]),
  ...rowsOf("user-removal", [["owner", "the only owner of a budget is not deleted", removal]]),
  ...rowsOf("invite-twice", [["create", "nobody is invited twice", inviteTwice]]),
  ...rowsOf("invite-accepted", [
    ["cancel", "an accepted invite is not cancelled", inviteAccepted, cameAlready],
  ]),
  ...rowsOf("new-budget", [["create", "a new budget has all of its amount", newBudgets]]),
  ...rowsOf("budget-rules", [["create", "a budget against a rule is not made", budgetRules]]),
  ...rowsOf("pooling", [["toggle", "funds are split to the cent, and pooled", pooling]]),
  ...rowsOf("member-rules", [["each", "members are added once, and one stays", memberRules]]),
  ...rowsOf("member-amounts", [["each", "a budget follows its members' amounts", memberAmounts]]),
  ...rowsOf("owner-rules", [["each", "owners are added once, and one stays", ownerRules]]),
  ...rowsOf("is-deleted", [["lists", "deleted records are filtered where it is said", isDeleted]]),
  ...rowsOf("unknown-reference", [["bodies", "a reference to nobody is pointed to", references]]),
])

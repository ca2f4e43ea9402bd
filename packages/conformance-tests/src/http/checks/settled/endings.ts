import type { OperationId } from "../../../interface/operations.ts"
import { customField, policy, pooledBudget } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, recordOf, recordsOf, requires, withId, without } from "../steps.ts"
import { expectProblem, expectStatus, office, pool, rowsOf, topUp, topup, variant } from "./rows.ts"

const waiting = variant(
  "endings",
  {
    features: { expense_assistant: true, itemised_tax: false },
    users: office.users.map((row) =>
      row.key === "bob" ? { ...row, expense_delegate: ["cat"] } : row,
    ),
  },
  policy("all"),
  pooledBudget("shared", {
    members: ["admin", "cat", { invite: "kim" }],
    owners: ["admin", "cat", { invite: "kim" }],
  }),
)

const shared = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "shared") })

/** True if a member or an owner of the shared budget is no longer active. */
const hasEnded = async (trial: Trial, operation: OperationId, key: string) => {
  const kind = operation === "budget-members.list" ? "budget_members" : "budget_owners"
  const rows = await recordsOf(trial, operation, { path: shared(trial) })
  const [found] = withId(rows, idOf(trial, kind, key))
  return found === undefined || found.is_deleted === true
}

const expectEnded = async (trial: Trial, who: string) => {
  for (const operation of ["budget-members.list", "budget-owners.list"] as const) {
    const ended = await hasEnded(trial, operation, `shared.${who}`)
    trial.expect(ended, `${operation}: ${who} is there no more`, operation)
  }
}

const userLeaves = async (trial: Trial) => {
  requires(trial, "policies")
  const { call } = trial.business
  const cat = idOf(trial, "users", "cat")
  const { token } = await trial.act("issue-token", {
    client_id: trial.business.client_id,
    role: "admin",
    user_id: cat,
  })
  const as = { header: `Bearer ${token}` }
  const made = await call("topups.create", { path: shared(trial), body: topup, as })
  if (made.body?.status !== "PENDING") trial.blocked("a topup under a policy does not wait")
  expectStatus(trial, await call("users.remove", { path: { user_id: cat } }), 204, "users.remove")
  await expectEnded(trial, "cat")
  const bob = await recordOf(trial, "users.get", { path: { user_id: idOf(trial, "users", "bob") } })
  trial.expect(canonical(bob.expense_delegate) === "[]", "expense_delegate []", bob)
  const [left] = withId(
    await recordsOf(trial, "topups.list", { path: shared(trial) }),
    made.body.id,
  )
  trial.expect(left?.status === "CANCELLED", "the topup is CANCELLED", left)
}

const inviteCancelled = async (trial: Trial) => {
  const path = { invite_id: idOf(trial, "invites", "kim") }
  const response = await trial.business.call("invites.cancel", { path })
  expectStatus(trial, response, 204, "an invite is cancelled")
  await expectEnded(trial, "kim")
}

const onlyOwner = variant("only-owner", {}, pooledBudget("shared", { owners: [{ invite: "kim" }] }))

const lastOwner = async (trial: Trial) => {
  const path = { invite_id: idOf(trial, "invites", "kim") }
  const response = await trial.business.call("invites.cancel", { path })
  expectStatus(trial, response, 400, "the invite that is the only owner")
  const left = await recordsOf(trial, "invites.list")
  trial.expect(withId(left, path.invite_id).length === 1, "the invite is there", left)
}

const budgetRemoval = async (trial: Trial) => {
  requires(trial, "policies")
  const path = shared(trial)
  const made = await trial.business.call("topups.create", { path, body: topup })
  if (made.body?.status !== "PENDING") trial.blocked("a topup under a policy does not wait")
  expectStatus(trial, await trial.business.call("budgets.remove", { path }), 204, "budgets.remove")
  // No sentence defines whether a deleted budget still has its lists.
  for (const operation of ["budget-members.list", "budget-owners.list", "topups.list"] as const) {
    const { status } = await trial.business.call(operation, { path })
    if (status === 404) return trial.note("lists of a deleted budget", "404")
  }
  for (const who of ["admin", "cat", "kim"]) await expectEnded(trial, who)
  const [left] = withId(await recordsOf(trial, "topups.list", { path }), made.body.id)
  trial.expect(left?.status === "CANCELLED", "the topup is CANCELLED", left)
}

const askedApproval = async (trial: Trial) => {
  const before = await recordOf(trial, "budgets.get", { path: pool(trial) })
  const response = await topUp(trial, { ...topup, auto_approve: false })
  trial.expect(response.body?.status === "PENDING", "status PENDING", response)
  const after = await recordOf(trial, "budgets.get", { path: pool(trial) })
  const amounts = [before.available_amount, after.available_amount]
  trial.expect(amounts[0] === amounts[1], "available_amount as before", amounts)
}

const categoryRules = async (trial: Trial) => {
  const { call } = trial.business
  const listed = await recordsOf(trial, "categories.list")
  const system = listed.find((row) => row.custom === false)
  if (system === undefined) return trial.blocked("there is no category of the system")
  const custom = idOf(trial, "categories", "gifts")
  const change = (category_id: string, body: Json) =>
    call("categories.update", { path: { category_id }, body })
  const code = idOf(trial, "accounting_codes", "one")
  expectStatus(trial, await change(custom, { name: "Renamed" }), 200, "a custom one's name")
  expectStatus(trial, await change(custom, { accounting_code_id: code }), 200, "its code")
  expectStatus(trial, await change(custom, { enabled: false }), 400, "a custom one's enabled")
  expectStatus(trial, await change(system.id, { name: "Renamed" }), 400, "a system one's name")
  expectStatus(trial, await change(system.id, { accounting_code_id: code }), 400, "its code")
  const removal = await call("categories.remove", { path: { category_id: system.id } })
  expectStatus(trial, removal, 400, "a system one is deleted")
  const [left] = withId(await recordsOf(trial, "categories.list"), system.id)
  const stays = canonical(without(left, "updated")) === canonical(without(system, "updated"))
  trial.expect(stays, "the category is as before", left)
  expectStatus(trial, await change(system.id, { enabled: false }), 200, "a system one's enabled")
  const twice = await call("categories.create", { body: { name: "RENAMED" } })
  expectStatus(trial, twice, 400, "another of the name in another case")
}

const fields = variant(
  "fields",
  { integration: "XERO" },
  customField("region", { options: ["East"], created_by: "XERO" }),
  customField("note"),
  customField("unused", { budget_setting: "NONE" }),
)

const optionRules = async (trial: Trial) => {
  const add = (field: string, text: string) =>
    trial.business.call("custom-field-options.create", {
      path: { custom_field_id: idOf(trial, "custom_fields", field) },
      body: { text },
    })
  const made = await add("project", "Darwin")
  expectStatus(trial, made, 201, "an option of a list")
  const { id, text, enabled, created, updated } = made.body
  const whole = [id, created, updated].every((one) => typeof one === "string")
  trial.expect(
    whole && text === "Darwin" && enabled === true,
    "id, text Darwin, enabled true, created, updated",
    made,
  )
  expectStatus(trial, await add("project", "Darwin"), 400, "the same text again")
  expectStatus(trial, await add("note", "Darwin"), 400, "an option of free text")
  expectStatus(trial, await add("region", "Darwin"), 400, "an option of an integration's field")
}

const typeChange = async (trial: Trial) => {
  const change = (field: string, field_type: string) =>
    trial.business.call("custom-fields.update", {
      path: { custom_field_id: idOf(trial, "custom_fields", field) },
      body: { field_type },
    })
  expectStatus(trial, await change("project", "FREE_TEXT"), 400, "the type of one with options")
  expectStatus(trial, await change("note", "LIST"), 200, "the type of one without")
}

const linkRules = async (trial: Trial) => {
  const { budget_id } = pool(trial)
  const link = (field: string) =>
    trial.business.call("custom-field-budgets.create", {
      path: { custom_field_id: idOf(trial, "custom_fields", field) },
      body: { budget: budget_id },
    })
  const made = await link("project")
  expectStatus(trial, made, 201, "a link under SOME")
  const right = made.body.id === budget_id && made.body.name === "Budget pool"
  trial.expect(right, "the budget's id and name", made)
  for (const field of ["note", "unused"]) {
    expectStatus(trial, await link(field), 400, `a link of ${field}`)
  }
  const body = { custom_fields: [{ id: idOf(trial, "custom_fields", "unused") }] }
  const response = await trial.business.call("budgets.update", { path: { budget_id }, body })
  expectProblem(trial, response, 400, "field_not_linkable", "a field under NONE in a budget")
}

export const endings = checksOf("settled", [
  ...rowsOf("user-leaves", [
    ["each", "who is deleted leaves nothing behind", userLeaves, waiting],
  ]).map((row) => ({ ...row, needs: ["issue-token"] as const })),
  ...rowsOf("invite-cancelled", [
    ["each", "who is invited no more is no member and no owner", inviteCancelled, waiting],
    ["owner", "the only owner is not cancelled", lastOwner, onlyOwner],
  ]),
  ...rowsOf("budget-removal", [
    ["each", "a budget takes with it what it had", budgetRemoval, waiting],
  ]),
  ...rowsOf("asked-approval", [["topup", "who asks for approval gets it", askedApproval]]),
  ...rowsOf("category-rules", [["each", "what changes of a category", categoryRules]]),
  ...rowsOf("option-rules", [
    ["each", "options belong to lists of the business", optionRules, fields],
  ]),
  ...rowsOf("type-change", [
    ["each", "a type stays while something hangs on it", typeChange, fields],
  ]),
  ...rowsOf("link-rules", [["each", "links are of fields under SOME", linkRules, fields]]),
])

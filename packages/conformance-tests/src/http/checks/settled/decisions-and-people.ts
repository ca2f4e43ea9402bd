import { token, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, need, recordOf, recordsOf, withId } from "../steps.ts"
import { askBeside, needBeside, readBeside } from "./beside.ts"
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
  topUp,
  topup,
  variant,
} from "./rows.ts"

const pendingTopup = { ...topup, auto_approve: false }

const belowZero = async (trial: Trial) => {
  const { call } = trial.business
  const { body } = need(trial, await topUp(trial, { ...pendingTopup, amount: -600 }), "a topup")
  trial.expect(body?.status === "PENDING", "a topup that waits", body)
  expectStatus(trial, await topUp(trial, { ...topup, amount: -600 }), 200, "as much is taken away")
  const path = { ...pool(trial), topup_id: String(body?.id) }
  const approved = await call("topups.approve", { path, as: "clerk" })
  expectProblem(trial, approved, 400, "insufficient_funds", "more than is left, at approval")
  const { available_amount } = await recordOf(trial, "budgets.get", { path: pool(trial) })
  trial.expect(available_amount === 400, "available_amount 400", available_amount)
  expectStatus(trial, await call("topups.decline", { path, as: "clerk" }), 200, "it waits still")
}

const decided = async (trial: Trial) => {
  const admin = Number(idOf(trial, "users", "admin"))
  for (const operation of ["topups.approve", "topups.decline"] as const) {
    const { body } = need(trial, await topUp(trial, pendingTopup), "a topup")
    const isOpen = body?.actioned_by === null && body.actioned_on === null
    trial.expect(isOpen, "actioned_by and actioned_on null while it waits", body)
    const path = { ...pool(trial), topup_id: String(body.id) }
    const response = need(
      trial,
      await trial.business.call(operation, { path, as: "clerk" }),
      operation,
    )
    const [listed] = withId(await recordsOf(trial, "topups.list", { path: pool(trial) }), body.id)
    for (const shown of [response.body, listed]) {
      const right = shown?.actioned_by?.id === admin && typeof shown.actioned_on === "string"
      trial.expect(right, `${operation}: by ${admin}, and when`, shown)
    }
  }
}

const ofMember = async (trial: Trial) => {
  const { budget_id, budget_member_id } = memberOf(trial, "ann")
  const own = `/budgets/${budget_id}/members/${budget_member_id}/topups`
  for (const [decision, status] of [
    ["approve", "APPROVED"],
    ["decline", "DECLINED"],
    ["cancel", "CANCELLED"],
  ] as const) {
    const call = { path: memberOf(trial, "ann"), body: pendingTopup }
    const { body } = need(trial, await trial.business.call("member-topups.create", call), "a topup")
    const elsewhere = `/budgets/${pool(trial).budget_id}/topups/${body?.id}/${decision}`
    const lost = await askBeside(trial, "POST", elsewhere, { as: "clerk" })
    expectStatus(trial, lost, 404, `${decision} under another budget`)
    const done = await askBeside(trial, "POST", `${own}/${body?.id}/${decision}`, { as: "clerk" })
    expectStatus(trial, done, 200, `${decision} under the member`)
    trial.expect(done.body?.status === status, status, done)
  }
}

const ofOneBudget = async (trial: Trial) => {
  await needBeside(trial, "/policies")
  const made = { name: "Limits", budget_id: limited(trial).budget_id, above_amount: null }
  expectStatus(trial, await askBeside(trial, "POST", "/policies", { body: made }), 201, "a policy")
  const pooled = await topUp(trial)
  trial.expect(pooled.body?.status === "APPROVED", "a topup of another budget: APPROVED", pooled)
  const call = { path: memberOf(trial, "ann"), body: topup }
  const own = await trial.business.call("member-topups.create", call)
  trial.expect(own.body?.status === "PENDING", "a topup of its budget: PENDING", own)
  const strange = { ...made, budget_id: "00000000-0000-4000-8000-00000000dead" }
  const unknown = await askBeside(trial, "POST", "/policies", { body: strange })
  expectProblem(trial, unknown, 400, "unknown_budget", "a policy of a budget that there is not")
}

const described = async (trial: Trial) => {
  expectStatus(trial, await topUp(trial, { amount: 1 }), 400, "a topup without a description")
}

const assisted = variant("assistants-cleared", {
  features: { expense_assistant: true, itemised_tax: false },
  users: office.users.map((row) =>
    row.key === "bob" ? { ...row, expense_delegate: ["cat"] } : row,
  ),
})

const update = (trial: Trial, key: string, body: Json) =>
  trial.business.call("users.update", { path: { user_id: idOf(trial, "users", key) }, body })

const cleared = async (trial: Trial) => {
  const bob = Number(idOf(trial, "users", "bob"))
  const none = await update(trial, "bob", { expense_delegate: [] })
  trial.expect(canonical(none.body?.expense_delegate) === "[]", "expense_delegate []", none)
  const set = await update(trial, "ann", { delegate_approver: bob })
  trial.expect(set.body?.delegate_approver === bob, `delegate_approver ${bob}`, set)
  const unset = await update(trial, "ann", { delegate_approver: null })
  trial.expect(unset.body?.delegate_approver === null, "delegate_approver null", unset)
}

const deletedOnes = async (trial: Trial) => {
  const cat = Number(idOf(trial, "users", "cat"))
  const path = { user_id: String(cat) }
  expectStatus(trial, await trial.business.call("users.remove", { path }), 204, "cat is deleted")
  for (const body of [{ delegate_approver: cat }, { expense_delegate: [cat] }]) {
    expectStatus(trial, await update(trial, "ann", body), 400, JSON.stringify(body))
  }
  const members = { ...newBudget(trial), members: peopleOf(trial, "cat") }
  const made = await trial.business.call("budgets.create", { body: members })
  expectStatus(trial, made, 400, "a budget with a deleted member")
}

const budgetsNamed = async (trial: Trial) => {
  const path = { user_id: idOf(trial, "users", "admin") }
  const { text } = await trial.business.call("users.remove", { path })
  const named = ["pool", "limited"].every(
    (key) => text.includes(`Budget ${key}`) || text.includes(idOf(trial, "budgets", key)),
  )
  trial.expect(named, "the budgets that would have no owner are named", text)
}

const invitedAgain = async (trial: Trial) => {
  const { call } = trial.business
  const kim = { invite_id: idOf(trial, "invites", "kim") }
  expectStatus(trial, await call("invites.cancel", { path: kim }), 204, "an invite is cancelled")
  const cat = { user_id: idOf(trial, "users", "cat") }
  expectStatus(trial, await call("users.remove", { path: cat }), 204, "a user is deleted")
  for (const email of ["kim@invited.example", "cat@scenario.example"]) {
    const response = await call("invites.create", { body: newInvite(trial, email) })
    expectStatus(trial, response, 201, `an invite to ${email}`)
  }
}

const invitedMember = async (trial: Trial) => {
  const { call } = trial.business
  const body = { invite: { id: Number(idOf(trial, "invites", "kim")) } }
  const member = await call("budget-members.create", { path: pool(trial), body })
  expectStatus(trial, member, 201, "an invite as a member")
  trial.expect(
    member.body?.invite?.id === body.invite.id,
    "invite with the id that was sent",
    member,
  )
  const again = await call("budget-members.create", { path: pool(trial), body })
  expectProblem(trial, again, 400, "already_member", "the same invite again")
}

const sameUser = async (trial: Trial) => {
  const path = { user_id: idOf(trial, "users", "ann") }
  const { updated, payment_types } = await recordOf(trial, "users.get", { path })
  const response = await update(trial, "ann", { payment_types })
  trial.expect(response.body?.updated === updated, `updated ${updated}`, response)
}

const roles = variant(
  "beside-roles",
  {},
  user("max", { role: "manager" }),
  user("ray", { role: "reader" }),
  token("max", { role: "manager", user: "max" }),
  token("ray", { role: "reader", user: "ray" }),
)

/** Rights for operations that are not the interface's own. */
const extensionRights = async (trial: Trial) => {
  const period = `/budgets/${pool(trial).budget_id}/periods`
  const policy = { name: "Large", budget_id: null, above_amount: 10_000 }
  const days = { start_date: "2026-03-01", end_date: "2026-03-02" }
  for (const [as, method, path, body, may] of [
    ["max", "GET", "/events", undefined, false],
    ["ray", "GET", "/events", undefined, true],
    ["least", "GET", "/events", undefined, false],
    ["max", "GET", "/policies", undefined, true],
    ["least", "GET", "/policies", undefined, false],
    ["max", "POST", "/policies", policy, false],
    ["ray", "POST", "/policies", policy, false],
    ["least", "GET", "/tax-rates", undefined, false],
    ["least", "GET", "/webhooks", undefined, false],
    ["max", "GET", "/webhooks", undefined, true],
    ["max", "POST", "/exports", { format: "csv", ...days }, false],
    ["max", "GET", "/books", undefined, false],
    ["least", "GET", period, undefined, true],
  ] as const) {
    const sent = body === undefined ? { as } : { as, body }
    const { status, ...response } = await askBeside(trial, method, path, sent)
    const right = may ? status === 200 || status === 201 : status === 403
    const what = `${method} ${path} as ${as}: ${may ? "allowed" : "403"}`
    if (status !== 404) trial.expect(right, what, { status, ...response })
  }
}

/** Records of extensions under the address of another business. */
const foreign = async (trial: Trial) => {
  const other = await trial.fresh(variant("other-office", {}))
  const headers = { authorization: `Bearer ${other.tokens["admin"]}` }
  const { client_id } = other
  const body = { name: "Large", budget_id: null, above_amount: 10_000 }
  const policy = (await askBeside(trial, "POST", "/policies", { body })).body?.id
  const asking = { format: "csv", start_date: "2026-03-01", end_date: "2026-03-02" }
  const exported = (await askBeside(trial, "POST", "/exports", { body: asking })).body?.id
  const { budget_id } = pool(trial)
  const category = idOf(trial, "categories", "gifts")
  for (const path of [
    `/policies/${policy}`,
    `/exports/${exported}`,
    `/exports/${exported}/file`,
    `/budgets/${budget_id}/periods`,
    `/categories/${category}`,
  ]) {
    const own = await askBeside(trial, "GET", path)
    if (own.status === 404) continue
    await readBeside(trial, path)
    const response = await trial.request("GET", `/v1/businesses/${client_id}${path}`, { headers })
    expectStatus(trial, response, 404, `GET ${path} of another business`)
  }
}

/** Checks of pending topups, of people who leave, and of rights for extensions. */
export const decisionsAndPeople = checksOf("settled", [
  ...rowsOf("topup-refusals", [["later", "there is enough when it is approved", belowZero]]),
  ...rowsOf("topup-fields", [["decided", "who decided is shown, and when", decided]]),
  ...rowsOf("topup-approval", [["member", "under its member, and nowhere else", ofMember]]),
  ...rowsOf("policies", [["budget", "a policy of a budget covers no other", ofOneBudget]]),
  ...rowsOf("topup-amount", [["described", "a topup says what it is for", described]]),
  ...rowsOf("assistants", [["none", "assistants and a delegate are cleared", cleared, assisted]]),
  ...rowsOf("user-rules", [["deleted", "who is deleted stands for nobody", deletedOnes, assisted]]),
  ...rowsOf("user-removal", [["named", "the budgets are named", budgetsNamed]]),
  ...rowsOf("invite-twice", [["again", "who left can be invited again", invitedAgain]]),
  ...rowsOf("member-rules", [["invite", "an invite can be a member", invitedMember]]),
  ...rowsOf("no-difference", [["user", "the same of a user is no change", sameUser]]),
  ...rowsOf("permissions", [
    ["beside", "what is beside has its permissions", extensionRights, roles],
  ]),
  ...rowsOf("tenants-beside", [["reads", "no business finds what is another's", foreign]]),
])

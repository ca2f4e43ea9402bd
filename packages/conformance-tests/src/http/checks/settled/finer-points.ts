import {
  customField,
  limitedBudget,
  policy,
  token,
  transaction,
  user,
} from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, need, recordOf, recordsOf } from "../steps.ts"
import { askBeside, readBeside } from "./beside.ts"
import {
  expectProblem,
  expectStatus,
  memberOf,
  newBudget,
  office,
  pool,
  rowsOf,
  shows,
  topUp,
  topup,
  variant,
} from "./rows.ts"

const managed = variant(
  "finer-points",
  {},
  user("max", { role: "manager" }),
  customField("site"),
  limitedBudget("forever", { ann: 10, bob: 20 }),
  transaction("noted", {
    user: "ann",
    budget: "pool",
    custom_fields: [{ field_name: "Field site", entry_text: "Perth" }],
  }),
  token("max", { role: "manager", user: "max" }),
)
const waiting = policy("everything")({ ...managed, key: "finer-waiting" })

const statusOf = async (trial: Trial, body: Json, as = "admin") =>
  (await topUp(trial, { ...topup, ...body }, { as })).body?.status

const policies = async (trial: Trial) => {
  const body = { name: "Large", budget_id: null, above_amount: 10 }
  const made = await askBeside(trial, "POST", "/policies", { body })
  expectStatus(trial, made, 201, "a policy")
  const { id, created, updated } = made.body ?? {}
  const whole = (id ?? null) !== null && [created, updated].every((one) => typeof one === "string")
  trial.expect(whole && shows(made.body, body), `id, created, updated, ${canonical(body)}`, made)
  const path = `/policies/${id}`
  const listed = (await readBeside(trial, "/policies")).results?.map((one: Json) => one.id)
  trial.expect(listed?.join() === String(id), "it is listed", listed)
  const first = await statusOf(trial, { amount: 10.01 })
  trial.expect(first === "PENDING", "a topup above it waits", first)
  const changed = await askBeside(trial, "PATCH", path, { body: { above_amount: 20 } })
  expectStatus(trial, changed, 200, "a higher bound")
  const bound = (await readBeside(trial, path)).above_amount
  trial.expect(bound === 20, "the bound is 20", bound)
  const second = await statusOf(trial, { amount: 10.01 })
  trial.expect(second === "APPROVED", "the same topup is approved", second)
  expectStatus(trial, await askBeside(trial, "DELETE", path), 204, "it is deleted")
  expectStatus(trial, await askBeside(trial, "GET", path), 404, "it is gone")
  const third = await statusOf(trial, { amount: 100 })
  trial.expect(third === "APPROVED", "any topup is approved", third)
}

const autoApprove = async (trial: Trial) => {
  for (const [as, expected] of [
    ["clerk", "APPROVED"],
    ["max", "PENDING"],
  ] as const) {
    const status = await statusOf(trial, { auto_approve: true }, as)
    trial.expect(status === expected, `auto_approve as ${as}: ${expected}`, status)
  }
}

const ofTopup = async (trial: Trial) => {
  const { body } = need(trial, await topUp(trial), "a topup")
  return { ...pool(trial), topup_id: String(body?.id) }
}

const notApprover = async (trial: Trial) => {
  const path = await ofTopup(trial)
  for (const operation of ["topups.approve", "topups.decline", "topups.cancel"] as const) {
    const response = await trial.business.call(operation, { path, as: "max" })
    expectProblem(trial, response, 403, "not_an_approver", `${operation} by a Manager`)
  }
}

const nobodyAsks = async (trial: Trial) => {
  const { body } = await topUp(trial)
  trial.expect(body?.requested_by === null, "requested_by null", body)
  const path = { ...pool(trial), topup_id: String(body?.id) }
  const own = await trial.business.call("topups.approve", { path })
  expectProblem(trial, own, 403, "not_an_approver", "the token that asked approves")
  const other = await trial.business.call("topups.approve", { path, as: "clerk" })
  expectStatus(trial, other, 200, "another approves")
}

const tokensEnd = async (trial: Trial) => {
  const { call } = trial.business
  expectStatus(trial, await call("users.list", { as: "least" }), 200, "a user's token")
  const path = { user_id: idOf(trial, "users", "cat") }
  expectStatus(trial, await call("users.remove", { path }), 204, "the user is deleted")
  expectStatus(trial, await call("users.list", { as: "least" }), 401, "the token afterwards")
}

const memberFilter = async (trial: Trial) => {
  const ann = idOf(trial, "users", "ann")
  const path = pool(trial)
  const rows = await recordsOf(trial, "budget-members.list", { path, query: [["user_id", ann]] })
  const right = rows.length === 1 && String(rows[0].user?.id) === ann
  trial.expect(right, `the membership of ${ann} alone`, rows)
}

const memberChange = async (trial: Trial) => {
  const set = (path: { readonly [name: string]: string }) =>
    trial.business.call("budget-members.update", { path, body: { reset_amount: 15 } })
  expectStatus(trial, await set(memberOf(trial, "ann")), 200, "a member with a limit")
  for (const [budget, key] of [
    ["pool", "pool.ann"],
    ["forever", "forever.ann"],
  ] as const) {
    const budget_id = idOf(trial, "budgets", budget)
    const budget_member_id = idOf(trial, "budget_members", key)
    expectStatus(trial, await set({ budget_id, budget_member_id }), 400, `a member of ${budget}`)
  }
}

const valueNames = async (trial: Trial) => {
  const { call } = trial.business
  const path = { custom_field_id: idOf(trial, "custom_fields", "site") }
  const shown = async () => {
    const transaction_id = idOf(trial, "transactions", "noted")
    const { custom_fields } = await recordOf(trial, "transactions.get", {
      path: { transaction_id },
    })
    return (custom_fields ?? [])
      .map((one: Json) => JSON.stringify([one.field_name, one.entry_text]))
      .join()
  }
  const renamed = await call("custom-fields.update", { path, body: { name: "Place" } })
  expectStatus(trial, renamed, 200, "the field has another name")
  const expected = JSON.stringify(["Place", "Perth"])
  trial.expect((await shown()) === expected, expected, await shown())
  expectStatus(trial, await call("custom-fields.remove", { path }), 204, "the field is deleted")
  trial.expect((await shown()) === expected, `${expected} afterwards`, await shown())
}

const elements = async (trial: Trial) => {
  const id = idOf(trial, "custom_fields", "project")
  const option = idOf(trial, "custom_field_options", "project.Perth")
  const gifts = idOf(trial, "categories", "gifts")
  const body = {
    ...newBudget(trial),
    limit_categories: true,
    categories: [gifts],
    custom_fields: [{ id, allow_options: [option] }],
  }
  const made = await trial.business.call("budgets.create", { body })
  expectStatus(trial, made, 201, "a budget with a category and a field")
  const { categories, custom_fields } = made.body
  const field = custom_fields?.find((one: Json) => one.id === id)
  const expected = { id, name: "Field project", allow_options: [option] }
  trial.expect(shows(field, expected), canonical(expected), custom_fields)
  const named = { id: gifts, name: "Category gifts" }
  const isNamed = categories?.length === 1 && shows(categories[0], named)
  trial.expect(isNamed, canonical([named]), categories)
  const free = custom_fields?.find((one: Json) => one.name === "Field site")
  trial.expect(free?.allow_options === null, "allow_options null for free text", custom_fields)
}

const managerOnly = async (trial: Trial) => {
  const path = { custom_field_id: idOf(trial, "custom_fields", "project") }
  const { is_manager_only } = await recordOf(trial, "custom-fields.get", { path })
  const set = (body: Json) => trial.business.call("custom-fields.update", { path, body })
  expectStatus(trial, await set({ is_manager_only }), 200, "what is there")
  expectStatus(trial, await set({ is_manager_only: !is_manager_only }), 400, "another")
}

export const finerPoints = checksOf("settled", [
  ...rowsOf("policies", [["each", "a policy is made, changed and deleted", policies, office]]),
  ...rowsOf("auto-approve", [["topup", "an Admin approves at once", autoApprove, waiting]]),
  ...rowsOf("not-an-approver", [["manager", "others decide nothing", notApprover, waiting]]),
  ...rowsOf("nobody-requests", [["topup", "a token of nobody is itself", nobodyAsks, waiting]]),
  ...rowsOf("tokens-end", [["user", "tokens end with their user", tokensEnd, managed]]),
  ...rowsOf("manager-only", [["field", "it never changes", managerOnly, managed]]),
  ...rowsOf("member-filter", [["user", "the membership of one user", memberFilter, managed]]),
  ...rowsOf("member-change", [["each", "only a limit that is reset", memberChange, managed]]),
  ...rowsOf("value-names", [["field", "a value has its field's name", valueNames, managed]]),
  ...rowsOf("budget-elements", [["each", "what a budget has is named", elements, managed]]),
])

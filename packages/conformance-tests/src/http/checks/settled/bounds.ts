import { policy } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, recordOf, recordsOf, requires, withId } from "../steps.ts"
import {
  expectProblem,
  expectStatus,
  limited,
  memberOf,
  newBudget,
  office,
  peopleOf,
  pool,
  rowsOf,
  topUp,
  topup,
  variant,
} from "./rows.ts"

const userLike = (key: string) => {
  const [like] = office.users.filter((row) => row.key === "ann")
  if (like === undefined) throw new TypeError("the office has no Ann")
  return { ...like, key, first_name: key, email: `${key}@scenario.example` }
}

const assisted = variant("bounds-assisted", {
  features: { expense_assistant: true, itemised_tax: false },
  users: [...office.users, ...["dan", "eve"].map(userLike)],
})

const userId = (trial: Trial, key: string) => Number(idOf(trial, "users", key))

const assistants = async (trial: Trial) => {
  const path = { user_id: idOf(trial, "users", "ann") }
  const set = (...keys: ReadonlyArray<string>) =>
    trial.business.call("users.update", {
      path,
      body: { expense_delegate: keys.map((key) => userId(trial, key)) },
    })
  expectStatus(trial, await set("bob", "cat", "dan"), 200, "three assistants")
  expectStatus(trial, await set("bob", "cat", "dan", "eve"), 400, "a fourth")
  const { expense_delegate } = await recordOf(trial, "users.get", { path })
  trial.expect(
    expense_delegate.length === 3,
    "expense_delegate has three ids, as before",
    expense_delegate,
  )
  expectStatus(trial, await set("eve"), 200, "another set")
  const { expense_delegate: one } = await recordOf(trial, "users.get", { path })
  trial.expect(
    canonical(one) === canonical([userId(trial, "eve")]),
    "expense_delegate has the new id alone",
    one,
  )
}

const away = (out_of_office_start_date: string, out_of_office_end_date: string) => ({
  out_of_office_mode: true,
  out_of_office_start_date,
  out_of_office_end_date,
})

const overlap = async (trial: Trial) => {
  const { call } = trial.business
  const path = (key: string) => ({ user_id: idOf(trial, "users", key) })
  const busy = { path: path("bob"), body: away("2031-02-10", "2031-02-20") }
  expectStatus(trial, await call("users.update", busy), 200, "an absence")
  const ask = (start: string, end: string) =>
    call("users.update", {
      path: path("ann"),
      body: { ...away(start, end), delegate_approver: userId(trial, "bob") },
    })
  expectStatus(trial, await ask("2031-02-01", "2031-02-10"), 400, "the last day is his first")
  expectStatus(trial, await ask("2031-02-20", "2031-02-28"), 400, "the first day is his last")
  expectStatus(trial, await ask("2031-02-01", "2031-02-09"), 200, "until the day before")
  expectStatus(trial, await ask("2031-02-21", "2031-02-28"), 200, "from the day after")
}

const bounded = variant("bounds-policy", {}, policy("bounded", { above_amount: "100" }))

const policyBound = async (trial: Trial) => {
  requires(trial, "policies")
  for (const [amount, expected] of [
    [99.99, "APPROVED"],
    [100, "APPROVED"],
    [100.01, "PENDING"],
  ] as const) {
    const { body } = await topUp(trial, { ...topup, amount })
    trial.expect(body?.status === expected, `a topup of ${amount} is ${expected}`, body)
  }
}

const takenAway = async (trial: Trial) => {
  requires(trial, "policies")
  const { body } = await topUp(trial, { ...topup, amount: -500 })
  trial.expect(body?.status === "APPROVED", "what takes away is approved at once", body)
}

const maxAmount = 9_999_999_999.99

const amounts = async (trial: Trial) => {
  const spent = await topUp(trial, { ...topup, amount: -1_000 })
  expectStatus(trial, spent, 200, "all is taken away")
  expectStatus(
    trial,
    await topUp(trial, { ...topup, amount: maxAmount }),
    200,
    "the largest amount",
  )
  const full = await recordOf(trial, "budgets.get", { path: pool(trial) })
  trial.expect(full.available_amount === maxAmount, `${maxAmount} available`, full.available_amount)
  expectStatus(trial, await topUp(trial, { ...topup, amount: -maxAmount }), 200, "the smallest")
  const empty = await recordOf(trial, "budgets.get", { path: pool(trial) })
  trial.expect(empty.available_amount === 0, "available_amount 0", empty.available_amount)
}

const receipt = "\u{1F9FE}"

const astral = async (trial: Trial) => {
  const description = receipt.repeat(250)
  const response = await topUp(trial, { ...topup, description })
  expectStatus(trial, response, 200, "250 letters beyond the first plane")
  trial.expect(
    response.body?.description === description,
    "a description of all 250 letters",
    response,
  )
  const long = await topUp(trial, { ...topup, description: receipt.repeat(501) })
  expectProblem(trial, long, 400, "too_long", "501 of them")
}

const zero = async (trial: Trial) => {
  for (const amount of [0, 0.0, -0]) {
    expectStatus(trial, await topUp(trial, { ...topup, amount }), 400, `a topup of ${amount}`)
  }
  for (const amount of [0.01, -0.01]) {
    expectStatus(trial, await topUp(trial, { ...topup, amount }), 200, `a topup of ${amount}`)
  }
}

const pooledMember = async (trial: Trial) => {
  const expectSame = async () => {
    const budget = await recordOf(trial, "budgets.get", { path: pool(trial) })
    for (const member of await recordsOf(trial, "budget-members.list", { path: pool(trial) })) {
      const same =
        member.available_amount === budget.available_amount &&
        member.reset_amount === budget.reset_amount &&
        member.spent_amount === 0
      trial.expect(same, "the budget's available and reset amounts, and 0 spent", member)
    }
  }
  await expectSame()
  expectStatus(trial, await topUp(trial), 200, "a topup")
  await expectSame()
}

const memberTopup = async (trial: Trial) => {
  const path = memberOf(trial, "ann")
  const before = await recordOf(trial, "budgets.get", { path: limited(trial) })
  const response = await trial.business.call("member-topups.create", {
    path,
    body: { ...topup, amount: 12 },
  })
  expectStatus(trial, response, 200, "a topup of a member")
  const after = await recordOf(trial, "budgets.get", { path: limited(trial) })
  const moved = after.available_amount - before.available_amount
  trial.expect(moved === 12, "the budget has 12 more available", moved)
}

const sumAlone = async (trial: Trial) => {
  const path = limited(trial)
  const before = await recordOf(trial, "budgets.get", { path })
  const body = { reset_amount: before.reset_amount + 1 }
  const response = await trial.business.call("budgets.update", { path, body })
  expectProblem(trial, response, 400, "reset_amount_is_member_sum", "a sum is set alone")
}

const later = async (trial: Trial) => {
  const path = pool(trial)
  const before = await recordOf(trial, "budgets.get", { path })
  const body = { reset_amount: before.reset_amount + 250 }
  const response = await trial.business.call("budgets.update", { path, body })
  expectStatus(trial, response, 200, "a new reset_amount")
  const after = await recordOf(trial, "budgets.get", { path })
  const right =
    after.reset_amount === body.reset_amount && after.available_amount === before.available_amount
  trial.expect(right, "what is available is not touched", after)
}

const twice = async (trial: Trial) => {
  for (const part of ["members", "owners"]) {
    const body = { ...newBudget(trial), [part]: peopleOf(trial, "ann", "ann") }
    const response = await trial.business.call("budgets.create", { body })
    expectStatus(trial, response, 400, `the same person twice among the ${part}`)
  }
}

const inviteIds = async (trial: Trial) => {
  const id = idOf(trial, "invites", "kim")
  for (const written of [Number(id), id]) {
    const body = { ...newBudget(trial), owners: [{ invite: { id: written } }] }
    const response = await trial.business.call("budgets.create", { body })
    expectStatus(trial, response, 201, `an invite by ${JSON.stringify(written)}`)
  }
}

const listedInvites = async (trial: Trial) => {
  const invite_id = idOf(trial, "invites", "kim")
  const listed = async () => withId(await recordsOf(trial, "invites.list"), invite_id).length
  trial.expect((await listed()) === 1, "a pending invite is listed", await listed())
  const removal = await trial.business.call("invites.cancel", { path: { invite_id } })
  expectStatus(trial, removal, 204, "it is cancelled")
  trial.expect((await listed()) === 0, "a cancelled one is not", await listed())
}

const mapped = async (trial: Trial) => {
  const { call } = trial.business
  const category = { category_id: idOf(trial, "categories", "gifts") }
  const accounting_code_id = idOf(trial, "accounting_codes", "one")
  const made = await call("categories.update", { path: category, body: { accounting_code_id } })
  expectStatus(trial, made, 200, "a category is mapped")
  const removal = await call("accounting-codes.remove", { path: { accounting_code_id } })
  expectStatus(trial, removal, 204, "its code is deleted")
  const [row] = withId(await recordsOf(trial, "categories.list"), category.category_id)
  trial.expect(row?.accounting_code_id === null, "accounting_code_id null", row)
}

const leaving = async (trial: Trial) => {
  const id = idOf(trial, "categories", "gifts")
  const path = pool(trial)
  const body: Json = { limit_categories: true, categories: [id] }
  expectStatus(trial, await trial.business.call("budgets.update", { path, body }), 200, "limited")
  const removal = await trial.business.call("categories.remove", { path: { category_id: id } })
  expectStatus(trial, removal, 204, "the category is deleted")
  const { categories } = await recordOf(trial, "budgets.get", { path })
  trial.expect(canonical(categories) === "[]", "it is on the budget no more", categories)
}

const goneById = async (trial: Trial) => {
  const path = { custom_field_id: idOf(trial, "custom_fields", "project") }
  expectStatus(trial, await trial.business.call("custom-fields.remove", { path }), 204, "removed")
  expectStatus(trial, await trial.business.call("custom-fields.get", { path }), 404, "by its id")
  const left = withId(await recordsOf(trial, "custom-fields.list"), path.custom_field_id)
  trial.expect(left.length === 0, "the deleted field is not listed", left)
}

const links = async (trial: Trial) => {
  const path = { custom_field_id: idOf(trial, "custom_fields", "project") }
  const set = async (budget_setting: string) => {
    const response = await trial.business.call("custom-fields.update", {
      path,
      body: { budget_setting },
    })
    expectStatus(trial, response, 200, budget_setting)
    const budget = await recordOf(trial, "budgets.get", { path: pool(trial) })
    return budget.custom_fields.some(({ id }: Json) => id === path.custom_field_id)
  }
  for (const [setting, linked] of [
    ["SOME", false],
    ["ALL_CURRENT_AND_NEW", true],
    ["SOME", true],
    ["NONE", false],
    ["SOME", false],
  ] as const) {
    trial.expect((await set(setting)) === linked, `${setting}: linked is ${linked}`, setting)
  }
}

const wholePeriod = async (trial: Trial) => {
  const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
  const page = (...paging: ReadonlyArray<readonly [string, string]>) =>
    recordOf(trial, "statements.get", {
      query: [["start_date", day(40)], ["end_date", day(1)], ...paging],
    })
  const whole = await page(["limit", "500"])
  for (const offset of ["0", "3", "1000"]) {
    const part = await page(["limit", "2"], ["offset", offset])
    const same =
      part.opening_balance === whole.opening_balance &&
      part.closing_balance === whole.closing_balance
    trial.expect(same, `offset ${offset}: the balances of the whole period`, part)
  }
}

/** Checks of values exactly at their bounds, and of consequences elsewhere. */
export const bounds = checksOf("settled", [
  ...rowsOf("assistants", [["most", "three assistants, and no fourth", assistants, assisted]]),
  ...rowsOf("delegate-overlap", [["day", "one day of overlap is too much", overlap]]),
  ...rowsOf("policy-bound", [["topup", "at the bound nobody is asked", policyBound, bounded]]),
  ...rowsOf("taking-away", [["topup", "taking away needs no approval", takenAway, bounded]]),
  ...rowsOf("amount-bound", [["topup", "the largest amount, up and down", amounts]]),
  ...rowsOf("description-length", [["astral", "letters beyond the first plane count", astral]]),
  ...rowsOf("topup-amount", [["zero", "nothing is no topup, a cent is", zero]]),
  ...rowsOf("pooled-member", [["shown", "a pooled member shows the budget's", pooledMember]]),
  ...rowsOf("member-topup", [["budget", "a member's topup moves the budget", memberTopup]]),
  ...rowsOf("member-sum", [["alone", "a sum of members is not set alone", sumAlone]]),
  ...rowsOf("reset-amount-later", [["update", "it counts from the next reset", later]]),
  ...rowsOf("person-twice", [["create", "nobody is in a budget twice", twice]]),
  ...rowsOf("invite-ids", [["create", "an invite by number or by text", inviteIds]]),
  ...rowsOf("invites-listed", [["cancel", "a cancelled invite is not listed", listedInvites]]),
  ...rowsOf("code-mappings", [["remove", "a deleted code clears its mappings", mapped]]),
  ...rowsOf("category-leaves", [["remove", "a deleted category leaves budgets", leaving]]),
  ...rowsOf("gone-by-id", [["field", "a deleted custom field is not found", goneById]]),
  ...rowsOf("field-settings", [["turned", "a setting links and unlinks", links]]),
  ...rowsOf("statement-balances", [
    ["pages", "balances are those of the whole period", wholePeriod, "alpha"],
  ]),
])

import { policy, pooledBudget, token, transaction } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need } from "../steps.ts"
import { askBeside, readBeside } from "./beside.ts"
import { expectStatus, memberOf, office, pool, rowsOf, topup, variant } from "./rows.ts"

const least = { role: "least" } as const
const tokens = [
  token("ann", { ...least, user: "ann" }),
  token("bob", { ...least, user: "bob" }),
  token("nobody", least),
  token("above", { role: "admin", user: "cat" }),
]

/** Bob owns a budget in which Ann spends; their roles have almost no rights. */
const assisted: BusinessSpec = variant(
  "themselves",
  {
    features: { expense_assistant: true, itemised_tax: false },
    users: office.users.map((row) =>
      row.key === "ann" ? { ...row, expense_delegate: ["cat"] } : row,
    ),
  },
  pooledBudget("own", { owners: ["bob"], members: ["ann"] }),
  transaction("spent", { user: "ann", budget: "own" }),
  transaction("other", { user: "admin", budget: "pool" }),
  ...tokens,
)
const waiting: BusinessSpec = policy("everything")({ ...assisted, key: "themselves-waiting" })

const own = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "own") })
const ownPath = (trial: Trial) => `/budgets/${own(trial).budget_id}`
const spentPath = (trial: Trial, key = "spent") =>
  `/transactions/${idOf(trial, "transactions", key)}`

const idsIn = ({ body }: Answer): string =>
  (body?.results ?? [])
    .map(({ id }: Json) => String(id))
    .sort()
    .join()

/** Checks that a list has exactly these records and their count. */
const expectSeen = (trial: Trial, response: Answer, ids: ReadonlyArray<string>, what: string) => {
  expectStatus(trial, response, 200, what)
  const right = idsIn(response) === [...ids].sort().join() && response.body?.count === ids.length
  trial.expect(right, `${what}: ${ids.length === 0 ? "nothing" : ids.join()}`, response.body)
}

const transactionsOf = (trial: Trial, as: string) =>
  trial.business.call("transactions.list", { as })

const owner = async (trial: Trial) => {
  const { call } = trial.business
  const as = "bob"
  const path = own(trial)
  const changed = await call("budgets.update", { path, as, body: { name: "Bob's own" } })
  expectStatus(trial, changed, 200, "an owner changes it")
  const user = { user: { id: Number(idOf(trial, "users", "cat")) } }
  expectStatus(
    trial,
    await call("budget-members.create", { path, as, body: user }),
    201,
    "a member",
  )
  expectStatus(trial, await call("budget-owners.create", { path, as, body: user }), 201, "an owner")
  expectStatus(trial, await call("budget-owners.list", { path, as }), 200, "its owners")
  const created = await call("topups.create", { path, as, body: topup })
  expectStatus(trial, created, 200, "a topup")
  trial.expect(created.body?.status === "APPROVED", "it is approved", created)
  expectStatus(
    trial,
    await askBeside(trial, "GET", `${ownPath(trial)}/periods`, { as }),
    200,
    "its periods",
  )
  const spent = idOf(trial, "transactions", "spent")
  expectSeen(trial, await transactionsOf(trial, as), [spent], "what is charged to it")
  const other = await call("budgets.update", { path: pool(trial), as, body: { name: "Not his" } })
  expectStatus(trial, other, 403, "a budget of somebody else")
}

const decides = async (trial: Trial) => {
  const { call } = trial.business
  const path = own(trial)
  const ask = async () => need(trial, await call("topups.create", { path, body: topup }), "a topup")
  const ofTopup = async () => ({ ...path, topup_id: String((await ask()).body?.id) })
  const one = await ofTopup()
  const cancelled = await call("topups.cancel", { path: one, as: "bob" })
  expectStatus(trial, cancelled, 403, "an owner cancels what another asked for")
  expectStatus(trial, await call("topups.approve", { path: one, as: "bob" }), 200, "approves it")
  const two = await ofTopup()
  expectStatus(trial, await call("topups.decline", { path: two, as: "bob" }), 200, "declines one")
}

const member = async (trial: Trial) => {
  const { call } = trial.business
  const as = "ann"
  const path = own(trial)
  expectStatus(trial, await call("budgets.get", { path, as }), 200, "a member reads it")
  const created = await call("topups.create", { path, as, body: topup })
  expectStatus(trial, created, 200, "a topup that a member asks for")
  trial.expect(created.body?.status === "PENDING", "it waits", created)
  const limit = await call("member-topups.create", { path: memberOf(trial, as), as, body: topup })
  trial.expect(limit.body?.status === "PENDING", "so does one of their own limit", limit)
  const other = await call("member-topups.create", {
    path: memberOf(trial, "bob"),
    as,
    body: topup,
  })
  trial.expect([403, 404].includes(other.status), "another's limit: 403 or 404", other)
  need(trial, await call("topups.create", { path, body: topup }), "a topup of another")
  const id = String(created.body?.id)
  expectSeen(trial, await call("topups.list", { path, as }), [id], "what they asked for")
  const cancel = await call("topups.cancel", { path: { ...path, topup_id: id }, as })
  expectStatus(trial, cancel, 200, "they cancel it")
  const changed = await call("budgets.update", { path, as, body: { name: "Ann's" } })
  expectStatus(trial, changed, 403, "a member changes the budget")
}

/** Checks that the caller sees Ann's expense and can change its expense details. */
const spends = (as: string) => async (trial: Trial) => {
  const spent = idOf(trial, "transactions", "spent")
  expectSeen(trial, await transactionsOf(trial, as), [spent], `the transactions of ${as}`)
  const path = { transaction_id: spent }
  expectStatus(trial, await trial.business.call("transactions.get", { path, as }), 200, "one")
  const body = { attendees: [`By ${as}`] }
  const options = { as, body, version: "v2" } as const
  const changed = await askBeside(trial, "PATCH", spentPath(trial), options)
  expectStatus(trial, changed, 200, "its expense part")
  trial.expect(changed.body?.attendees?.join() === `By ${as}`, `By ${as}`, changed)
}

const stand = async (trial: Trial) => {
  const { call } = trial.business
  const bob = idOf(trial, "users", "bob")
  const away = {
    out_of_office_mode: true,
    out_of_office_start_date: "2020-01-01",
    out_of_office_end_date: "2099-12-31",
    delegate_approver: Number(idOf(trial, "users", "cat")),
  }
  const path = own(trial)
  const ask = async () =>
    String(need(trial, await call("topups.create", { path, body: topup }), "a topup").body?.id)
  const ids = [await ask(), await ask()]
  const as = "least"
  expectSeen(
    trial,
    await askBeside(trial, "GET", "/topups?status=PENDING", { as }),
    [],
    "nothing yet",
  )
  need(trial, await call("users.update", { path: { user_id: bob }, body: away }), "the absence")
  const everywhere = await askBeside(trial, "GET", "/topups?status=PENDING", { as })
  expectSeen(trial, everywhere, ids, "the topups that wait")
  expectSeen(trial, await call("topups.list", { path, as }), ids, "those of the budget")
  const [one = "", two = ""] = ids
  const approved = await call("topups.approve", { path: { ...path, topup_id: one }, as })
  expectStatus(trial, approved, 200, "the delegate approves one")
  const declined = await call("topups.decline", { path: { ...path, topup_id: two }, as })
  expectStatus(trial, declined, 200, "and declines another")
}

const unseen = async (trial: Trial) => {
  const as = "ann"
  const path = { transaction_id: idOf(trial, "transactions", "other") }
  expectStatus(trial, await trial.business.call("transactions.get", { path, as }), 404, "a read")
  const options = { as, body: { attendees: ["Ann"] }, version: "v2" } as const
  const changed = await askBeside(trial, "PATCH", spentPath(trial, "other"), options)
  expectStatus(trial, changed, 404, "a write")
  const owned = { as: "bob", body: { attendees: ["Bob"] }, version: "v2" } as const
  const seen = await askBeside(trial, "PATCH", spentPath(trial), owned)
  expectStatus(trial, seen, 403, "a write of what an owner may only see")
}

const lists = async (trial: Trial) => {
  const as = "bob"
  const report = "/reports/spend?start_date=2026-03-01&end_date=2026-03-31&group_by=month"
  const { groups } = await readBeside(trial, report, { as })
  const counted = (groups ?? []).filter(({ count }: Json) => count !== 0)
  const seen = counted.map(({ count, spent }: Json) => `${count} ${spent}`).join()
  trial.expect(seen === "1 10", "a report of what they may see: one of 10", groups)
  for (const operation of ["invites.list", "accounting-codes.list"] as const) {
    expectStatus(trial, await trial.business.call(operation, { as }), 403, operation)
  }
}

const withoutPerson = async (trial: Trial) => {
  const as = "nobody"
  expectStatus(trial, await transactionsOf(trial, as), 403, "transactions")
  const topups = await trial.business.call("topups.list", { path: own(trial), as })
  expectStatus(trial, topups, 403, "topups")
}

const clipped = async (trial: Trial) => {
  const [above, plain] = [
    await readBeside(trial, "/me", { as: "above" }),
    await readBeside(trial, "/me", { as: "least" }),
  ]
  const text = (me: Json) =>
    (me.permissions ?? [])
      .map(({ resource, action }: Json) => `${resource} ${action}`)
      .sort()
      .join()
  trial.expect(text(above) === text(plain), "the permissions of the user's role", above)
  const made = await trial.business.call("categories.create", { body: { name: "X" }, as: "above" })
  expectStatus(trial, made, 403, "more than the user's role may")
}

export const asThemselves = checksOf("settled", [
  ...rowsOf("as-owner", [
    ["budget", "an owner reads and changes the budget", owner, assisted],
    ["topups", "and decides, but does not cancel for others", decides, waiting],
  ]),
  ...rowsOf("as-member", [["budget", "a member reads, and asks for topups", member, assisted]]),
  ...rowsOf("as-spender", [["own", "who spent sees and completes it", spends("ann"), assisted]]),
  ...rowsOf("as-assistant", [["for", "so does the assistant", spends("least"), assisted]]),
  ...rowsOf("as-delegate", [["away", "a delegate decides for who is away", stand, waiting]]),
  ...rowsOf("unseen-404", [["expense", "what is not seen is not there", unseen, assisted]]),
  ...rowsOf("seen-lists", [["each", "lists hold what may be seen", lists, assisted]]),
  ...rowsOf("nobody-403", [
    ["lists", "a token of nobody sees nothing more", withoutPerson, assisted],
  ]),
  ...rowsOf("token-clipped", [["me", "a token is no more than its user", clipped, assisted]]),
])

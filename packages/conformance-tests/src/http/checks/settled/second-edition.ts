import { policy, token, transaction, user } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { expectProblem, expectStatus, newBudget, pool, rowsOf, topUp, variant } from "./rows.ts"

/** Sends a request that is not one of the interface's own operations. */
const ask = (trial: Trial, method: string, path: string, body?: Json): Promise<Answer> => {
  const { client_id, tokens } = trial.business
  return trial.request(method, `/v1/businesses/${client_id}${path}`, {
    headers: {
      authorization: `Bearer ${tokens["admin"]}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const eventsOf = async (trial: Trial, query: string): Promise<Json> =>
  need(trial, await ask(trial, "GET", `/events?${query}`), "the events").body

const chain = async (trial: Trial) => {
  const { results } = await eventsOf(trial, "limit=20")
  trial.expect(results.length > 3, "events of the business", results.length)
  const after = results[2].sequence
  const rest = (await eventsOf(trial, `limit=17&after_sequence=${after}`)).results
  const numbers = (rows: ReadonlyArray<Json>) => rows.map(({ sequence }) => sequence).join()
  const expected = results.map((_: Json, index: number) => index + 1).join()
  trial.expect(numbers(results) === expected, expected, numbers(results))
  trial.expect(numbers(rest) === numbers(results.slice(3)), `those after ${after}`, numbers(rest))
  const hashes: ReadonlyArray<unknown> = results.map(({ hash }: Json) => hash)
  trial.expect(
    hashes.every((hash) => /^[0-9a-f]{64}$/u.test(String(hash))) &&
      new Set(hashes).size === hashes.length,
    "64 hexadecimal digits each, all different",
    hashes,
  )
}

const types = async (trial: Trial) => {
  const filter = await ask(trial, "GET", "/events?type=budget.painted")
  expectProblem(trial, filter, 400, "unknown_event_type", "a filter by a type that there is not")
  const known = await ask(trial, "GET", "/events?type=topup.approved")
  expectStatus(trial, known, 200, "a filter by a type that there is")
  const webhook = { url: "https://hooks.example.com/a", event_types: ["budget.painted"] }
  const made = await ask(trial, "POST", "/webhooks", webhook)
  expectProblem(trial, made, 400, "unknown_event_type", "a webhook for a type that there is not")
}

const receipted = variant(
  "complete",
  { custom_fields: [] },
  transaction("done", {
    user: "ann",
    budget: "pool",
    receipt_urls: ["https://receipts.example.com/1"],
    line_items: [
      {
        amount: "10.00",
        gst_amount: "0.00",
        category: "gifts",
        description: "A gift",
        custom_fields: [],
      },
    ],
  }),
)

const completeStays = async (trial: Trial) => {
  const { call } = trial.business
  const path = { transaction_id: idOf(trial, "transactions", "done") }
  const before = await recordOf(trial, "transactions.get", { path })
  if (before.expense_status !== "COMPLETE") trial.blocked("the expense is not complete")
  const removal = { path: { category_id: idOf(trial, "categories", "gifts") } }
  expectStatus(trial, await call("categories.remove", removal), 204, "its category is deleted")
  const after = await recordOf(trial, "transactions.get", { path })
  const [item] = after.line_items
  trial.expect(after.expense_status === "COMPLETE", "the expense is complete", after)
  const name = before.line_items[0].category.name
  trial.expect(item?.category?.name === name, `the line item's category is ${name}`, item)
}

const bounded = variant(
  "bounded",
  {},
  user("max", { role: "manager" }),
  token("max", { role: "manager", user: "max" }),
  policy("large", { above_amount: "1200" }),
)

const needsApproval = async (trial: Trial) => {
  const { call } = trial.business
  const set = (reset_amount: number, as: string) =>
    call("budgets.update", { path: pool(trial), body: { reset_amount }, as })
  const refused = await set(1_200.01, "max")
  expectProblem(trial, refused, 403, "needs_approval", "more than the bound, by a Manager")
  const { reset_amount } = await recordOf(trial, "budgets.get", { path: pool(trial) })
  trial.expect(reset_amount === 1_000, "the budget is as before", reset_amount)
  expectStatus(trial, await set(1_200, "max"), 200, "the bound, by a Manager")
  expectStatus(trial, await set(2_000, "clerk"), 200, "more, by an Admin")
  expectStatus(trial, await set(1_500, "max"), 200, "less than it was, by a Manager")
  const make = (amount: number, as: string) =>
    call("budgets.create", { body: { ...newBudget(trial), reset_amount: amount }, as })
  const made = await make(1_200.01, "max")
  expectProblem(trial, made, 403, "needs_approval", "a new budget above the bound, by a Manager")
  expectStatus(trial, await make(1_200, "max"), 201, "a new budget at the bound, by a Manager")
  expectStatus(trial, await make(1_200.01, "clerk"), 201, "one above it, by an Admin")
}

const noDifference = async (trial: Trial) => {
  const path = pool(trial)
  const before = await recordOf(trial, "budgets.get", { path })
  const { count } = await eventsOf(trial, "limit=1")
  const body = { name: before.name, reset_amount: before.reset_amount }
  const response = await trial.business.call("budgets.update", { path, body })
  expectStatus(trial, response, 200, "a PATCH with what is there")
  trial.expect(response.body?.updated === before.updated, `updated ${before.updated}`, response)
  const after = (await eventsOf(trial, "limit=1")).count
  trial.expect(after === count, `${count} events`, after)
}

const approvedAtOnce = async (trial: Trial) => {
  const counts = () =>
    Promise.all(
      ["topup.created", "topup.approved"].map(
        async (type) => (await eventsOf(trial, `type=${type}`)).count as number,
      ),
    )
  const before = await counts()
  expectStatus(trial, await topUp(trial), 200, "a topup")
  const after = await counts()
  const expected = before.map((count) => count + 1).join()
  trial.expect(after.join() === expected, "one topup.created and one topup.approved", after)
}

export const secondEdition = checksOf("settled", [
  ...rowsOf("event-chain", [["events", "events are numbered, and each has its hash", chain]]),
  ...rowsOf("event-types", [["each", "a type that there is not is refused", types]]),
  ...rowsOf("complete-stays", [
    ["category", "a complete expense outlives its category", completeStays, receipted],
  ]),
  ...rowsOf("needs-approval", [
    ["budgets", "a policy covers new and raised budgets", needsApproval, bounded],
  ]),
  ...rowsOf("no-difference", [["budget", "what is there already is no change", noDifference]]),
  ...rowsOf("approved-at-once", [
    ["topup", "it tells that it is there, and approved", approvedAtOnce],
  ]),
])

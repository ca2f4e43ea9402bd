import { policy, pooledBudget, token } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need } from "../steps.ts"
import { expectStatus, memberOf, rowsOf, topUp, topup, variant } from "./rows.ts"

/** Everything needs approval; Bob, whose role has no rights, owns a budget. */
const waiting = variant(
  "waiting",
  {},
  pooledBudget("own", { owners: ["bob"], members: ["bob"] }),
  policy("everything"),
  token("bob", { role: "least", user: "bob" }),
)

const list = (trial: Trial, as: string, query = "status=PENDING"): Promise<Answer> => {
  const { client_id, tokens } = trial.business
  return trial.request("GET", `/v1/businesses/${client_id}/topups?${query}`, {
    headers: { authorization: `Bearer ${tokens[as]}` },
  })
}

/**
 * Requests topups with a token without a user: for the pool, for a member, and for Bob's budget.
 */
const requestTopups = async (trial: Trial) => {
  const { call } = trial.business
  const ofMember = { path: memberOf(trial, "ann"), body: topup }
  const own = { path: { budget_id: idOf(trial, "budgets", "own") } }
  const responses = [
    await topUp(trial),
    await call("member-topups.create", ofMember),
    await topUp(trial, topup, own),
  ]
  return responses.map((response) => String(need(trial, response, "a topup").body?.id))
}

const rows = async (trial: Trial, as: string): Promise<ReadonlyArray<Json>> => {
  const response = await list(trial, as)
  expectStatus(trial, response, 200, `GET /topups as ${as}`)
  const { count, results } = response.body
  trial.expect(count === results?.length, "as many as are counted", response)
  return results
}

const idsOf = (found: ReadonlyArray<Json>) => found.map(({ id }) => String(id)).sort()

const expectIds = (trial: Trial, found: ReadonlyArray<Json>, ids: ReadonlyArray<unknown>) =>
  trial.expect(idsOf(found).join() === [...ids].sort().join(), `the topups ${ids.join()}`, found)

const shown = async (trial: Trial) => {
  const ids = await requestTopups(trial)
  const found = await rows(trial, "clerk")
  expectIds(trial, found, ids)
  const at = (n: number) => found.find(({ id }) => String(id) === ids[n])
  const [ofPool, ofMember] = [at(0), at(1)]
  const is = (budget: Json, key: string) => String(budget?.id) === idOf(trial, "budgets", key)
  trial.expect(
    is(ofPool.budget, "pool") && (ofPool.member ?? null) === null,
    "budget the pool, and no member",
    ofPool,
  )
  const { budget_member_id } = memberOf(trial, "ann")
  const right = is(ofMember.budget, "limited") && String(ofMember.member?.id) === budget_member_id
  trial.expect(right, `the budget limited, and its member ${budget_member_id}`, ofMember)
}

const decided = async (trial: Trial) => {
  const ids = await requestTopups(trial)
  const can = async (as: string) =>
    (await rows(trial, as)).map(({ can_decide }) => String(can_decide)).join()
  trial.expect((await can("clerk")) === "true,true,true", "an Admin can decide", await can("clerk"))
  const requester = await can("admin")
  trial.expect(requester === "false,false,false", "who asked cannot decide", requester)
  const found = await rows(trial, "bob")
  expectIds(trial, found, ids.slice(2))
  trial.expect(found[0]?.can_decide === true, "the owner can decide", found)
}

const others = async (trial: Trial) => {
  await requestTopups(trial)
  expectIds(trial, await rows(trial, "least"), [])
}

const filtered = async (trial: Trial) => {
  await requestTopups(trial)
  const approved = await list(trial, "clerk", "status=APPROVED")
  expectStatus(trial, approved, 200, "status=APPROVED")
  trial.expect(approved.body.count === 0, "none is approved", approved)
  const part = await list(trial, "clerk", "status=PENDING&offset=1&limit=1")
  const { count, next, previous, results } = part.body
  const [, second] = await rows(trial, "clerk")
  const right = count === 3 && results?.length === 1 && results[0].id === second?.id
  trial.expect(right && next !== null && previous !== null, "the second of three", part)
  expectStatus(trial, await list(trial, "clerk", "status=WAITING"), 400, "an unknown status")
}

export const waitingTopups = checksOf("settled", [
  ...rowsOf("waiting-topups", [
    ["shown", "those of every budget, with budget and member", shown, waiting],
    ["can-decide", "who may approve can decide, and who asked cannot", decided, waiting],
    ["others", "whoever is nothing to a budget sees none", others, waiting],
    ["filtered", "they come by status, and in pages", filtered, waiting],
  ]),
])

import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { holds } from "../tenancy/attempts.ts"
import { expectStatus, rowsOf } from "./rows.ts"

/** Sends a request of the token's user for themselves; the token `admin` has no user. */
const ofSelf = (trial: Trial, as: string, body?: Json): Promise<Answer> => {
  const { client_id, tokens } = trial.business
  return trial.request(body === undefined ? "GET" : "PATCH", `/v1/businesses/${client_id}/me`, {
    headers: {
      authorization: `Bearer ${tokens[as]}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const read = async (trial: Trial, as: string): Promise<Json> =>
  need(trial, await ofSelf(trial, as), `GET /me as ${as}`).body

const isPermission = (one: Json): boolean =>
  typeof one?.resource === "string" && typeof one.action === "string"

const self = async (trial: Trial) => {
  for (const [as, user] of [
    ["clerk", "admin"],
    ["least", "cat"],
  ] as const) {
    const me = await ofSelf(trial, as)
    expectStatus(trial, me, 200, `GET /me as ${as}`)
    const { business, user: shown, role, permissions } = me.body
    const id = idOf(trial, "users", user)
    trial.expect(holds(business, trial.business.client_id), "business, with its id", me)
    trial.expect(String(shown?.id) === id, `user ${id}`, me)
    const known = await recordOf(trial, "users.get", { path: { user_id: id } })
    trial.expect(holds({ role }, known.role) || holds(role, known.role), known.role, me)
    const right = Array.isArray(permissions) && permissions.every(isPermission)
    trial.expect(right, "permissions, each of a resource and an action", me)
  }
}

const ties = async (trial: Trial) => {
  const owner = await read(trial, "clerk")
  const other = await read(trial, "least")
  for (const key of ["pool", "limited"]) {
    const id = idOf(trial, "budgets", key)
    trial.expect(holds(owner, id), `the owner's budget ${key}`, owner)
    trial.expect(!holds(other, id), `no budget ${key} for another`, other)
  }
}

const withoutPerson = async (trial: Trial) => {
  const response = await ofSelf(trial, "admin")
  expectStatus(trial, response, 200, "GET /me with a token of nobody")
  trial.expect(response.body?.user === null, "user null", response)
  const id = idOf(trial, "budgets", "pool")
  trial.expect(!holds(response.body, id), "no budget of the business", response)
}

const nameOf = async (trial: Trial) =>
  (await recordOf(trial, "users.get", { path: { user_id: idOf(trial, "users", "cat") } })).name

const renamed = async (trial: Trial) => {
  const before = await nameOf(trial)
  const response = await ofSelf(trial, "least", { display_name: "Kit" })
  expectStatus(trial, response, 200, "a display name of one's own")
  trial.expect((await nameOf(trial)) === "Kit", "the user's name is Kit", await nameOf(trial))
  expectStatus(trial, await ofSelf(trial, "least", { display_name: null }), 200, "none again")
  trial.expect((await nameOf(trial)) === before, before, await nameOf(trial))
}

const refused = async (trial: Trial) => {
  const before = JSON.stringify((await read(trial, "least")).user)
  const away = { out_of_office_mode: true }
  const bodies: ReadonlyArray<Json> = [
    away,
    { ...away, out_of_office_start_date: "2027-01-01" },
    { ...away, out_of_office_start_date: "2027-02-01", out_of_office_end_date: "2027-01-01" },
    { delegate_approver: Number(idOf(trial, "users", "cat")) },
    { delegate_approver: 999_999_999 },
    { display_name: "" },
    { role_id: idOf(trial, "roles", "admin") },
  ]
  for (const body of bodies) {
    const response = await ofSelf(trial, "least", { display_name: "Kit", ...body })
    expectStatus(trial, response, 400, JSON.stringify(body))
  }
  const after = JSON.stringify((await read(trial, "least")).user)
  expectUnchanged(trial, "the user is as before", [before, after])
}

const ofNobody = async (trial: Trial) => {
  const response = await ofSelf(trial, "admin", { display_name: "Kit" })
  expectStatus(trial, response, 403, "PATCH /me with a token of nobody")
}

export const meChecks = checksOf("settled", [
  ...rowsOf("me", [
    ["self", "who one is, and what one may", self],
    ["ties", "the budgets of an owner, and of nobody else", ties],
    ["nobody", "a token that acts for nobody has no user", withoutPerson],
  ]),
  ...rowsOf("me-changes", [
    ["name", "one's own name is shown wherever the user is", renamed],
    ["refused", "what PATCH of a user refuses is refused of oneself", refused],
    ["nobody", "a token that acts for nobody changes no one", ofNobody],
  ]),
])

import { business, invite, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectJust } from "../difference.ts"
import {
  accept,
  expectNoInvite,
  goodInvite,
  invitesOf,
  pendingInvites,
  send,
  usersWith,
} from "../invitations.ts"
import {
  canonical,
  expectAccepted,
  idOf,
  idsOf,
  need,
  recordOf,
  recordsOf,
  withId,
  without,
} from "../steps.ts"

const scenario = business(
  "invites-managed",
  user("ann"),
  user("max", { role: "manager" }),
  invite("zoe"),
  invite("yan", { payment_types: ["bills", "reimbursements"] }),
)
const needs = ["accept-invite"] as const

/** Creates an invite that is a prerequisite of the check, and returns it as listed. */
const listedNew = async (trial: Trial, body: Json): Promise<Json> => {
  const made = need(trial, await send(trial, body), "creating an invite").body
  const [listed] = withId(await invitesOf(trial), made?.id)
  if (listed === undefined) trial.blocked("the new invite is not listed")
  return listed
}

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/u
const fields: { readonly [name: string]: (value: Json) => boolean } = {
  id: Number.isSafeInteger,
  email: (value) => typeof value === "string",
  role_id: (value) => typeof value === "string",
  role: (value) => typeof value === "string",
  payment_types: Array.isArray,
  used: (value) => typeof value === "boolean",
  created: (value) => dateTime.test(value),
  updated: (value) => dateTime.test(value),
}

const withoutField = (name: string, required: string, wrong: ReadonlyArray<Json>) => ({
  id: `invites.request.${name}.required`,
  requirement: `invites.request.${name}`,
  title: `An invite without ${required}, or with a wrong one, is refused`,
  scenario,
  run: async (trial: Trial) => {
    const good = goodInvite(trial)
    const bodies = [
      without(good, required),
      ...wrong.map((value) => ({ ...good, [required]: value })),
    ]
    await expectNoInvite(trial, `creating an invite without a right ${required}`, bodies)
  },
})

const created = [
  {
    id: "invites.create.listed",
    requirement: "invites.create",
    title: "An invite is created, and listed once under the answer's id",
    scenario,
    run: async (trial: Trial) => {
      const before = idsOf(await invitesOf(trial))
      const response = await send(trial, goodInvite(trial))
      expectAccepted(trial, response, "creating an invite")
      const after = idsOf(await invitesOf(trial))
      trial.expect(
        canonical(after) === canonical([...before, String(response.body?.id)].sort()),
        "the invites of before, and the one of the answer",
        after,
      )
    },
  },
  {
    id: "invites.fields.all",
    requirement: "invites.fields",
    title: "A listed invite has every field of the table, of its type",
    scenario,
    run: async (trial: Trial) => {
      await listedNew(trial, goodInvite(trial))
      for (const record of await invitesOf(trial)) {
        const wrong = Object.keys(fields).filter((name) => fields[name]?.(record?.[name]) !== true)
        trial.expect(wrong.length === 0, `fields of their types; not so: ${wrong}`, record)
      }
    },
  },
  {
    id: "invites.email.sent",
    requirement: "invites.email",
    title: "An invite shows the address that it was sent to",
    scenario,
    run: async (trial: Trial) => {
      const body = { ...goodInvite(trial), email: "new.person+tag@invited.example" }
      const listed = await listedNew(trial, body)
      trial.expect(listed.email === body.email, `email is ${body.email}`, { email: listed.email })
    },
  },
  {
    id: "invites.role.shown",
    requirement: "invites.role",
    title: "An invite shows the role that was asked for, by id and by name",
    scenario,
    run: async (trial: Trial) => {
      const path = { user_id: idOf(trial, "users", "max") }
      const { role_id, role } = await recordOf(trial, "users.get", { path })
      const listed = await listedNew(trial, { ...goodInvite(trial), role_id })
      trial.expect(listed.role_id === role_id, `role_id is ${role_id}`, { role_id: listed.role_id })
      trial.expect(listed.role === role, `role is ${role}`, { role: listed.role })
    },
  },
  {
    id: "invites.payment-types.each",
    requirement: "invites.payment-types",
    title: "Invites are created with each payment type and with all, and show them",
    scenario,
    run: async (trial: Trial) => {
      const all = ["bills", "cards", "reimbursements"]
      for (const payment_types of [...all.map((type) => [type]), all]) {
        const body = { ...goodInvite(trial, payment_types.join("-")), payment_types }
        const response = await send(trial, body)
        expectAccepted(trial, response, `an invite with ${payment_types}`)
        const [listed] = withId(await invitesOf(trial), response.body?.id)
        const shown = [...(listed?.payment_types ?? [])].sort()
        expectJust(trial, "payment_types of the invite", [payment_types, shown])
      }
    },
  },
]

const managed = [
  {
    id: "invites.list.known",
    requirement: "invites.list",
    title: "Every pending invite is listed once, in an envelope that counts them",
    scenario,
    run: async (trial: Trial) => {
      const response = await trial.business.call("invites.list")
      trial.expect(
        response.status === 200 &&
          response.body?.count === 2 &&
          Array.isArray(response.body.results),
        "200 with count 2 and results",
        response,
      )
      const expected = ["zoe", "yan"].map((key) => idOf(trial, "invites", key)).sort()
      const listed = await recordsOf(trial, "invites.list", {}, 1)
      expectJust(trial, "the ids of the invites", [expected, idsOf(listed)])
    },
  },
  {
    id: "invites.cancel.gone",
    requirement: "invites.cancel",
    title: "A cancelled invite is not listed any more, and the others are",
    scenario,
    run: async (trial: Trial) => {
      const [cancelledId, remainingId] = [
        idOf(trial, "invites", "zoe"),
        idOf(trial, "invites", "yan"),
      ]
      const path = { invite_id: cancelledId }
      const response = await trial.business.call("invites.cancel", { path })
      expectAccepted(trial, response, "cancelling a pending invite")
      const pending = idsOf(await pendingInvites(trial))
      trial.expect(!pending.includes(cancelledId), `${cancelledId} is not pending`, pending)
      const listed = idsOf(await invitesOf(trial))
      trial.expect(listed.includes(remainingId), `${remainingId} is listed`, listed)
    },
  },
  {
    id: "invites.cancel.no-user",
    requirement: "invites.cancel",
    title: "Nobody becomes a user by a cancellation",
    scenario,
    run: async (trial: Trial) => {
      const before = idsOf(await recordsOf(trial, "users.list"))
      const path = { invite_id: idOf(trial, "invites", "zoe") }
      need(trial, await trial.business.call("invites.cancel", { path }), "cancelling an invite")
      const after = idsOf(await recordsOf(trial, "users.list"))
      expectJust(trial, "the ids of the users, as before", [before, after])
    },
  },
  {
    id: "invites.used.turns",
    requirement: "invites.used",
    title: "used is false until the invite is accepted, and true where it is listed afterwards",
    scenario,
    needs,
    run: async (trial: Trial) => {
      const listed = await listedNew(trial, goodInvite(trial))
      trial.expect(listed.used === false, "used is false before it is accepted", listed)
      await accept(trial, trial.business, String(listed.id))
      const [after] = withId(await invitesOf(trial), listed.id)
      trial.note("an accepted invite", after === undefined ? "is not listed" : "is listed")
      trial.expect(after === undefined || after.used === true, "used is true afterwards", after)
    },
  },
  {
    id: "invites.exists-until.user",
    requirement: "invites.exists-until",
    title: "The invitee is a user from the acceptance on, and not before",
    scenario,
    needs,
    run: async (trial: Trial) => {
      const { id, email } = await listedNew(trial, goodInvite(trial))
      const before = await usersWith(trial, email)
      trial.expect(before.length === 0, "no user has the address before", before)
      await accept(trial, trial.business, String(id))
      const after = await usersWith(trial, email)
      trial.expect(after.length === 1, "one user has it afterwards", after)
    },
  },
]

export const invites = checksOf("gaps", [
  ...created,
  ...managed,
  withoutField("email", "email", ["nobody", "", 7]),
  withoutField("role", "role_id", ["admin", "", null]),
  withoutField("payment-types", "payment_types", [["cash"], ["cards", "cash"], "cards"]),
])

import { acceptedBy, business, invite, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import {
  accept,
  expectNoInvite,
  goodInvite,
  invitesOf,
  pendingInvites,
  send,
  usersWith,
} from "../invitations.ts"
import { expectAccepted, idOf, idsOf, need, recordsOf, strangeUuid, withId } from "../steps.ts"

const scenario = business(
  "invites",
  user("ann"),
  user("max", { role: "manager" }),
  invite("zoe"),
  invite("yan"),
)
const accepted = business(
  "invites-accepted",
  user("ann"),
  invite("zoe", acceptedBy("zoe")),
  invite("yan"),
)
const needs = ["accept-invite"] as const

export const invites = checksOf("rules", [
  {
    id: "invites.stays.among-others",
    requirement: "invites.stays",
    title: "An invite stays listed while others are created, cancelled and accepted",
    scenario,
    needs,
    run: async (trial: Trial) => {
      const [zoe, yan] = [idOf(trial, "invites", "zoe"), idOf(trial, "invites", "yan")]
      const expectStill = async (when: string) => {
        const listed = idsOf(await invitesOf(trial))
        trial.expect(listed.includes(zoe), `${zoe}, zoe's invite, is listed ${when}`, listed)
      }
      await expectStill("at first")
      const { body } = need(trial, await send(trial, goodInvite(trial)), "creating an invite")
      await expectStill("after another was created")
      const path = { invite_id: String(body?.id) }
      need(trial, await trial.business.call("invites.cancel", { path }), "cancelling an invite")
      await expectStill("after another was cancelled")
      await accept(trial, trial.business, yan)
      await expectStill("after another was accepted")
    },
  },
  {
    id: "invites.accepted.by-act",
    requirement: "invites.accepted",
    title: "An invite that is accepted is pending no more, and the invitee is a user",
    scenario,
    needs,
    run: async (trial: Trial) => {
      const zoe = idOf(trial, "invites", "zoe")
      await accept(trial, trial.business, zoe)
      const pending = withId(await pendingInvites(trial), zoe)
      trial.expect(pending.length === 0, "zoe's invite is not pending", pending)
      const users = await usersWith(trial, "zoe@invited.example")
      trial.expect(users.length === 1, "one user has zoe's address", users)
    },
  },
  {
    id: "invites.accepted.role",
    requirement: "invites.accepted",
    title: "The invitee appears among users with the role of the invite",
    scenario,
    needs,
    run: async (trial: Trial) => {
      const role_id = idOf(trial, "roles", "manager")
      const body = { ...goodInvite(trial, "boss"), role_id }
      const made = need(trial, await send(trial, body), "creating an invite").body
      await accept(trial, trial.business, String(made?.id))
      const [boss] = await usersWith(trial, "boss@invited.example")
      if (boss === undefined) trial.blocked("the invitee is not among the users")
      trial.expect(boss.role_id === role_id, `role_id is ${role_id}`, boss)
    },
  },
  {
    id: "invites.states.pending",
    requirement: "invites.states",
    title: "A pending invite says used false",
    scenario: accepted,
    run: async (trial: Trial) => {
      const [yan] = withId(await invitesOf(trial), idOf(trial, "invites", "yan"))
      trial.expect(yan?.used === false, "used is false", yan)
    },
  },
  {
    id: "invites.states.accepted",
    requirement: "invites.states",
    title: "An accepted invite says used true, or is not listed",
    scenario: accepted,
    run: async (trial: Trial) => {
      const found = withId(await invitesOf(trial), idOf(trial, "invites", "zoe"))
      trial.note("an accepted invite", found.length === 0 ? "is not listed" : "is listed")
      trial.expect(
        found.every(({ used }) => used === true),
        "used is true, or the invite is not listed",
        found,
      )
    },
  },
  {
    id: "invites.no-payment-types.refused",
    requirement: "invites.no-payment-types",
    title: "An invite with no payment types is refused",
    scenario,
    run: async (trial: Trial) => {
      const bodies = [{ ...goodInvite(trial), payment_types: [] }]
      await expectNoInvite(trial, "creating an invite with no payment types", bodies)
    },
  },
  {
    id: "invites.foreign-role.refused",
    requirement: "invites.foreign-role",
    title: "An invite with a role of another business is refused",
    scenario,
    run: async (trial: Trial) => {
      const other = await trial.fresh(business("invites-elsewhere", user("bob")))
      const role_id = idOf(trial, "roles", "least", other)
      if (Object.values(trial.business.ids.roles).includes(role_id)) {
        trial.untestable("the target gives every business the same roles")
      }
      const bodies = [{ ...goodInvite(trial), role_id }]
      await expectNoInvite(trial, "creating an invite with another business's role", bodies)
    },
  },
  {
    id: "invites.foreign-role.unknown",
    requirement: "invites.foreign-role",
    title: "An invite with a role that nobody has is refused",
    scenario,
    run: async (trial: Trial) => {
      const bodies = [{ ...goodInvite(trial), role_id: strangeUuid }]
      await expectNoInvite(trial, "creating an invite with an unknown role", bodies)
    },
  },
  {
    id: "invites.payment-types-minimum.one",
    requirement: "invites.payment-types-minimum",
    title: "No payment type is too few, and one is enough",
    scenario,
    run: async (trial: Trial) => {
      const good = goodInvite(trial)
      expectAccepted(trial, await send(trial, good), "an invite with one payment type")
      const none = { ...goodInvite(trial, "none"), payment_types: [] }
      const response = await send(trial, none)
      trial.expect(
        response.status >= 400 && response.status < 500,
        "none is refused (4xx)",
        response,
      )
      const listed = await recordsOf(trial, "invites.list")
      const found = listed.filter(({ email }) => email === none.email)
      trial.expect(found.length === 0, "no invite comes of the refused one", found)
    },
  },
])

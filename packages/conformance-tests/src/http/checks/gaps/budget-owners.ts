import { business, invite, pooledBudget, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectJust } from "../difference.ts"
import {
  activeOwners,
  addOwner,
  inviteBody,
  listedOwners,
  ownerId,
  removeOwner,
  userBody,
} from "../owners.ts"
import { expectAccepted, idOf, idsOf, need, recordsOf, withId } from "../steps.ts"

const scenario = business(
  "budget-owners-managed",
  user("ann"),
  user("bob"),
  user("cal"),
  user("max"),
  invite("zoe"),
  pooledBudget("sole", { owners: ["ann"] }),
  pooledBudget("trio", { owners: ["ann", "bob", "max"] }),
  pooledBudget("mixed", { owners: ["ann", { invite: "zoe" }] }),
)

const added = (name: string, body: (trial: Trial) => Json) => ({
  id: `budget-owners.${name}.added`,
  requirement: `budget-owners.${name}`,
  title: `${name === "user" ? "A user" : "A pending invite"} is made an owner of a budget`,
  scenario,
  run: async (trial: Trial) => {
    const before = idsOf(await activeOwners(trial, "sole"))
    expectAccepted(trial, await addOwner(trial, "sole", body(trial)), "adding an owner")
    const after = idsOf(await activeOwners(trial, "sole"))
    trial.expect(
      after.length === before.length + 1 && before.every((id) => after.includes(id)),
      `one owner more than ${before.join(", ")}`,
      after,
    )
  },
})

export const budgetOwners = checksOf("gaps", [
  added("user", (trial) => userBody(trial, "bob")),
  added("invite", (trial) => inviteBody(trial, "zoe")),
  {
    id: "budget-owners.list.known",
    requirement: "budget-owners.list",
    title: "The owners of a budget are listed, each once, and none of another budget",
    scenario,
    run: async (trial: Trial) => {
      const owners = { sole: ["ann"], mixed: ["ann", "zoe"], trio: ["ann", "bob", "max"] }
      for (const [budget, people] of Object.entries(owners)) {
        const expected = people.map((key) => ownerId(trial, budget, key)).sort()
        const path = { budget_id: idOf(trial, "budgets", budget) }
        const response = await trial.business.call("budget-owners.list", { path })
        trial.expect(
          response.status === 200 && response.body?.count === expected.length,
          `200 with count ${expected.length}`,
          response,
        )
        const listed = idsOf(await recordsOf(trial, "budget-owners.list", { path }, 1))
        expectJust(trial, `the ids of the owners of ${budget}`, [expected, listed])
      }
    },
  },
  {
    id: "budget-owners.add.answer",
    requirement: "budget-owners.add",
    title: "An owner is added to one budget alone, under the answer's id",
    scenario,
    run: async (trial: Trial) => {
      const other = idsOf(await listedOwners(trial, "trio"))
      const response = await addOwner(trial, "sole", userBody(trial, "cal"))
      need(trial, response, "adding an owner")
      const found = withId(await activeOwners(trial, "sole"), response.body?.id)
      trial.expect(
        found.length === 1,
        `the owner ${response.body?.id} of the answer is listed once`,
        found,
      )
      const after = idsOf(await listedOwners(trial, "trio"))
      expectJust(trial, "the owners of the other budget stay", [other, after])
    },
  },
  {
    id: "budget-owners.remove.gone",
    requirement: "budget-owners.remove",
    title: "A removed owner is not active any more, and the others are",
    scenario,
    run: async (trial: Trial) => {
      const removedId = ownerId(trial, "trio", "bob")
      expectAccepted(
        trial,
        await removeOwner(trial, "trio", removedId),
        "removing one of three owners",
      )
      const expected = ["ann", "max"].map((key) => ownerId(trial, "trio", key)).sort()
      const active = idsOf(await activeOwners(trial, "trio"))
      expectJust(trial, "the ids of the active owners", [expected, active])
    },
  },
])

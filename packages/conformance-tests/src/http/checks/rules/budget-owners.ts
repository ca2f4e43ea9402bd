import {
  business,
  invite,
  type Part,
  pooledBudget,
  user,
  type Who,
} from "../../../interface/world/scenarios.ts"
import { type Answer, type Check, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { accept } from "../invitations.ts"
import {
  activeOwners,
  addOwner,
  inviteBody,
  listedOwners,
  ownerId,
  removeOwner,
  userBody,
} from "../owners.ts"
import {
  canonical,
  expectRefused,
  idOf,
  idsOf,
  isSuccess,
  need,
  needRefusal,
  withId,
} from "../steps.ts"

type Row = Omit<Check, "profile">

const owned = business(
  "budget-owners",
  user("ann"),
  user("bob"),
  invite("zoe"),
  pooledBudget("sole", { owners: ["ann"] }),
  pooledBudget("pair", { owners: ["ann", "bob"] }),
  pooledBudget("mixed", { owners: ["ann", { invite: "zoe" }] }),
)

const theLast: ReadonlyArray<Row> = [
  {
    id: "budget-owners.last.only",
    requirement: "budget-owners.last",
    title: "The only owner that a budget ever had is not removed",
    scenario: owned,
    run: async (trial: Trial) => {
      const response = await removeOwner(trial, "sole", ownerId(trial, "sole", "ann"))
      expectRefused(trial, response, "removing the only owner")
    },
  },
  {
    id: "budget-owners.last.remaining",
    requirement: "budget-owners.last",
    title: "Of two owners one is removed, and the other is not",
    scenario: owned,
    run: async (trial: Trial) => {
      const [ann, bob] = [ownerId(trial, "pair", "ann"), ownerId(trial, "pair", "bob")]
      need(trial, await removeOwner(trial, "pair", ann), "removing one of two owners")
      const response = await removeOwner(trial, "pair", bob)
      expectRefused(trial, response, "removing the last remaining owner")
    },
  },
  {
    id: "budget-owners.last.no-effect.listed",
    requirement: "budget-owners.last.no-effect",
    title: "A removal refused again and again leaves the list of owners as it was",
    scenario: owned,
    run: async (trial: Trial) => {
      const before = canonical(await listedOwners(trial, "sole"))
      for (const round of [1, 2, 3]) {
        const response = await removeOwner(trial, "sole", ownerId(trial, "sole", "ann"))
        needRefusal(trial, response, "removing the only owner")
        const after = canonical(await listedOwners(trial, "sole"))
        expectUnchanged(trial, `after refusal ${round} the owners are as before`, [before, after])
      }
    },
  },
]

const races = (count: number, owners: ReadonlyArray<string>) => {
  const keys = Array.from({ length: count }, (_, index) => `race-${index + 1}`)
  const budgets = keys.map((key): Part => pooledBudget(key, { owners }))
  const people = owners.map((key): Part => user(key))
  return {
    keys,
    scenario: business(`budget-owners-race-of-${owners.length}`, ...people, ...budgets),
  }
}

/**
 * Removes all owners of each budget concurrently: at least one must stay, and the responses must be
 * true.
 */
const raced = (name: string, owners: ReadonlyArray<string>, count: number): Row => {
  const { keys, scenario } = races(count, owners)
  return {
    id: `budget-owners.always-one.${name}`,
    requirement: "budget-owners.always-one",
    title: `${owners.length} owners removed at the same moment leave one, in ${count} races`,
    scenario,
    run: async (trial: Trial) => {
      for (const key of keys) {
        const ids = owners.map((owner) => ownerId(trial, key, owner))
        const responses = await Promise.all(ids.map((id) => removeOwner(trial, key, id)))
        const removed = responses.filter(isSuccess).length
        const active = await activeOwners(trial, key)
        trial.expect(active.length >= 1, `an active owner of ${key} remains`, active)
        trial.expect(
          active.length === owners.length - removed,
          `as many owners of ${key} are gone as removals were accepted: ${removed}`,
          { statuses: responses.map(({ status }) => status), active },
        )
        trial.expect(
          responses.every(({ status }) => status < 500),
          "every removal is accepted or refused",
          responses.find(({ status }) => status >= 500),
        )
        if (removed < owners.length - 1) {
          trial.note("owners removed at once", `${removed} of ${owners.length} removals accepted`)
        }
      }
    },
  }
}

/** Any other way to remove the last owner is refused, or the budget still has an owner. */
const lastOwnerRow = (
  name: string,
  owner: Who,
  title: string,
  take: (trial: Trial) => Promise<Answer>,
): Row => ({
  id: `budget-owners.always-one.${name}`,
  requirement: "budget-owners.always-one",
  title,
  scenario: business(
    `budget-owners-kept-${name}`,
    user("ann"),
    invite("zoe"),
    pooledBudget("sole", { owners: [owner] }),
  ),
  run: async (trial: Trial) => {
    if ((await activeOwners(trial, "sole")).length !== 1) trial.blocked("the owner is not listed")
    const response = await take(trial)
    trial.expect(response.status < 500, "accepted or refused", response)
    trial.note(title, `status ${response.status}`)
    const active = await activeOwners(trial, "sole")
    trial.expect(active.length >= 1, "the budget has an active owner", active)
  },
})

const otherwise: ReadonlyArray<Row> = [
  {
    id: "budget-owners.always-one.invite-accepted",
    requirement: "budget-owners.always-one",
    title: "A budget whose only owner is an invite has an owner still when it is accepted",
    scenario: owned,
    needs: ["accept-invite"],
    run: async (trial: Trial) => {
      const ann = ownerId(trial, "mixed", "ann")
      need(trial, await removeOwner(trial, "mixed", ann), "removing one of two owners")
      await accept(trial, trial.business, idOf(trial, "invites", "zoe"))
      const active = await activeOwners(trial, "mixed")
      trial.expect(active.length >= 1, "the budget has an active owner", active)
    },
  },
  lastOwnerRow(
    "user-removed",
    "ann",
    "The deletion of a user who is the only owner leaves an owner",
    (trial) =>
      trial.business.call("users.remove", { path: { user_id: idOf(trial, "users", "ann") } }),
  ),
  lastOwnerRow(
    "invite-cancelled",
    { invite: "zoe" },
    "The cancellation of an invite that is the only owner leaves an owner",
    (trial) =>
      trial.business.call("invites.cancel", { path: { invite_id: idOf(trial, "invites", "zoe") } }),
  ),
]

interface Again {
  readonly name: string
  readonly budget: string
  readonly of: string
  readonly body: (trial: Trial, key: string) => Json
}

const again: ReadonlyArray<Again> = [
  { name: "user", budget: "pair", of: "bob", body: userBody },
  { name: "invite", budget: "mixed", of: "zoe", body: inviteBody },
]

/** Removes an owner and adds the same person again. */
const removedAndAdded = async (trial: Trial, { budget, of, body }: Again): Promise<Json> => {
  const id = ownerId(trial, budget, of)
  if (withId(await listedOwners(trial, budget), id).length === 0) {
    trial.blocked("the owner is not listed")
  }
  need(trial, await removeOwner(trial, budget, id), "removing an owner")
  return need(trial, await addOwner(trial, budget, body(trial, of)), "adding the owner again").body
}

const reinstated = (person: Again): ReadonlyArray<Row> => [
  {
    id: `budget-owners.reinstates.${person.name}`,
    requirement: "budget-owners.reinstates",
    title: `An owner (${person.name}) added again has the id of before`,
    scenario: owned,
    run: async (trial: Trial) => {
      const id = ownerId(trial, person.budget, person.of)
      const owner = await removedAndAdded(trial, person)
      trial.expect(String(owner?.id) === id, `the answer's id is ${id}`, owner)
      const active = await activeOwners(trial, person.budget)
      trial.expect(withId(active, id).length === 1, `${id} is listed as active`, active)
    },
  },
  {
    id: `budget-owners.no-duplicate.${person.name}`,
    requirement: "budget-owners.no-duplicate",
    title: `An owner (${person.name}) removed and added thrice is listed once`,
    scenario: owned,
    run: async (trial: Trial) => {
      const before = idsOf(await listedOwners(trial, person.budget))
      for (const _ of [1, 2, 3]) await removedAndAdded(trial, person)
      const all = await listedOwners(trial, person.budget)
      trial.expect(all.length === before.length, `${before.length} owners are listed`, all)
      const active = all.filter((owner) => owner?.is_deleted !== true)
      trial.expect(active.length === before.length, `${before.length} of them active`, all)
    },
  },
]

const addedAtOnce: Row = {
  id: "budget-owners.no-duplicate.at-once",
  requirement: "budget-owners.no-duplicate",
  title: "An owner who was removed, and is added by ten at the same moment, is listed once",
  scenario: owned,
  run: async (trial: Trial) => {
    const id = ownerId(trial, "pair", "bob")
    const before = (await listedOwners(trial, "pair")).length
    need(trial, await removeOwner(trial, "pair", id), "removing an owner")
    const body = userBody(trial, "bob")
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => addOwner(trial, "pair", body)),
    )
    if (!responses.some(isSuccess)) trial.blocked("none of ten additions was accepted")
    const all = await listedOwners(trial, "pair")
    trial.expect(all.length === before, `${before} owners are listed`, all)
  },
}

export const budgetOwners = checksOf("rules", [
  ...theLast,
  raced("two", ["ann", "bob"], 20),
  raced("three", ["ann", "bob", "cal"], 10),
  ...otherwise,
  ...again.flatMap(reinstated),
  addedAtOnce,
])

import * as ids from "../reference/ids.ts"
import { rules } from "../reference/rules.ts"
import { type Json, list, pretending, sleep } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

export const owners: ReadonlyArray<Mutant> = [
  {
    name: "last-owner-removed",
    breaks: "the last owner of a budget is removed",
    names: ["budget-owners.last", "budget-owners.always-one", "budget-owners.last.no-effect"],
    rules: () => ({
      removeOwner: (_, owner) => {
        owner.is_deleted = true
      },
    }),
  },
  {
    name: "last-owners-race",
    breaks: "two simultaneous removals of owners both succeed",
    names: ["budget-owners.always-one"],
    rules: () => ({
      removeOwner: async (budget, owner, now) => {
        const others = budget.owners.filter((one) => one !== owner && !one.is_deleted)
        if (others.length === 0) return rules.removeOwner(budget, owner, now)
        await sleep(5)
        owner.is_deleted = true
      },
    }),
  },
  {
    name: "last-owner-refused-but-gone",
    breaks: "the last owner's removal is refused, but applied",
    names: ["budget-owners.last.no-effect", "budget-owners.always-one"],
    rules: () => ({
      removeOwner: async (budget, owner, now) => {
        try {
          await rules.removeOwner(budget, owner, now)
        } finally {
          owner.is_deleted = true
        }
      },
    }),
  },
  {
    name: "last-owner-deleted",
    breaks: "the deletion of a user leaves a budget without an owner",
    names: ["budget-owners.always-one", "budget-owners.last"],
    rules: () => ({ orphaned: () => [] }),
  },
  {
    name: "reinstated-anew",
    breaks: "an owner who comes back has a new record",
    names: ["budget-owners.reinstates", "budget-owners.no-duplicate"],
    rules: () => ({
      addOwner: (budget, person, now) => {
        const made = { id: ids.text("o"), person, is_deleted: false, created: now, updated: now }
        budget.owners.push(made)
        return made
      },
    }),
  },
  {
    name: "reinstated-twice",
    breaks: "an owner who comes back is listed twice",
    names: ["budget-owners.no-duplicate"],
    rules: () => ({
      addOwner: (budget, person, now) => {
        const before = budget.owners.length
        const owner = rules.addOwner(budget, person, now)
        if (budget.owners.length === before) budget.owners.push({ ...owner, id: ids.text("o") })
        return owner
      },
    }),
  },
  {
    name: "invited-owner-unlisted",
    breaks: "an owner who is a pending invite is not listed",
    names: ["budget-owners.invite", "budget-owners.list"],
    edge: list(["owners"], (body) => {
      const results = body.results.filter((owner: Json) => !owner.invite)
      return { ...body, count: body.count - (body.results.length - results.length), results }
    }),
  },
  {
    name: "owner-not-added",
    breaks: "an owner who was added is not listed",
    names: ["budget-owners.add", "budget-owners.reinstates"],
    edge: pretending("POST", ["owners"]),
  },
  {
    name: "users-who-own-unlisted",
    breaks: "an owner who is a user is not listed",
    names: ["budget-owners.user", "budget-owners.list"],
    edge: list(["owners"], (body) => {
      const results = body.results.filter((owner: Json) => !owner.user)
      return { ...body, count: body.count - (body.results.length - results.length), results }
    }),
  },
  {
    name: "owner-not-removed",
    breaks: "a removed owner is still an owner",
    names: ["budget-owners.remove"],
    edge: pretending("DELETE", ["owner"]),
  },
]

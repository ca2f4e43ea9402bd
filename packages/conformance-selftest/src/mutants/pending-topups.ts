import { querying, records, responseBody } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const names = ["conventions.waiting-topups"]

export const waiting: ReadonlyArray<Mutant> = [
  {
    name: "waiting-topups-of-everybody",
    breaks: "everybody sees all topups of the business",
    names,
    rules: () => ({ seesTopup: () => true }),
  },
  {
    name: "waiting-topups-hidden-from-owners",
    breaks: "an owner sees only what they asked for",
    names,
    rules: () => ({ seesTopup: ({ user }, { by }) => user !== null && by?.user === user }),
  },
  {
    name: "everybody-can-decide",
    breaks: "whoever sees a topup can decide",
    names,
    edge: records(["waiting"], (topup) => ({ ...topup, can_decide: true })),
  },
  {
    name: "waiting-topups-without-member",
    breaks: "a member's topup is shown as its budget's",
    names,
    edge: records(["waiting"], (topup) => ({ ...topup, member: null })),
  },
  {
    name: "waiting-topups-of-any-status",
    breaks: "the status that is asked for does not count",
    names,
    edge: querying(["waiting"], (query) => query.delete("status")),
  },
  {
    name: "waiting-topups-uncounted",
    breaks: "the count is that of the page",
    names,
    edge: responseBody("GET", ["waiting"], (body) => ({
      ...body,
      count: body.results?.length ?? 0,
    })),
  },
]

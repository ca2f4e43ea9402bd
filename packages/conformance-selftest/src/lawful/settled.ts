import { bodyOf, isAt, querying, retargeted, targetOf } from "../mutants/edges.ts"
import type { Edge } from "../reference/provisioner.ts"
import { type Answered, jsonAnswer } from "../wire.ts"
import type { Lawful } from "./index.ts"

const refused = (code: string): Answered => jsonAnswer(400, { status: 400, code, errors: [] })

const otherZone = /[+-]\d\d:\d\d$/u
/** What some take for white space at an end, and others for a control character. */
const tab = /\t/u

/** The event of a change has a type that no sentence names. */
const [own, another] = ["budget.updated", "budget.changed"] as const

const renamed: Edge = (next) => {
  const asking = querying(["all"], (query) => {
    if (query.get("type") === another) query.set("type", own)
  })(next)
  return async (asked) => {
    const answer = await asking(asked)
    return asked.url.includes("/events")
      ? { ...answer, body: answer.body.replaceAll(`"${own}"`, `"${another}"`) }
      : answer
  }
}

/**
 * Choices that neither the document nor the settlement makes: a check of it that fails before such
 * a server asks for more than its sentence says. They stand before the product, which alone has all
 * that was settled.
 */
export const lawfulOfSettlement: ReadonlyArray<Lawful> = [
  {
    name: "utc-alone",
    does: "refuses a timestamp that is not in UTC",
    edge: (next) => async (asked) =>
      otherZone.test(targetOf(asked).query.get("updated_after") ?? "")
        ? refused("invalid_date_time")
        : next(asked),
  },
  {
    name: "tabs-refused",
    does: "refuses a tab in a name, also at its end",
    edge: (next) => async (asked) => {
      const { name, text, code } = bodyOf(asked) ?? {}
      const isNamed = isAt(asked, ["all"]) && [name, text, code].some((_) => tab.test(`${_}`))
      return isNamed ? refused("control_character") : next(asked)
    },
  },
  { name: "changes-named", does: `calls ${own} ${another}`, edge: renamed },
  {
    name: "inactive-user",
    does: "has a code of its own for a member who is known, but deleted",
    edge: (next) => async (asked) => {
      const answer = await next(asked)
      if (asked.method !== "POST" || !isAt(asked, ["budgets"])) return answer
      const id = bodyOf(asked)?.members?.[0]?.user?.id
      const { authorization = "" } = asked.headers
      const read = { method: "GET", headers: { authorization }, body: Buffer.alloc(0) }
      const found = await next(retargeted({ ...asked, ...read }, { path: `/users/${id}` }))
      return found.status === 200
        ? { ...answer, body: answer.body.replaceAll('"unknown_user"', '"inactive_user"') }
        : answer
    },
  },
]

/** All of them at once. */
export const settledEdge: Edge = lawfulOfSettlement
  .flatMap(({ edge }) => edge ?? [])
  .reduce((before, edge) => (next) => edge(before(next)))

import { bodyOf, isAt, querying, retargeted, targetOf } from "../../mutants/edges.ts"
import type { Edge } from "../../reference/provisioner.ts"
import { type HttpResponse, jsonResponse } from "../../wire.ts"
import type { Choice } from "./choice.ts"

const refused = (code: string): HttpResponse => jsonResponse(400, { status: 400, code, errors: [] })

const otherZone = /[+-]\d\d:\d\d$/u
/** A character that some servers trim as white space and others refuse as a control character. */
const tab = /\t/u

/** Event types that no sentence defines, and their names in this choice. */
const names: ReadonlyArray<readonly [own: string, another: string]> = [
  ["budget.updated", "budget.changed"],
  ["budget.created", "budget.opened"],
]

const renamed: Edge = (next) => {
  const asking = querying(["all"], (query) => {
    const type = query.get("type")
    const [own] = names.find(([, another]) => another === type) ?? []
    if (own !== undefined) query.set("type", own)
    else if (names.some(([known]) => known === type)) query.set("type", "nothing.known")
  })(next)
  return async (request) => {
    const response = await asking(request)
    if (!request.url.includes("/events")) return response
    const body = names.reduce(
      (text, [own, another]) => text.replaceAll(`"${own}"`, `"${another}"`),
      response.body,
    )
    return { ...response, body }
  }
}

/** Keeps a non-breaking space instead of trimming it. */
const spaced: Edge = (next) => async (request) => {
  const response = await next(request)
  const text = request.body.toString()
  return text.includes("\u00a0") && response.status === 201
    ? { ...response, body: response.body.replace(/"Caf\u00e9"/u, '"\u00a0Caf\u00e9\u00a0"') }
    : response
}

/** Choices in what is accepted or refused. */
export const requests: ReadonlyArray<Choice> = [
  {
    name: "utc-alone",
    does: "refuses a timestamp that is not in UTC",
    allowed: "RFC 3339 UTC with milliseconds and `Z`.",
    edge: (next) => async (request) =>
      otherZone.test(targetOf(request).query.get("updated_after") ?? "")
        ? refused("invalid_date_time")
        : next(request),
  },
  {
    name: "tabs-refused",
    does: "refuses a tab in a name, also at its end",
    allowed: "any control character: 400 (line breaks and tabs are allowed in a `description`).",
    edge: (next) => async (request) => {
      const { name, text, code } = bodyOf(request) ?? {}
      const isNamed = isAt(request, ["all"]) && [name, text, code].some((_) => tab.test(`${_}`))
      return isNamed ? refused("control_character") : next(request)
    },
  },
  {
    name: "changes-named",
    does: "calls two events otherwise",
    allowed: "`type` (`topup.approved`, `budget.period_reset`, `transaction.cleared`, …)",
    edge: renamed,
  },
  {
    name: "spaces-that-do-not-break",
    does: "does not take a no-break space for white space",
    allowed: "leading and trailing white space trimmed",
    edge: spaced,
  },
  {
    name: "inactive-user",
    does: "has a code of its own for a member who is known, but deleted",
    allowed: "Every rule violation is 400 with a `code` of its own.",
    edge: (next) => async (request) => {
      const response = await next(request)
      if (request.method !== "POST" || !isAt(request, ["budgets"])) return response
      const id = bodyOf(request)?.members?.[0]?.user?.id
      const { authorization = "" } = request.headers
      const read = { method: "GET", headers: { authorization }, body: Buffer.alloc(0) }
      const found = await next(retargeted({ ...request, ...read }, { path: `/users/${id}` }))
      return found.status === 200
        ? { ...response, body: response.body.replaceAll('"unknown_user"', '"inactive_user"') }
        : response
    },
  },
]

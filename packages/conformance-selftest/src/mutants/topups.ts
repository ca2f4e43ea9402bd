import { rules } from "../reference/rules.ts"
import { jsonResponse } from "../wire.ts"
import { answering, bodyOf, isGood, list, responseBody, sleep } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

export const topups: ReadonlyArray<Mutant> = [
  {
    name: "wrong-kind-accepted",
    breaks: "a topup of the wrong kind is accepted",
    names: ["topups.wrong-kind.budget", "topups.wrong-kind.member", "topups.wrong-kind.no-effect"],
    rules: () => ({ kindFits: () => true }),
  },
  {
    name: "wrong-kind-applied",
    breaks: "a topup of the wrong kind is refused, but applied",
    names: ["topups.wrong-kind.no-effect"],
    rules: () => ({
      kindFits: (budget, ofMember) => {
        const fits = rules.kindFits(budget, ofMember)
        if (!fits) budget.funds.available += 1000
        return fits
      },
    }),
  },
  {
    name: "kinds-turned",
    breaks: "a budget takes the topups of the other kind only",
    names: [
      "topups.wrong-kind.budget",
      "topups.wrong-kind.member",
      "topups.create",
      "topups.of-member.create",
    ],
    rules: () => ({ kindFits: (budget, ofMember) => !rules.kindFits(budget, ofMember) }),
  },
  {
    name: "approval-forgotten",
    breaks: "a topup that needs approval is applied before it",
    names: ["topups.policy"],
    rules: () => ({ needsApproval: () => false }),
  },
  {
    name: "approval-always",
    breaks: "a topup that needs no approval stays pending",
    names: ["topups.automatic", "topups.increase"],
    rules: () => ({ needsApproval: () => true }),
  },
  {
    name: "topups-in-floats",
    breaks: "ten topups of 0.1 are not 1",
    names: ["topups.exact"],
    rules: () => ({
      topUp: (funds, amount) => {
        funds.available = (funds.available / 1000 + amount / 1000) * 1000
      },
    }),
  },
  {
    name: "topups-in-whole-units",
    breaks: "the cents of a topup are lost",
    names: ["topups.exact", "topups.increase"],
    rules: () => ({
      topUp: (funds, amount) => {
        funds.available += Math.trunc(amount / 1000) * 1000
      },
    }),
  },
  {
    name: "topups-lost",
    breaks: "only one of several simultaneous topups is applied",
    names: ["topups.exact", "topups.increase"],
    rules: () => ({
      topUp: async (funds, amount) => {
        const before = funds.available
        await sleep(3)
        funds.available = before + amount
      },
    }),
  },
  {
    name: "decrease-increases",
    breaks: "a negative topup adds",
    names: ["topups.decrease"],
    rules: () => ({
      topUp: (funds, amount) => {
        funds.available += Math.abs(amount)
      },
    }),
  },
  {
    name: "topup-counts-as-spent",
    breaks: "a topup lowers what was spent",
    names: ["topups.only-available"],
    rules: () => ({
      topUp: (funds, amount) => {
        funds.available += amount
        funds.spent -= amount
      },
    }),
  },
  {
    name: "topup-twice",
    breaks: "a topup is applied twice",
    names: ["topups.increase", "topups.list", "topups.exact"],
    edge: answering("POST", ["topups"], async (request, next) => {
      const response = await next(request)
      if (isGood(response)) await next(request)
      return response
    }),
  },
  {
    name: "topups-unlisted",
    breaks: "topups are not listed",
    names: ["topups.list", "topups.of-member.list"],
    edge: list(["topups"], (body) => ({ ...body, count: 0, results: [] })),
  },
  {
    name: "topup-answers-nothing",
    breaks: "the response to a topup is not the topup",
    names: ["topups.created"],
    edge: responseBody("POST", ["topups"], () => ({ ok: true })),
  },
  {
    name: "topup-answers-204",
    breaks: "a successful topup returns 204",
    names: ["topups.status", "topups.created"],
    edge: answering("POST", ["topups"], async (request, next) => {
      const response = await next(request)
      return isGood(response) ? jsonResponse(204, undefined) : response
    }),
  },
  {
    name: "reads-lag",
    breaks: "a budget that was read is shown unchanged for a second",
    names: ["topups.at-once"],
    edge: (next) => {
      const seen = new Map<string, { readonly at: number; readonly body: string }>()
      return answering("GET", ["budget"], async (request) => {
        const key = `${request.url} ${request.headers["authorization"]}`
        const known = seen.get(key)
        const now = performance.now()
        if (known !== undefined && now - known.at < 1000) {
          return jsonResponse(200, bodyOf(known))
        }
        const response = await next(request)
        if (isGood(response)) seen.set(key, { at: now, body: response.body })
        return response
      })(next)
    },
  },
]

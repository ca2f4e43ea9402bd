import { periods } from "../reference/calendar.ts"
import * as ids from "../reference/ids.ts"
import { rules } from "../reference/rules.ts"
import { jsonAnswer } from "../wire.ts"
import {
  answered,
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  pause,
  pretending,
  records,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const both = ["budgets", "budget"] as const

const shown = (
  name: string,
  breaks: string,
  names: ReadonlyArray<string>,
  change: (budget: Json) => Json,
): Mutant => ({
  name,
  breaks,
  names,
  edge: records(both, (record) => ({ ...record, ...change(record) })),
})

const fields: ReadonlyArray<Mutant> = [
  {
    name: "categories-without-limit",
    breaks: "`categories` is filled where a budget does not limit them",
    names: ["budgets.categories.without-limit", "budgets.categories"],
    rules: () => ({
      visibleCategories: (budget, business) => budget.categories ?? business.categories,
    }),
  },
  {
    name: "categories-all-visible",
    breaks: "a budget that limits its categories shows all",
    names: ["budgets.categories", "budgets.limit-categories"],
    rules: () => ({
      visibleCategories: (budget, business) =>
        budget.categories === null ? [] : business.categories,
    }),
  },
  shown(
    "spent-negative",
    "`spent_amount` is negative",
    ["budgets.spent-amount"],
    ({ spent_amount }) => ({ spent_amount: -spent_amount }),
  ),
  shown(
    "available-is-reset",
    "`available_amount` is what the period began with",
    ["budgets.available-amount", "topups.increase", "topups.decrease", "topups.exact"],
    ({ reset_amount }) => ({ available_amount: reset_amount }),
  ),
  {
    name: "spending-moves-nothing",
    breaks: "what is spent leaves a budget as it was",
    names: ["budgets.available-amount", "budgets.spent-amount", "budget-members.by-user.spent"],
    rules: () => ({ spend: () => undefined }),
  },
  shown(
    "limits-never",
    "`has_member_limits` is always false",
    ["budgets.has-member-limits", "budgets.toggle"],
    () => ({ has_member_limits: false }),
  ),
  shown("rollover-never", "`rollover_funds` is always false", ["budgets.rollover-funds"], () => ({
    rollover_funds: false,
  })),
  shown(
    "budgets-never-deleted",
    "a deleted budget is not shown as such",
    ["budgets.is-deleted", "budgets.deleted"],
    () => ({ is_deleted: false }),
  ),
  shown(
    "budget-fields-missing",
    "a budget shows no custom field",
    ["budgets.custom-fields", "custom-field-budgets.shown"],
    () => ({ custom_fields: [] }),
  ),
  {
    name: "subscriptions-unlisted",
    breaks: "budgets of type SUBSCRIPTION are not listed",
    names: ["budgets.every", "budgets.budget-type"],
    edge: list(["budgets"], (body) => {
      const results = body.results.filter((one: Json) => one.budget_type === "BUDGET")
      return { ...body, count: body.count - (body.results.length - results.length), results }
    }),
  },
  {
    name: "get-stale-name",
    breaks: "a budget alone has another name than in the list",
    names: ["budgets.get", "budgets.name"],
    edge: answered("GET", ["budget"], (budget) => ({ ...budget, name: `${budget.name} (old)` })),
  },
]

const cadences: ReadonlyArray<Mutant> = [
  {
    name: "july-in-january",
    breaks: "JULY_FINANCIAL_YEAR resets on 1 January",
    names: ["budget-periods.july"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "JULY_FINANCIAL_YEAR"
          ? periods.ANNUALLY(now)
          : rules.periodOf(budget, now),
    }),
  },
  {
    name: "april-in-july",
    breaks: "APRIL_FINANCIAL_YEAR resets on 1 July",
    names: ["budget-periods.april"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "APRIL_FINANCIAL_YEAR"
          ? periods.JULY_FINANCIAL_YEAR(now)
          : rules.periodOf(budget, now),
    }),
  },
  {
    name: "fortnights-are-weeks",
    breaks: "a FORTNIGHTLY budget's period is a week",
    names: ["budget-periods.length"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "FORTNIGHTLY" ? periods.WEEKLY(now) : rules.periodOf(budget, now),
    }),
  },
  {
    name: "quarters-are-months",
    breaks: "a QUARTERLY budget's period is a month",
    names: ["budget-periods.length"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "QUARTERLY" ? periods.MONTHLY(now) : rules.periodOf(budget, now),
    }),
  },
  shown(
    "period-ended",
    "the current period ended before now",
    ["budget-periods.end"],
    ({ current_period_start }) => ({ current_period_end: current_period_start }),
  ),
  shown(
    "period-turned",
    "the current period's start and end are interchanged",
    ["budget-periods.start", "budget-periods.end"],
    ({ current_period_start, current_period_end }) => ({
      current_period_start: current_period_end,
      current_period_end: current_period_start,
    }),
  ),
  {
    name: "never-resets",
    breaks: "at the end of a period nothing is reset",
    names: ["budget-periods.reset"],
    rules: () => ({ reset: () => undefined }),
  },
  {
    name: "rollover-for-all",
    breaks: "unspent funds roll over where they must not",
    names: ["budget-periods.reset"],
    rules: () => ({ reset: (funds) => rules.reset(funds, true) }),
  },
  {
    name: "rollover-for-none",
    breaks: "unspent funds do not roll over where they must",
    names: ["budget-periods.rollover"],
    rules: () => ({ reset: (funds) => rules.reset(funds, false) }),
  },
]

const ownerships: ReadonlyArray<Mutant> = [
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
    breaks: "two owners who are removed at once both go",
    names: ["budget-owners.always-one"],
    rules: () => ({
      removeOwner: async (budget, owner, now) => {
        const others = budget.owners.filter((one) => one !== owner && !one.is_deleted)
        if (others.length === 0) return rules.removeOwner(budget, owner, now)
        await pause(5)
        owner.is_deleted = true
      },
    }),
  },
  {
    name: "last-owner-refused-but-gone",
    breaks: "the last owner's removal is refused, and done",
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
    name: "owner-not-removed",
    breaks: "an owner who was removed is an owner still",
    names: ["budget-owners.remove"],
    edge: pretending("DELETE", ["owner"]),
  },
]

const topups: ReadonlyArray<Mutant> = [
  {
    name: "wrong-kind-accepted",
    breaks: "a topup of the wrong kind is accepted",
    names: ["topups.wrong-kind.budget", "topups.wrong-kind.member", "topups.wrong-kind.no-effect"],
    rules: () => ({ kindFits: () => true }),
  },
  {
    name: "wrong-kind-applied",
    breaks: "a topup of the wrong kind is refused, and applied",
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
    names: ["topups.wrong-kind.budget", "topups.wrong-kind.member", "topups.create"],
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
    breaks: "a topup that needs no approval waits for it",
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
    breaks: "of topups at the same time only one counts",
    names: ["topups.exact", "topups.increase"],
    rules: () => ({
      topUp: async (funds, amount) => {
        const before = funds.available
        await pause(3)
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
    edge: answering("POST", ["topups"], async (asked, next) => {
      const answer = await next(asked)
      if (isGood(answer)) await next(asked)
      return answer
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
    breaks: "the answer to a topup is not the topup",
    names: ["topups.created"],
    edge: answered("POST", ["topups"], () => ({ ok: true })),
  },
  {
    name: "topup-answers-204",
    breaks: "a topup that was made is answered with 204",
    names: ["topups.status", "topups.created"],
    edge: answering("POST", ["topups"], async (asked, next) => {
      const answer = await next(asked)
      return isGood(answer) ? jsonAnswer(204, undefined) : answer
    }),
  },
  {
    name: "reads-lag",
    breaks: "a budget that was read is shown as it was, for a second",
    names: ["topups.at-once"],
    edge: (next) => {
      const seen = new Map<string, { readonly at: number; readonly body: string }>()
      return answering("GET", ["budget"], async (asked) => {
        const key = `${asked.url} ${asked.headers["authorization"]}`
        const known = seen.get(key)
        const now = performance.now()
        if (known !== undefined && now - known.at < 1000) {
          return jsonAnswer(200, bodyOf(known))
        }
        const answer = await next(asked)
        if (isGood(answer)) seen.set(key, { at: now, body: answer.body })
        return answer
      })(next)
    },
  },
]

export const budgets = [...fields, ...cadences, ...ownerships, ...topups]

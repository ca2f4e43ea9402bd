import { isDeepStrictEqual } from "node:util"
import {
  type Actor,
  BudgetMembers,
  Budgets,
  CustomFieldBudgets,
  CustomFieldOptions,
  CustomFields,
  Events,
  operator,
  Statements,
  Topups,
  Users,
} from "@outlay/domain"
import type { EventFilter } from "@outlay/domain/fields"
import type { Unexplained } from "@outlay/domain/rules"
import { Effect } from "effect"
import fc from "fast-check"
import { expect } from "vitest"
import { examined, nothingFound } from "../examined.ts"
import { type Command, commandOf, prologue } from "./commands.ts"
import { Known } from "./known.ts"
import { type Names, names, type State, state, totals } from "./state.ts"
import { memorySide, type Outcome, type Side, start, type Time } from "./world.ts"

/** Passage of time before a command. */
type Step = { readonly ms: number } | { readonly toEndOfPeriod: number; readonly ms: number }

const day = 86_400_000
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ms: fc.constantFrom(0, 0, 0, 1, 1_000, day, 31 * day, 100 * day) }),
  fc.record({ toEndOfPeriod: fc.nat({ max: 9 }), ms: fc.constantFrom(0, 1) }),
)

const scripts = (commands: fc.Arbitrary<Command>) =>
  fc.array(fc.record({ step: steps, command: commands }), {
    minLength: 1,
    maxLength: 60,
    size: "max",
  })

type Script = ReadonlyArray<{ readonly step: Step; readonly command: Command }>

type Work = Parameters<Side["run"]>[1]

const namesOf = (side: Side): Promise<Names> => side.read(operator, names)

const goOn = (time: Time, step: Step, { each }: Names): void => {
  if ("toEndOfPeriod" in step) {
    const ends = each
      .flatMap(({ budgets }) => budgets.flatMap((_) => _.current_period_end ?? []))
      .map((end) => Date.parse(end))
      .filter((end) => end > time.millis)
    time.millis = ends[step.toEndOfPeriod % ends.length] ?? time.millis
  }
  time.millis += step.ms
}

/** Lists that anyone can request, with paging; this also catches up periods. */
const lists = (known: Known) =>
  Effect.gen(function* () {
    const page = { offset: 1, limit: 2 }
    const budgets = yield* Budgets
    const members = yield* BudgetMembers
    const users = yield* Users
    const topups = yield* Topups
    const statements = yield* Statements
    const fields = yield* CustomFields
    const options = yield* CustomFieldOptions
    const links = yield* CustomFieldBudgets
    const query = { start_date: "2026-01-01", end_date: "2026-12-31" }
    return {
      budgets: yield* Effect.forEach(known.clients, (_) =>
        budgets.list(_, { is_deleted: false }, page),
      ),
      members: yield* Effect.forEach(known.budgets, (_) => members.list(_, {}, page)),
      memberships: yield* Effect.forEach(known.users, (_) => users.memberships(_, {}, page)),
      topups: yield* Effect.forEach(known.budgets, (_) =>
        topups.list({ ..._, budget_member_id: null }, page),
      ),
      statements: yield* Effect.forEach(known.clients, (_) => statements.get(_, query, page)),
      fields: yield* Effect.forEach(known.clients, (_) => fields.list(_, page)),
      options: yield* Effect.forEach(known.fields, (_) => options.list(_, page)),
      links: yield* Effect.forEach(known.fields, (_) => links.list(_, page)),
      events: yield* Effect.forEach(known.clients, eventsOf),
    }
  })

const filters: ReadonlyArray<EventFilter> = [
  {},
  { type: "custom_field_option.deleted" },
  { after_sequence: 20 },
  { type: "topup.created", after_sequence: 20 },
  { type: "budget.period_reset", min_created: "2026-02-01T00:00:00.000Z" },
  { max_created: "2026-03-01T00:00:00.000Z" },
]

/** Events of the audit trail without ids, because each storage creates its own. */
const eventsOf = (client_id: number) =>
  Effect.forEach(filters, (filter) =>
    Effect.map(
      Events.use((_) => _.list(client_id, filter, { offset: 2, limit: 100 })),
      ({ count, results }) => ({
        count,
        results: results.map(({ id: _, hash: __, ...event }) => event),
      }),
    ),
  )

/** Runs a script on memory and on a side; compares every result and, at the end, everything. */
const compare = async (sideAt: (time: Time) => Side, script: Script): Promise<void> => {
  const time = { millis: start }
  const [memory, other] = [memorySide(time), sideAt(time)]
  const given: Array<string> = []
  const agree = async (actor: Actor, work: Work): Promise<Outcome> => {
    const expected = await memory.run(actor, work)
    const actual = await other.run(actor, work)
    // Most are equal, which Node.js finds quickly.
    if (!isDeepStrictEqual(actual, expected)) {
      expect({ given, actual }).toEqual({ given, actual: expected })
    }
    return expected
  }
  try {
    let seen = await namesOf(memory)
    for (const { step, command } of [...prologue.map(atOnce), ...script]) {
      goOn(time, step, seen)
      given.push(`${new Date(time.millis).toISOString()} ${command.name}`)
      const known = Known.of(seen)
      const outcome = await agree(command.actor(known), command.work(known))
      if ("success" in outcome && !command.dry) seen = await namesOf(memory)
    }
    await agree(operator, state)
    await agree(operator, lists(Known.of(seen)))
    await agree(operator, state)
    for (const side of [memory, other]) expectBalanced(await side.read(operator, state))
    for (const client_id of Known.of(seen).clients) {
      for (const side of [memory, other]) {
        const found = await side.run(operator, foundIn(client_id, Known.of(seen)))
        expect({ given, found }).toEqual({ given, found: { success: nothingFound } })
      }
    }
  } finally {
    await Promise.all([memory.close(), other.close()])
  }
}

/** The findings in the books, except people of other businesses, who are not shown in topups. */
const foundIn = (client_id: number, { users }: Known) => {
  const own = new Set(users.filter((_) => _.client_id === client_id).map((_) => _.user_id))
  const isStranger = ({ field, found }: Unexplained) =>
    (field === "requested_by" || field === "actioned_by") && !own.has(Number(found))
  return Effect.map(examined(client_id), ({ unexplained, ...found }) => ({
    ...found,
    unexplained: unexplained?.filter((_) => !isStranger(_)),
  }))
}

const atOnce = (command: Command) => ({ step: { ms: 0 }, command })

const expectBalanced = ({ businesses, each }: State): void => {
  for (const [index, { currency }] of businesses.results.entries()) {
    const business = each[index]
    if (business === undefined) throw new Error("a business is missing")
    const { stored, recomputed } = totals(business, currency)
    expect(stored).toEqual(recomputed)
  }
}

/**
 * Returns a test that random commands have the same results in memory and on a side, empty each
 * time. After `limit` milliseconds no other script begins; one always ends, however slow the
 * machine is.
 */
export const agreeOn =
  (sideAt: (time: Time) => Side, runs: number, limit: number) =>
  (commands: Parameters<typeof commandOf>[0]) =>
  () => {
    const began = performance.now()
    let compared = 0
    return fc.assert(
      fc.asyncProperty(scripts(commandOf(commands)), async (script) => {
        if (compared > 0 && performance.now() - began > limit) return
        await compare(sideAt, script)
        compared += 1
      }),
      { numRuns: runs },
    )
  }

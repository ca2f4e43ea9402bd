import {
  BudgetMembers,
  Budgets,
  Businesses,
  Notifications,
  Reassessments,
  Tokens,
  Topups,
  Transactions,
  UnitOfWork,
  Users,
  Wallets,
} from "@outlay/domain"
import {
  filterStatuses,
  type MemberInput,
  type ReceivedFile,
  type RecordTransaction,
} from "@outlay/domain/fields"
import { atAnInstantOfItsOwn, ResetsPerUnit } from "@outlay/domain/ports"
import { decimalsOf, startOfDay } from "@outlay/domain/rules"
import { BigDecimal, Clock, Effect, Fiber } from "effect"
import { categoriesOf } from "../operations/categories.ts"
import { everything } from "../operations/pages.ts"
import { reportingStop } from "../stop.ts"
import { count, type Progress, pace } from "../terminal.ts"
import { turnedClock } from "./clock.ts"
import { lines, paymentTypesOf, people } from "./company.ts"
import { doChore, makeBooks, makeFields, type Office } from "./office.ts"
import { firstDay, type Happening, planSteps, type Step } from "./plan.ts"
import { attachReceipt, linksOf, storeReceipts } from "./receipts.ts"

export interface DemoOptions {
  readonly name: string
  readonly seed: number
  /** Number of months before the end at which the demo begins. */
  readonly months: number
  /** End of the demo: a timestamp that is not in the future. */
  readonly until: string
  /** Name and expiry of the token; defaults to `demoToken`, which does not expire. */
  readonly token?: { readonly name: string; readonly expires_at: string }
}

/** The business that was made, with a token that is shown only once. */
export interface Demo {
  readonly client_id: number
  readonly name: string
  readonly token: string
  readonly users: number
  readonly budgets: number
  readonly transactions: number
}

const decimal = (minor: number, currency: string): BigDecimal.BigDecimal =>
  BigDecimal.make(BigInt(minor), decimalsOf(currency))

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z]+/gu, "")

/** Name of the token that is created last: a demo business without it is incomplete. */
export const demoToken = "Demonstration"

/** Number of steps per unit of work, which is one commit. */
const stepsPerUnit = 200

/**
 * Makes the demo business through the same services as all other callers. The clock is set to the
 * time of each step.
 */
export const makeDemo = (options: DemoOptions, progress: Progress) =>
  Effect.suspend(() => {
    const soFar: SoFar = { client_id: null, steps: 0, of: 0 }
    return make(options, progress, soFar).pipe(reportingStop(() => saidOf(options, soFar)))
  })

/** Progress, reported to the person who interrupts the command. */
interface SoFar {
  client_id: number | null
  steps: number
  of: number
}

const saidOf = ({ name }: DemoOptions, { client_id, steps, of }: SoFar): string =>
  client_id === null
    ? "No business was created. Run it again."
    : `Business ${client_id}, "${name}", has ${count(steps)} of ${count(of)} steps, and stays ` +
      "incomplete. Run it again for another, complete business, or use another --database-url."

const make = (options: DemoOptions, { show }: Progress, soFar: SoFar) =>
  Effect.gen(function* () {
    const real = yield* Clock.Clock
    const { until } = options
    const plan = { seed: options.seed, months: options.months, until }
    const { clock, turn } = turnedClock(real, startOfDay(firstDay(plan)))
    const { atomically } = yield* UnitOfWork
    const steps = planSteps(plan)
    const made = yield* Effect.gen(function* () {
      show("making the business")
      const company = yield* atomically(makeCompany(options.name))
      soFar.client_id = company.client_id
      soFar.of = steps.length
      const act = makeActor(company, until, turn)
      const began = performance.now()
      const { name, seed } = options
      const owner = { client_id: company.client_id, name, seed, until }
      const store = (from: number) => storeReceipts(owner, steps.slice(from, from + stepsPerUnit))
      let files = yield* store(0)
      for (let done = 0; done < steps.length; done += stepsPerUnit) {
        // Receipts of the next unit are stored while this unit runs.
        const next = yield* Effect.forkChild(store(done + stepsPerUnit))
        const now = steps.slice(done, done + stepsPerUnit)
        yield* atomically(Effect.forEach(now, (step) => act(step, files), { discard: true }))
        files = yield* Fiber.join(next)
        soFar.steps = Math.min(done + stepsPerUnit, steps.length)
        const seconds = (performance.now() - began) / 1000
        const how = pace({ done: soFar.steps, total: steps.length, seconds })
        show(`${count(soFar.steps)} of ${count(steps.length)} steps${how}`)
        yield* Effect.yieldNow
      }
      turn(until)
      yield* Budgets.use((_) => _.catchUpAll(company.client_id))
      yield* Reassessments.use((_) => _.proceed())
      return company
    }).pipe(
      Effect.provideService(Clock.Clock, clock),
      // The clock advances within a unit, so period resets must not restart it.
      Effect.provideService(ResetsPerUnit, Number.POSITIVE_INFINITY),
    )
    const { client_id } = made
    // A service that starts now has no old notifications to send.
    yield* Notifications.use((_) => _.settle(client_id))
    const issued = yield* Tokens.use((_) =>
      _.create(client_id, {
        name: demoToken,
        ...options.token,
        role_id: made.admin_role,
        user_id: made.users[0] ?? null,
      }),
    )
    const { count: transactions } = yield* Transactions.use((_) =>
      _.list(client_id, { status: filterStatuses }, { offset: 0, limit: 1 }),
    )
    const demo: Demo = {
      client_id,
      name: options.name,
      token: issued.token,
      users: made.users.length,
      budgets: made.budgets.length,
      transactions,
    }
    return demo
  })

interface Company {
  readonly client_id: number
  readonly admin_role: string
  /** Ids in the order of `people`. */
  readonly users: ReadonlyArray<number>
  /** Budgets in the order of `lines`, with the ids of their members in the order of the members. */
  readonly budgets: ReadonlyArray<{ readonly id: string; readonly members: ReadonlyArray<number> }>
  /** Ids by name. */
  readonly categories: ReadonlyMap<string, string>
  readonly taxes: ReadonlyMap<string, string>
  readonly office: Office
}

/** Creates the business as it is on its first day: people, wallets and budgets. */
const makeCompany = Effect.fnUntraced(function* (name: string) {
  const { client_id, roles } = yield* Businesses.use((_) =>
    _.create({ name, currency: "AUD", features: { expense_assistant: true, itemised_tax: true } }),
  )
  yield* Wallets.use((_) => _.create({ client_id, currency: "USD" }))
  const roleOf = (roleName: string) => roles.find((role) => role.name === roleName)?.id ?? ""
  const users = yield* Effect.forEach(people, ([first_name, last_name, role]) =>
    Users.use((_) =>
      _.create(client_id, {
        first_name,
        last_name,
        email: `${slug(first_name)}.${slug(last_name)}@demo.example`,
        role_id: roleOf(role),
        payment_types: paymentTypesOf(role),
      }),
    ).pipe(Effect.map(({ id }) => id)),
  )
  const categories = yield* categoriesOf(client_id, (category) => category)
  const taxes = yield* makeBooks(client_id, categories)
  const budgets = yield* Effect.forEach(lines, (line) =>
    makeBudget(client_id, line, users, categories),
  )
  const budgetOf = (budgetName: string) =>
    budgets[lines.findIndex((line) => line.name === budgetName)] ?? { id: "", members: [] }
  const office: Office = { client_id, roleOf, users, budgetOf, categories }
  yield* makeFields(office)
  const company: Company = {
    ...{ client_id, admin_role: roleOf("Admin"), users, budgets, categories, taxes, office },
  }
  return company
})

const makeBudget = Effect.fnUntraced(function* (
  client_id: number,
  line: (typeof lines)[number],
  users: ReadonlyArray<number>,
  categories: ReadonlyMap<string, string>,
) {
  const person = (place: number) => ({ user: { id: users[place] ?? 0 } })
  const each = decimal(line.reset_amount * 100, "AUD")
  const { has_member_limits, members } = line
  const total = has_member_limits ? line.reset_amount * members.length : line.reset_amount
  const names = new Set(line.merchants.map(({ category }) => category))
  const { id } = yield* Budgets.use((_) =>
    _.create(client_id, {
      name: line.name,
      budget_type: line.budget_type,
      reset_period: line.reset_period,
      reset_amount: decimal(total * 100, "AUD"),
      has_member_limits,
      rollover_funds: line.rollover_funds,
      limit_categories: line.limit_categories,
      categories: line.limit_categories
        ? [...names].flatMap((name) => categories.get(name) ?? [])
        : [],
      members: members.map(
        (place): MemberInput => ({
          ...person(place),
          ...(has_member_limits ? { reset_amount: each } : {}),
        }),
      ),
      owners: members.slice(0, line.owners).map(person),
    }),
  )
  const found = yield* everything((page) =>
    BudgetMembers.use((_) => _.list({ client_id, budget_id: id }, {}, page)),
  )
  const memberOf = new Map(
    found.flatMap((row) => (row.user === null ? [] : [[row.user.id, row.id]])),
  )
  return { id, members: members.map((place) => memberOf.get(users[place] ?? 0) ?? 0) }
})

/** Stored receipts by the `external_id` of their transactions. */
type Files = ReadonlyMap<string, ReceivedFile>

/** Returns a function that executes one step at its time. */
const makeActor = (company: Company, until: string, turn: (to: string) => void) => {
  const { client_id, budgets } = company
  const ids = new Map<string, string>()
  const act = Effect.fnUntraced(function* (step: Step, files: Files) {
    switch (step.kind) {
      case "transaction": {
        const { transaction } = yield* Transactions.use((_) =>
          _.record(client_id, { ...rowOf(company, step), receipt_urls: linksOf(step, until) }),
        )
        ids.set(step.external_id, transaction.id)
        const file = files.get(step.external_id)
        if (file !== undefined) yield* attachReceipt(client_id, transaction.id, file)
        return
      }
      case "refund": {
        const transaction_id = ids.get(step.of) ?? ""
        const amount = step.amount === null ? {} : { amount: decimal(step.amount, "AUD") }
        return yield* Transactions.use((_) => _.refund({ client_id, transaction_id }, amount))
      }
      case "chore":
        return yield* doChore(step.what, company.office, step.at)
      case "topup": {
        const budget = budgets[step.budget]
        const budget_member_id = step.member === null ? null : (budget?.members[step.member] ?? 0)
        return yield* Topups.use((_) =>
          _.create(
            { client_id, budget_id: budget?.id ?? "", budget_member_id },
            { amount: decimal(step.amount, "AUD"), description: step.description },
          ),
        )
      }
    }
  })
  return (step: Step, files: Files) =>
    Effect.suspend(() => {
      turn(step.at)
      return atAnInstantOfItsOwn(act(step, files))
    })
}

/** Returns a transaction of the plan as the operator's row. */
const rowOf = (
  { users, budgets, categories, taxes }: Company,
  step: Happening,
): RecordTransaction => ({
  external_id: step.external_id,
  transaction_type: step.transaction_type,
  status: step.status,
  auth_date: step.auth_date,
  cleared_date: step.cleared_date,
  merchant_name: step.merchant_name,
  amount: decimal(step.amount, "AUD"),
  currency: step.currency,
  fx_amount: decimal(step.fx_amount, step.currency),
  gst: decimal(step.gst, "AUD"),
  user_id: step.user === null ? null : (users[step.user] ?? null),
  budget_id: step.budget === null ? null : (budgets[step.budget]?.id ?? null),
  attendees: step.attendees,
  custom_fields: step.custom_fields,
  line_items: step.items.map(({ amount, gst_amount, category, tax, description }) => ({
    amount: decimal(amount, "AUD"),
    gst_amount: decimal(gst_amount, "AUD"),
    ...(category === null ? {} : { category_id: categories.get(category) ?? null }),
    ...(tax === null ? {} : { tax_rate_id: taxes.get(tax) ?? null }),
    description,
  })),
})

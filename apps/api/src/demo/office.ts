import {
  AccountingCodes,
  type Actor,
  BudgetMembers,
  Budgets,
  Categories,
  CurrentActor,
  CustomFieldBudgets,
  CustomFieldOptions,
  CustomFields,
  Invites,
  Policies,
  TaxRates,
  Tokens,
  Topups,
  Transactions,
  Users,
} from "@outlay/domain"
import { addDays, dayOf } from "@outlay/domain/rules"
import { BigDecimal, Effect } from "effect"
import {
  absence,
  assistants,
  type Chore,
  cardRequests,
  codes,
  fields,
  invites,
  lastOrders,
  policies,
  requests,
  taxes,
} from "./back-office.ts"
import { people } from "./company.ts"

/** The business as the office sees it: ids by name, or in the order of the lists. */
export interface Office {
  readonly client_id: number
  readonly roleOf: (name: string) => string
  readonly users: ReadonlyArray<number>
  readonly budgetOf: (name: string) => {
    readonly id: string
    readonly members: ReadonlyArray<number>
  }
  /** Ids by name. */
  readonly categories: ReadonlyMap<string, string>
}

const whole = (amount: number) => BigDecimal.make(BigInt(amount), 0)

/** Creates accounting codes with their categories, and tax rates. Returns ids by name. */
export const makeBooks = Effect.fnUntraced(function* (
  client_id: number,
  categories: ReadonlyMap<string, string>,
) {
  for (const [code, name, ...mapped] of codes) {
    const { accounting_code } = yield* AccountingCodes.use((_) =>
      _.upsert(client_id, { code, name }),
    )
    for (const category of mapped) {
      const key = { client_id, category_id: categories.get(category) ?? "" }
      yield* Categories.use((_) => _.map(key, { accounting_code_id: accounting_code.id }))
    }
  }
  const rates = yield* Effect.forEach(taxes, (tax) =>
    TaxRates.use((_) => _.create(client_id, { ...tax, is_enabled: true })),
  )
  return new Map(rates.map(({ id, name }) => [name, id]))
})

/** Creates the custom fields with their options, and links them to budgets. */
export const makeFields = Effect.fnUntraced(function* ({ client_id, budgetOf }: Office) {
  for (const { name, field_type, options, closed, budgets } of fields) {
    const field = yield* CustomFields.use((_) =>
      _.create(client_id, { name, field_type, budget_setting: "SOME" }),
    )
    const key = { client_id, custom_field_id: field.id }
    for (const text of [...options, ...closed]) {
      const option = yield* CustomFieldOptions.use((_) => _.create(key, { text }))
      if (!closed.includes(text)) continue
      const option_id = option.id
      yield* CustomFieldOptions.use((_) => _.update({ ...key, option_id }, { enabled: false }))
    }
    for (const budget of budgets) {
      const budget_id = budgetOf(budget).id
      yield* CustomFieldBudgets.use((_) => _.create({ ...key, budget_id }))
    }
  }
})

/** Creates the policies, so that larger topups need approval from now on. */
const makePolicies = ({ client_id, budgetOf }: Office) =>
  Effect.forEach(
    policies,
    ({ name, budget, above }) =>
      Policies.use((_) =>
        _.create(client_id, {
          name,
          budget_id: budget === null ? null : budgetOf(budget).id,
          above_amount: above === null ? null : whole(above),
        }),
      ),
    { discard: true },
  )

/** Invites people and adds them to their budgets. */
const sendInvites = ({ client_id, roleOf, budgetOf }: Office) =>
  Effect.forEach(
    invites,
    Effect.fnUntraced(function* ({ email, role, budget }) {
      const body = { email, role_id: roleOf(role), payment_types: ["cards"] } as const
      const { id } = yield* Invites.use((_) => _.create(client_id, body))
      if (budget === null) return
      const key = { client_id, budget_id: budgetOf(budget).id }
      yield* BudgetMembers.use((_) => _.create(key, { invite: { id } }))
    }),
    { discard: true },
  )

/** Sets one person out of office with a delegate, and assigns expense assistants. */
const makeAbsence = Effect.fnUntraced(function* ({ client_id, users }: Office, today: string) {
  const keyOf = (place: number) => ({ client_id, user_id: users[place] ?? 0 })
  yield* Users.use((_) =>
    _.update(keyOf(absence.person), {
      out_of_office_mode: true,
      out_of_office_start_date: today,
      out_of_office_end_date: addDays(today, absence.days),
      delegate_approver: keyOf(absence.delegate).user_id,
    }),
  )
  for (const { person, by } of assistants) {
    const expense_delegate = by.map((place) => keyOf(place).user_id)
    yield* Users.use((_) => _.update(keyOf(person), { expense_delegate }))
  }
})

/** Requests topups, and approves or declines some of them. */
const ask = Effect.fnUntraced(function* ({ client_id, users, roleOf, budgetOf }: Office) {
  const actors = new Map<number, Actor>()
  const actorOf = Effect.fnUntraced(function* (place: number) {
    const known = actors.get(place)
    if (known !== undefined) return known
    const of = { user_id: users[place] ?? 0, role_id: roleOf("Manager") }
    const name = `Phone of ${people[place]?.[0]}`
    const { id: token_id } = yield* Tokens.use((_) => _.create(client_id, { name, ...of }))
    const actor: Actor = { type: "token", token_id, ...of, is_admin: false }
    actors.set(place, actor)
    return actor
  })
  for (const { budget, member, amount, description, by, decision } of requests) {
    const { id: budget_id, members } = budgetOf(budget)
    const budget_member_id = member === null ? null : (members[member] ?? 0)
    const target = { client_id, budget_id, budget_member_id }
    const topup = yield* Topups.use((_) =>
      _.create(target, { amount: whole(amount), description }),
    ).pipe(Effect.provideService(CurrentActor, yield* actorOf(by)))
    if (decision === null) continue
    yield* Topups.use((_) => _.act(decision.action, target, topup.id, decision)).pipe(
      Effect.provideService(CurrentActor, yield* actorOf(decision.by)),
    )
  }
})

/** Authorises card payments; the rules decide. */
const useCards = ({ client_id, users, budgetOf, categories }: Office) =>
  Effect.forEach(
    cardRequests,
    ({ budget, person, merchant, category, amount }, n) =>
      Transactions.use((_) =>
        _.authorise(client_id, {
          external_id: `demo-card-${n + 1}`,
          user_id: users[person] ?? 0,
          budget_id: budgetOf(budget).id,
          amount: whole(amount),
          merchant_name: merchant,
          category_id: categories.get(category) ?? null,
        }),
      ),
    { discard: true },
  )

/** Makes purchases that leave a budget nearly empty or overspent. */
const makeLastOrders = ({ client_id, users, budgetOf, categories }: Office, at: string) =>
  Effect.forEach(
    lastOrders,
    Effect.fnUntraced(function* ({ budget, person, merchant, category, left }, n) {
      const budget_id = budgetOf(budget).id
      const { available_amount } = yield* Budgets.use((_) => _.get({ client_id, budget_id }))
      if (available_amount <= left) return
      const amount = BigDecimal.make(BigInt(available_amount - left), 2)
      yield* Transactions.use((_) =>
        _.record(client_id, {
          external_id: `demo-order-${n + 1}`,
          transaction_type: "CARD_TRANSACTION",
          status: "CLEARED",
          ...{ auth_date: at, cleared_date: at, merchant_name: merchant },
          amount: BigDecimal.negate(amount),
          user_id: users[person] ?? 0,
          budget_id,
          line_items: [{ amount, category_id: categories.get(category) ?? null }],
        }),
      )
    }),
    { discard: true },
  )

/** Executes a task of the office in the last days. */
export const doChore = (what: Chore, office: Office, at: string) => {
  switch (what) {
    case "policies":
      return makePolicies(office)
    case "invites":
      return sendInvites(office)
    case "absence":
      return makeAbsence(office, dayOf(at))
    case "cards":
      return useCards(office)
    case "requests":
      return ask(office)
    case "orders":
      return makeLastOrders(office, at)
  }
}

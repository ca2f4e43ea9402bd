import type {
  BudgetSpec,
  BusinessSpec,
  Ids,
  Provisioned,
  RoleSpec,
} from "@outlay/conformance-tests"
import { stated } from "./amounts.ts"
import { type Entities, entities } from "./entities.ts"
import * as ids from "./ids.ts"
import { toppedUp } from "./ledger.ts"
import { type Action, type Business, nowOf, type Role, type State } from "./model.ts"
import { ended } from "./people.ts"
import { addPeople, deletePeople } from "./people-creation.ts"
import { recorded } from "./records.ts"
import type { Rules } from "./rules.ts"
import { addSettings } from "./settings-creation.ts"

const resources = ["people", "invites", "money", "budgets", "topups", "settings"]

const all = (action: Action) => resources.map((resource) => ({ resource, action }))
const changes = (resource: string) =>
  (["create", "update", "delete"] as const).map((action) => ({ resource, action }))

const roles: { readonly [name in RoleSpec]: Omit<Role, "id"> } = {
  admin: {
    name: "Administrator",
    permissions: (["read", "create", "update", "delete"] as const).flatMap(all),
  },
  reader: { name: "Auditor", permissions: all("read") },
  manager: {
    name: "Lead",
    permissions: [...all("read"), ...["budgets", "topups", "invites"].flatMap(changes)],
  },
  least: { name: "Bystander", permissions: [] },
}

const systemCategories = ["Travel", "Meals", "Software", "Office", "Vehicles", "Other"]

const datedNow = (business: { readonly created: number }) => ({
  created: business.created,
  updated: business.created,
})

const businessOf = (spec: BusinessSpec, made: Entities, now: number): Business => {
  const dated = { created: now, updated: now }
  for (const [key, role] of Object.entries(roles)) {
    made.roles.by.set(key, { id: ids.uuid(), ...role })
  }
  return {
    id: ids.number(),
    name: spec.name,
    currency: spec.currency,
    expense_assistant: spec.features.expense_assistant,
    integration: spec.integration,
    roles: [...made.roles.by.values()],
    wallets: [...new Set([spec.currency, ...spec.wallets])].map((currency) => ({
      currency,
      movements: [],
      ...dated,
    })),
    users: [],
    invites: [],
    codes: [],
    categories: systemCategories.map((name) => ({
      id: ids.uuid(),
      name,
      custom: false,
      enabled: true,
      code: null,
      ...dated,
    })),
    fields: [],
    budgets: [],
    transactions: [],
    policies: [],
    ...dated,
  }
}

const addBudget = (rules: Rules, business: Business, made: Entities, spec: BudgetSpec): void => {
  const dated = datedNow(business)
  const {
    key,
    members,
    owners,
    categories,
    custom_fields,
    reset_amount,
    is_deleted: _,
    ...rest
  } = spec
  const funds = (amount: string) => ({ available: stated(amount), spent: 0, reset: stated(amount) })
  const budget = {
    id: ids.text("b"),
    ...rest,
    funds: funds(reset_amount),
    period: { start: business.created, end: business.created },
    over: [],
    categories: categories?.map(made.categories.get) ?? null,
    members: members.map(({ key, reset_amount: own, is_deleted = false, ...person }) => {
      const member = { id: ids.number(), person: made.person(person), funds: funds(own ?? "0") }
      const whole = { ...member, is_deleted, topups: [], ...dated }
      made.budget_members.by.set(key, whole)
      return whole
    }),
    owners: owners.map(({ key, is_deleted = false, ...person }) => {
      const owner = { id: ids.text("o"), person: made.person(person), is_deleted, ...dated }
      made.budget_owners.by.set(key, owner)
      return owner
    }),
    topups: [],
    is_deleted: false,
    ...dated,
  }
  budget.period = rules.periodOf(budget, business.created)
  business.budgets.push(budget)
  made.budgets.by.set(key, budget)
  for (const field of custom_fields) made.custom_fields.get(field).linked.add(budget)
}

const addTopups = async (
  rules: Rules,
  business: Business,
  spec: BusinessSpec,
  made: Entities,
): Promise<void> => {
  for (const { key, budget, member, amount, description } of spec.topups) {
    const dated = datedNow(business)
    const rest = { amount: stated(amount), description, approved: true, by: null, ...dated }
    const topup = { id: ids.number(), ...rest }
    const of = member === undefined ? undefined : made.budget_members.get(member)
    await toppedUp(rules, made.budgets.get(budget), of, topup)
    made.topups.by.set(key, topup)
  }
}

const addTokens = (state: State, business: Business, spec: BusinessSpec, made: Entities) => {
  const tokens: { [key: string]: string } = {}
  for (const { key, role, user, state: standing } of spec.tokens) {
    const text = ids.secret()
    state.tokens.set(text, {
      text,
      business,
      role: made.roles.get(role),
      user: user === undefined ? null : made.users.get(user),
      expires: standing === "expired" ? business.created - 1000 : null,
      revoked: standing === "revoked",
    })
    tokens[key] = text
  }
  return tokens
}

/** Deletes records last, after everything else was created. */
const deleteWhatWent = (business: Business, spec: BusinessSpec, made: Entities): void => {
  deletePeople(business, spec, made)
  for (const { key, is_deleted } of spec.budgets) {
    if (is_deleted !== true) continue
    const budget = made.budgets.get(key)
    budget.is_deleted = true
    ended([budget], () => true, business.created)
  }
}

const kinds = [
  "roles",
  "users",
  "invites",
  "accounting_codes",
  "categories",
  "custom_fields",
  "custom_field_options",
  "budgets",
  "budget_members",
  "budget_owners",
  "transactions",
  "topups",
] as const satisfies ReadonlyArray<keyof Ids>

/** Returns the ids in the format of the contract: text by key. */
const idsOf = (made: Entities): Ids => {
  const texts = (things: ReadonlyMap<string, { readonly id: string | number }>) =>
    Object.fromEntries([...things].map(([key, { id }]) => [key, String(id)]))
  return Object.fromEntries(kinds.map((kind) => [kind, texts(made[kind].by)])) as {
    [kind in keyof Ids]: Ids[kind]
  }
}

/** Creates a business from this specification. */
export const madeBusiness = async (
  state: State,
  rules: Rules,
  spec: BusinessSpec,
): Promise<Provisioned> => {
  const made = entities()
  const business = businessOf(spec, made, nowOf(state))
  addPeople(business, spec, made)
  addSettings(business, spec, made)
  for (const budget of spec.budgets) addBudget(rules, business, made, budget)
  for (const transaction of spec.transactions) {
    made.transactions.by.set(transaction.key, recorded(rules, business, transaction, made))
  }
  await addTopups(rules, business, spec, made)
  for (const { budget, above_amount } of spec.policies) {
    business.policies.push({
      budget: budget === null ? null : made.budgets.get(budget),
      above: above_amount === null ? null : stated(above_amount),
    })
  }
  deleteWhatWent(business, spec, made)
  const tokens = addTokens(state, business, spec, made)
  state.businesses.set(String(business.id), business)
  return { client_id: String(business.id), ids: idsOf(made), tokens, missing: [] }
}

import type {
  AccountingCodeKey,
  BudgetKey,
  CategoryKey,
  CustomFieldBudgetKey,
  CustomFieldKey,
  CustomFieldOptionKey,
  InviteKey,
  MemberKey,
  OwnerKey,
  PolicyKey,
  TableName,
  TokenKey,
  TopupTarget,
  UserKey,
  WebhookKey,
} from "@outlay/domain/fields"
import type { Names } from "./state.ts"

export type Target = TopupTarget

interface RowKey {
  readonly client_id: number
  readonly id: string
}

/** Keys in the results so far; commands refer to them by index. */
export class Known {
  readonly clients: Array<number> = []
  readonly users: Array<UserKey> = []
  readonly tokens: Array<TokenKey> = []
  readonly budgets: Array<BudgetKey> = []
  readonly members: Array<MemberKey> = []
  readonly owners: Array<OwnerKey> = []
  readonly topups: Array<TopupTarget & { readonly topup_id: string }> = []
  readonly transactions: Array<{ readonly client_id: number; readonly transaction_id: string }> = []
  readonly categories: Array<CategoryKey> = []
  readonly codes: Array<AccountingCodeKey> = []
  readonly policies: Array<PolicyKey> = []
  readonly rows = new Map<TableName, Array<RowKey>>()
  readonly invites: Array<InviteKey> = []
  readonly webhooks: Array<WebhookKey> = []
  readonly fields: Array<CustomFieldKey> = []
  readonly options: Array<CustomFieldOptionKey> = []
  readonly roles = new Map<number, ReadonlyArray<string>>()

  /** Returns the keys in these names. */
  static of({ businesses, each }: Names): Known {
    const known = new Known()
    for (const { client_id, roles } of businesses.results) {
      known.clients.push(client_id)
      known.roles.set(
        client_id,
        roles.map((_) => _.id),
      )
    }
    for (const { client_id, ...of } of each) {
      known.users.push(...of.users.map((_) => ({ client_id, user_id: _.id })))
      known.tokens.push(...of.tokens.map((_) => ({ client_id, token_id: _.id })))
      known.categories.push(...of.categories.map((_) => ({ client_id, category_id: _.id })))
      known.codes.push(...of.codes.map((_) => ({ client_id, accounting_code_id: _.id })))
      known.policies.push(...of.policies.map((_) => ({ client_id, policy_id: _.id })))
      for (const { table, ids } of of.resources) {
        const rows = known.rows.get(table) ?? []
        known.rows.set(table, [...rows, ...ids.map((id) => ({ client_id, id }))])
      }
      known.webhooks.push(...of.webhooks.map((_) => ({ client_id, webhook_id: _.id })))
      known.invites.push(...of.invites.map((_) => ({ client_id, invite_id: _.id })))
      for (const { id: custom_field_id, options } of of.fields) {
        const key = { client_id, custom_field_id }
        known.fields.push(key)
        known.options.push(...options.map((_) => ({ ...key, option_id: _.id })))
      }
      known.transactions.push(
        ...of.transactions.results.map((_) => ({ client_id, transaction_id: _.id })),
      )
      for (const [index, { id: budget_id }] of of.budgets.entries()) {
        known.#learnBudget({ client_id, budget_id }, of.ofBudgets[index])
      }
    }
    return known
  }

  #learnBudget(key: BudgetKey, of: Names["each"][number]["ofBudgets"][number] | undefined): void {
    if (of === undefined) return
    this.budgets.push(key)
    this.members.push(...of.members.map((_) => ({ ...key, budget_member_id: _.id })))
    this.owners.push(...of.owners.map((_) => ({ ...key, budget_owner_id: _.id })))
    const topups = [...of.topups, ...of.memberTopups.flatMap(({ results }) => results)]
    this.topups.push(
      ...topups.map(({ id, budget_member_id }) => ({ ...key, budget_member_id, topup_id: id })),
    )
  }

  client(n: number): number {
    return pick(this.clients, n) ?? 1
  }

  role(client: number, n: number): string {
    return pick(this.roles.get(this.client(client)) ?? [], n) ?? "none"
  }

  /** Returns the id of a category of a business; one time in forty, of any business. */
  categoryOf(client_id: number, n: number): string {
    const categories = this.categories.filter((_) => n === 40 || _.client_id === client_id)
    return pick(categories, n)?.category_id ?? "none"
  }

  category(n: number): CategoryKey {
    return pick(this.categories, n) ?? { client_id: 1, category_id: "none" }
  }

  code(n: number): AccountingCodeKey {
    return pick(this.codes, n) ?? { client_id: 1, accounting_code_id: "none" }
  }

  policy(n: number): PolicyKey {
    return pick(this.policies, n) ?? { client_id: 1, policy_id: "none" }
  }

  /** Returns a row of a resource in `resources`. */
  row(table: TableName, n: number): RowKey {
    return pick(this.rows.get(table) ?? [], n) ?? { client_id: 1, id: "none" }
  }

  field(n: number): CustomFieldKey {
    return pick(this.fields, n) ?? { client_id: 1, custom_field_id: "none" }
  }

  option(n: number): CustomFieldOptionKey {
    return pick(this.options, n) ?? { ...this.field(n), option_id: "none" }
  }

  /** Returns the id of an option of a field; one time in forty, of any field. */
  optionOf(custom_field_id: string, n: number): string {
    const options = this.options.filter((_) => n === 40 || _.custom_field_id === custom_field_id)
    return pick(options, n)?.option_id ?? "none"
  }

  /** Returns a field and a budget, of one business except one time in forty. */
  linkOf(field: number, budget: number): CustomFieldBudgetKey {
    const key = this.field(field)
    const own = (_: BudgetKey) => budget === 40 || _.client_id === key.client_id
    return { ...key, budget_id: pick(this.budgets.filter(own), budget)?.budget_id ?? "none" }
  }

  invite(n: number): InviteKey {
    return pick(this.invites, n) ?? { client_id: 1, invite_id: 999 }
  }

  webhook(n: number): WebhookKey {
    return pick(this.webhooks, n) ?? { client_id: 1, webhook_id: "none" }
  }

  /** Returns the id of an invite of a business; one time in forty, of any business. */
  inviteOf(client_id: number, n: number): number {
    const invites = this.invites.filter((_) => n === 40 || _.client_id === client_id)
    return (pick(invites, n) ?? { invite_id: 999 }).invite_id
  }

  user(n: number): UserKey {
    return pick(this.users, n) ?? { client_id: 1, user_id: 1 }
  }

  /** Returns the id of a user of a business; one time in forty, of any business. */
  colleague(client: number, n: number): number {
    return this.#colleague(this.client(client), n)
  }

  colleagueOfBudget(budget: number, n: number): number {
    return this.#colleague(this.budget(budget).client_id, n)
  }

  #colleague(client_id: number, n: number): number {
    const users = this.users.filter((_) => n === 40 || _.client_id === client_id)
    return (pick(users, n) ?? { user_id: 999 }).user_id
  }

  token(n: number): TokenKey {
    return pick(this.tokens, n) ?? { client_id: 1, token_id: "none" }
  }

  budget(n: number): BudgetKey {
    return pick(this.budgets, n) ?? { client_id: 1, budget_id: "none" }
  }

  member(n: number): MemberKey {
    return pick(this.members, n) ?? { ...this.budget(n), budget_member_id: 999 }
  }

  owner(n: number): OwnerKey {
    return pick(this.owners, n) ?? { ...this.budget(n), budget_owner_id: "none" }
  }

  topup(n: number): TopupTarget & { readonly topup_id: string } {
    return pick(this.topups, n) ?? { ...this.budget(n), budget_member_id: null, topup_id: "none" }
  }

  transaction(n: number) {
    return pick(this.transactions, n) ?? { client_id: 1, transaction_id: "none" }
  }
}

/** Returns the n-th item from the end, modulo their number: the latest are the most interesting. */
const pick = <A>(list: ReadonlyArray<A>, n: number): A | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (n % list.length)]

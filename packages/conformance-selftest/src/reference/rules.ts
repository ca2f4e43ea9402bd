/**
 * The rules of the interface, one function each, so that one of them can be replaced by a wrong one
 * and a suite shown to notice. Nothing else in this server knows them.
 */
import type { Thousandths } from "./amounts.ts"
import { dayLength, periods } from "./calendar.ts"
import * as ids from "./ids.ts"
import type * as M from "./model.ts"
import { against, unreadable } from "./refusals.ts"

const access = {
  /** Whether a credential still counts. */
  alive: (token: M.Token, now: number): boolean =>
    !token.revoked && (token.expires === null || token.expires > now),
  /** Whether a business's data are for this credential. */
  admits: (token: M.Token, business: M.Business): boolean => token.business === business,
  permits: ({ permissions }: M.Role, resource: string, action: M.Action): boolean =>
    permissions.some((one) => one.resource === resource && one.action === action),
}

const fragment = (offset: number, limit: number) => `offset=${offset}&limit=${limit}`

const lists = {
  /** More than the maximum is the maximum. */
  limit: (asked: number): number => Math.min(Math.max(asked, 1), 500),
  page: <A>(records: ReadonlyArray<A>, offset: number, limit: number): ReadonlyArray<A> =>
    records.slice(offset, offset + limit),
  next: (offset: number, limit: number, count: number): string | null =>
    offset + limit < count ? fragment(offset + limit, limit) : null,
  previous: (offset: number, limit: number, _: number): string | null =>
    offset === 0 ? null : fragment(Math.max(0, offset - limit), limit),
}

const folded = (text: string) => text.normalize("NFC").toUpperCase().toLowerCase()

const transactions = {
  /** Which of a business's transactions anyone sees. */
  visible: (all: ReadonlyArray<M.Transaction>): ReadonlyArray<M.Transaction> => all,
  /** What a record shows of its state. */
  shownStatus: ({ state }: M.Transaction): string =>
    state === "CLEARED" || state === "REFUNDED" ? "CLEARED" : "AUTHED",
  /** Whether it is in one of the states that were asked for; none asks for all. */
  hasStatus: ({ state }: M.Transaction, asked: ReadonlyArray<string>): boolean =>
    asked.length === 0 || asked.includes(state),
  hasReceipt: ({ receipt_urls }: M.Transaction): boolean => receipt_urls.length > 0,
  /** Whether a text is part of the merchant's name, whatever the case. */
  hasMerchant: ({ merchant_name }: M.Transaction, search: string): boolean =>
    folded(merchant_name).includes(folded(search)),
  /** Whether an amount lies within bounds, whatever its sign. */
  hasAmount: ({ amount }: M.Transaction, min: Thousandths | null, max: Thousandths | null) =>
    (min === null || min <= Math.abs(amount)) && (max === null || Math.abs(amount) <= max),
  /** Whether an instant lies within whole UTC days, of which each may be open (null). */
  withinDays: (instant: number | null, first: number | null, last: number | null): boolean =>
    instant === null
      ? first === null && last === null
      : (first === null || instant >= first) && (last === null || instant < last + dayLength),
  expenseStatus: ({ transaction_type, receipt_urls }: M.Transaction) =>
    transaction_type !== "CARD_TRANSACTION" || receipt_urls.length > 0
      ? "COMPLETE"
      : "INCOMPLETE_EXPENSE",
}

const budgets = {
  periodOf: (budget: M.Budget, now: number) => periods[budget.reset_period](now, budget.created),
  /** One period's end. */
  reset: (funds: M.Funds, rollover: boolean): void => {
    funds.available = rollover ? funds.available + funds.reset : funds.reset
    funds.spent = 0
  },
  /**
   * Whose funds a charge to the budget moves, for a user who may be its member. What one who has
   * left spends of their own limit takes nothing from the others.
   */
  spend: (budget: M.Budget, member: M.Member | undefined, amount: Thousandths): void => {
    const left = budget.has_member_limits && member?.is_deleted === true
    budget.funds.spent += amount
    if (member !== undefined) member.funds.spent += amount
    if (left) return
    budget.funds.available -= amount
    if (budget.has_member_limits && member !== undefined) member.funds.available -= amount
  },
  /** What an earlier period spent and rolled over: only what is available now is another. */
  restate: (budget: M.Budget, member: M.Member | undefined, amount: Thousandths): void => {
    if (budget.has_member_limits && member?.is_deleted === true) return
    budget.funds.available -= amount
    if (budget.has_member_limits && member !== undefined) member.funds.available -= amount
  },
  visibleCategories: ({ categories }: M.Budget, _: M.Business): ReadonlyArray<M.Category> =>
    categories ?? [],
  /** Among which members one of the budget is looked for. */
  membersOf: ({ members }: M.Budget, _: M.Business): ReadonlyArray<M.Member> => members,
  /** What a member shows: its own funds, or the budget's where those are shared. */
  memberFunds: (budget: M.Budget, { funds }: M.Member): M.Funds =>
    budget.has_member_limits ? funds : { ...budget.funds, spent: funds.spent },
}

const topups = {
  /** Whether funds are where a topup would put them. */
  kindFits: (budget: M.Budget, ofMember: boolean): boolean => budget.has_member_limits === ofMember,
  needsApproval: (policies: ReadonlyArray<M.Policy>, budget: M.Budget, amount: Thousandths) =>
    policies.some(
      (policy) =>
        (policy.budget === null || policy.budget === budget) && amount > (policy.above ?? 0),
    ),
  /** Whether a token sees a topup of another: an owner does, and who asked. */
  seesTopup: ({ user }: M.Token, { by }: M.Topup, owns: boolean): boolean =>
    owns || (user !== null && by?.user === user),
  topUp: (funds: M.Funds, amount: Thousandths): void | Promise<void> => {
    funds.available += amount
  },
}

const isActive = ({ is_deleted }: { readonly is_deleted: boolean }) => !is_deleted

const samePerson = (a: M.Person, b: M.Person): boolean =>
  "user" in a ? "user" in b && a.user === b.user : "invite" in b && a.invite === b.invite

const owners = {
  removeOwner: ({ owners }: M.Budget, owner: M.Owner, now: number): void | Promise<void> => {
    if (owners.filter(isActive).length === 1) throw against("A budget keeps its last owner.")
    owner.is_deleted = true
    owner.updated = now
  },
  /** A new owner, or the record of one who was removed. */
  addOwner: (budget: M.Budget, person: M.Person, now: number): M.Owner => {
    const known = budget.owners.find((owner) => samePerson(owner.person, person))
    if (known === undefined) {
      const made = { id: ids.text("o"), person, is_deleted: false, created: now, updated: now }
      budget.owners.push(made)
      return made
    }
    if (!known.is_deleted) throw against("This is an owner of the budget already.")
    known.is_deleted = false
    known.updated = now
    return known
  },
  /** Those whom a deletion of the user would leave without an owner. */
  orphaned: (business: M.Business, user: M.User): ReadonlyArray<M.Budget> =>
    business.budgets.filter((budget) => {
      const active = budget.is_deleted ? [] : budget.owners.filter(isActive)
      return active.length === 1 && active.every(({ person }) => samePerson(person, { user }))
    }),
}

const people = {
  /** What a user whose request names these fields becomes; what it does not name stays. */
  changed: (_: M.User, named: Partial<M.User>): Partial<M.User> => named,
  /** Who a user is to themselves. */
  selfOf: (_: M.Business, user: M.User): M.User => user,
  absenceStands: ({ mode, start, end }: M.Absence): void => {
    if (mode && (start === null || end === null)) throw unreadable("An absence needs two days.")
    if (start !== null && end !== null && end < start) throw unreadable("It ends before it starts.")
  },
  assistants: ({ expense_assistant }: M.Business, { assistants }: M.User) =>
    expense_assistant ? assistants : null,
  roleOf: ({ roles }: M.Business, id: unknown): M.Role | undefined =>
    roles.find((role) => role.id === id),
  /** How many payment types an invite needs. */
  fewestPaymentTypes: () => 1,
  invited: ({ invites }: M.Business): ReadonlyArray<M.Invite> =>
    invites.filter((invite) => !invite.used),
}

const settings = {
  createdBy: (_: M.Fields): string => "PUBLIC_API",
  ofIntegration: ({ created_by }: M.Field): boolean => created_by !== "PUBLIC_API",
  links: (field: M.Field, budget: M.Budget): boolean =>
    field.setting === "ALL_CURRENT_AND_NEW" ||
    (field.setting === "SOME" && field.linked.has(budget)),
  takesOptions: ({ field_type }: M.Field): boolean => field_type === "LIST",
  /** The code that a request means, if it is known. */
  codeKnown: ({ codes }: M.Business, code: string): M.Code | undefined =>
    codes.find((one) => one.code === code),
  /** Whether a sync keeps the codes, so that nobody else may. */
  codesAreSynced: ({ integration }: M.Business): boolean =>
    integration !== null && integration !== "MANUAL",
  mayRename: ({ custom }: M.Category): boolean => custom,
  mayDelete: ({ custom }: M.Category): boolean => custom,
}

export const rules = {
  ...access,
  ...lists,
  ...transactions,
  ...budgets,
  ...topups,
  ...owners,
  ...people,
  ...settings,
}
export type Rules = typeof rules

/**
 * The rules of the interface, one function each, so that one of them can be replaced by a wrong one
 * to show that a suite finds it. No other part of this server contains rules.
 */
import type { Thousandths } from "./amounts.ts"
import { dayLength, periods } from "./calendar.ts"
import * as ids from "./ids.ts"
import type * as M from "./model.ts"
import { against, unreadable } from "./refusals.ts"

const access = {
  /** True if a credential is still valid. */
  alive: (token: M.Token, now: number): boolean =>
    !token.revoked && (token.expires === null || token.expires > now),
  /** True if the credential may access the business. */
  admits: (token: M.Token, business: M.Business): boolean => token.business === business,
  permits: ({ permissions }: M.Role, resource: string, action: M.Action): boolean =>
    permissions.some((one) => one.resource === resource && one.action === action),
}

const fragment = (offset: number, limit: number) => `offset=${offset}&limit=${limit}`

const lists = {
  /** Limits above the maximum are lowered to it. */
  limit: (request: number): number => Math.min(Math.max(request, 1), 500),
  page: <A>(records: ReadonlyArray<A>, offset: number, limit: number): ReadonlyArray<A> =>
    records.slice(offset, offset + limit),
  next: (offset: number, limit: number, count: number): string | null =>
    offset + limit < count ? fragment(offset + limit, limit) : null,
  previous: (offset: number, limit: number, _: number): string | null =>
    offset === 0 ? null : fragment(Math.max(0, offset - limit), limit),
}

const folded = (text: string) => text.normalize("NFC").toUpperCase().toLowerCase()

const transactions = {
  /** Transactions of a business that are visible to anyone. */
  visible: (all: ReadonlyArray<M.Transaction>): ReadonlyArray<M.Transaction> => all,
  /** Status that a record shows for its state. */
  shownStatus: ({ state }: M.Transaction): string =>
    state === "CLEARED" || state === "REFUNDED" ? "CLEARED" : "AUTHED",
  /** True if it is in one of the requested states; an empty list means all. */
  hasStatus: ({ state }: M.Transaction, request: ReadonlyArray<string>): boolean =>
    request.length === 0 || request.includes(state),
  hasReceipt: ({ receipt_urls }: M.Transaction): boolean => receipt_urls.length > 0,
  /** True if a text is part of the merchant's name, ignoring case. */
  hasMerchant: ({ merchant_name }: M.Transaction, search: string): boolean =>
    folded(merchant_name).includes(folded(search)),
  /** True if an amount is within bounds, ignoring its sign. */
  hasAmount: ({ amount }: M.Transaction, min: Thousandths | null, max: Thousandths | null) =>
    (min === null || min <= Math.abs(amount)) && (max === null || Math.abs(amount) <= max),
  /** True if an instant is within whole UTC days; null is no bound. */
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
  /** Ends one period. */
  reset: (funds: M.Funds, rollover: boolean): void => {
    funds.available = rollover ? funds.available + funds.reset : funds.reset
    funds.spent = 0
  },
  /**
   * Charges the budget, and the member if the user is one. A former member's charge against their
   * own limit takes nothing from the others.
   */
  spend: (budget: M.Budget, member: M.Member | undefined, amount: Thousandths): void => {
    const left = budget.has_member_limits && member?.is_deleted === true
    budget.funds.spent += amount
    if (member !== undefined) member.funds.spent += amount
    if (left) return
    budget.funds.available -= amount
    if (budget.has_member_limits && member !== undefined) member.funds.available -= amount
  },
  /** Restates the available funds after a change of an earlier period that was rolled over. */
  restate: (budget: M.Budget, member: M.Member | undefined, amount: Thousandths): void => {
    if (budget.has_member_limits && member?.is_deleted === true) return
    budget.funds.available -= amount
    if (budget.has_member_limits && member !== undefined) member.funds.available -= amount
  },
  visibleCategories: ({ categories }: M.Budget, _: M.Business): ReadonlyArray<M.Category> =>
    categories ?? [],
  /** Members among which one of the budget is searched. */
  membersOf: ({ members }: M.Budget, _: M.Business): ReadonlyArray<M.Member> => members,
  /** Funds that a member shows: its own, or the budget's if those are shared. */
  memberFunds: (budget: M.Budget, { funds }: M.Member): M.Funds =>
    budget.has_member_limits ? funds : { ...budget.funds, spent: funds.spent },
}

const topups = {
  /** True if a topup matches the kind of the budget's funds. */
  kindFits: (budget: M.Budget, ofMember: boolean): boolean => budget.has_member_limits === ofMember,
  needsApproval: (policies: ReadonlyArray<M.Policy>, budget: M.Budget, amount: Thousandths) =>
    policies.some(
      (policy) =>
        (policy.budget === null || policy.budget === budget) && amount > (policy.above ?? 0),
    ),
  /** True if a token sees the topup: as an owner, or as the requester. */
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
  /** Adds an owner, or reinstates the record of one who was removed. */
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
  /** Returns budgets that would have no owner after a deletion of the user. */
  orphaned: (business: M.Business, user: M.User): ReadonlyArray<M.Budget> =>
    business.budgets.filter((budget) => {
      const active = budget.is_deleted ? [] : budget.owners.filter(isActive)
      return active.length === 1 && active.every(({ person }) => samePerson(person, { user }))
    }),
}

const people = {
  /** Returns the changed fields of a user; fields that are not named keep their values. */
  changed: (_: M.User, named: Partial<M.User>): Partial<M.User> => named,
  /** Returns the user that `/me` shows. */
  selfOf: (_: M.Business, user: M.User): M.User => user,
  absenceStands: ({ mode, start, end }: M.Absence): void => {
    if (mode && (start === null || end === null)) throw unreadable("An absence needs two days.")
    if (start !== null && end !== null && end < start) throw unreadable("It ends before it starts.")
  },
  assistants: ({ expense_assistant }: M.Business, { assistants }: M.User) =>
    expense_assistant ? assistants : null,
  roleOf: ({ roles }: M.Business, id: unknown): M.Role | undefined =>
    roles.find((role) => role.id === id),
  /** Minimum number of payment types of an invite. */
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
  /** Returns the existing code that a request names, if any. */
  codeKnown: ({ codes }: M.Business, code: string): M.Code | undefined =>
    codes.find((one) => one.code === code),
  /** True if a sync manages the codes, so that no one else may change them. */
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

/**
 * A second implementation of the money rules of budgets, written from the text of the interface and
 * independent of the domain: plain numbers of cents, milliseconds since 1970, and every period of a
 * budget with its opening amount, so that late changes are carried over explicitly.
 */
import { boundsOf, type Cadence } from "./calendar.ts"

/** One membership in a budget, from joining to leaving. */
interface Stint {
  readonly from: number
  left: boolean
}

export interface Member {
  readonly user: number
  available: number
  spent: number
  reset: number
  readonly stints: Array<Stint>
}

export interface Period {
  readonly number: number
  readonly start: number
  /** First instant after it; null while it is the current one. */
  end: number | null
  opening: number
  toppedUp: number
  moved: number
  spent: number
  rolled: boolean
  restated: boolean
}

export interface Budget {
  cadence: Cadence
  rollover: boolean
  limits: boolean
  reset: number
  readonly created: number
  /** First instant after the current period; null if it never ends. */
  ends: number | null
  readonly periods: Array<Period>
  readonly members: Array<Member>
}

/** Place that a payment is charged to. */
interface Place {
  readonly budget: Budget
  readonly period: Period
  readonly member: Member | null
  readonly stint: Stint | null
}

type Status = "AUTHED" | "CLEARED" | "REFUNDED" | "REVERSED" | "DECLINED"

export interface Payment {
  readonly decided: boolean
  status: Status
  amount: number
  refunded: number
  readonly placed: number
  readonly authed: number
  cleared: number | null
  user: number | null
  place: Place | null
}

export const closing = ({ opening, toppedUp, moved, spent }: Period): number =>
  opening + toppedUp + moved - spent

export const current = ({ periods }: Budget): Period => periods.at(-1) as Period

export const available = (budget: Budget): number => closing(current(budget))

export const isActive = ({ stints }: Member): boolean => stints.at(-1)?.left === false

/** Returns the active members, the earliest first. */
const active = (budget: Budget): ReadonlyArray<Member> =>
  budget.members
    .filter(isActive)
    .toSorted((a, b) => (a.stints[0]?.from ?? 0) - (b.stints[0]?.from ?? 0))

const newPeriod = (number: number, start: number, opening: number): Period => ({
  ...{ number, start, end: null, opening, toppedUp: 0, moved: 0, spent: 0 },
  ...{ rolled: false, restated: false },
})

export interface Plan {
  readonly cadence: Cadence
  readonly rollover: boolean
  readonly limits: boolean
  /** Reset amount of each member with limits; otherwise, they add up to that of the budget. */
  readonly shares: ReadonlyArray<readonly [user: number, share: number]>
}

const sumOf = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + number, 0)

/** "A new budget has `available_amount` = `reset_amount`, `spent_amount` = 0." */
export const makeBudget = ({ cadence, rollover, limits, shares }: Plan, now: number): Budget => {
  const { start, end } = boundsOf(cadence, now, now)
  const reset = sumOf(shares.map(([, share]) => share))
  return {
    ...{ cadence, rollover, limits, reset, created: now, ends: end },
    periods: [newPeriod(1, start, reset)],
    members: shares.map(([user, share]) => ({
      ...{ user, available: limits ? share : 0, spent: 0, reset: limits ? share : 0 },
      stints: [{ from: now, left: false }],
    })),
  }
}

/** "Any number of missed periods catch up exactly." */
export const catchUp = (budget: Budget, now: number): void => {
  while (budget.ends !== null && budget.ends <= now) {
    const last = current(budget)
    last.end = budget.ends
    last.rolled = budget.rollover
    const left = budget.rollover ? closing(last) : 0
    budget.periods.push(newPeriod(last.number + 1, budget.ends, left + budget.reset))
    for (const member of budget.members) {
      member.spent = 0
      if (!budget.limits || !isActive(member)) continue
      member.available = (budget.rollover ? member.available : 0) + member.reset
    }
    budget.ends = boundsOf(budget.cadence, budget.ends, budget.created).end
  }
}

/** "A new `reset_period` puts the budget in the period of that cadence that contains now." */
export const changeCadence = (budget: Budget, cadence: Cadence, now: number): void => {
  if (cadence === budget.cadence) return
  budget.cadence = cadence
  budget.ends = boundsOf(cadence, Math.max(now, current(budget).start), budget.created).end
}

/** Equal parts, "the odd cents going to the earliest". */
const parts = (total: number, count: number): ReadonlyArray<number> => {
  const each = Math.trunc(total / count)
  const odd = total - each * count
  return Array.from({ length: count }, (_, n) => each + (n < Math.abs(odd) ? Math.sign(odd) : 0))
}

/** "Toggling … false→true splits …; true→false pools them." */
export const changeLimits = (budget: Budget, limits: boolean): void => {
  if (limits === budget.limits) return
  budget.limits = limits
  const members = active(budget)
  const funds = parts(available(budget), members.length)
  const resets = parts(budget.reset, members.length)
  for (const [n, member] of members.entries()) {
    member.available = limits ? (funds[n] ?? 0) : 0
    member.reset = limits ? (resets[n] ?? 0) : 0
  }
}

const memberOf = (budget: Budget, user: number | null): Member | null =>
  budget.members.find((member) => member.user === user) ?? null

/** "With member limits: adding raises the budget's `reset_amount` and `available_amount`." */
export const join = (budget: Budget, user: number, share: number, now: number): boolean => {
  const before = memberOf(budget, user)
  if (before !== null && isActive(before)) return false
  const own = budget.limits ? share : 0
  const member = before ?? { user, available: 0, spent: 0, reset: 0, stints: [] }
  if (before === null) budget.members.push(member)
  member.stints.push({ from: now, left: false })
  member.available = own
  member.reset = own
  budget.reset += own
  current(budget).moved += own
  return true
}

/** "Removing lowers them by the member's `reset_amount` and remaining `available_amount`." */
export const leave = (budget: Budget, user: number): boolean => {
  const member = memberOf(budget, user)
  if (member === null || !isActive(member) || active(budget).length === 1) return false
  if (budget.limits) {
    budget.reset -= member.reset
    current(budget).moved -= member.available
  }
  const stint = member.stints.at(-1)
  if (stint !== undefined) stint.left = true
  member.available = 0
  return true
}

export const changeShare = (budget: Budget, user: number, share: number): boolean => {
  const member = memberOf(budget, user)
  if (member === null || !isActive(member) || !budget.limits) return false
  if (budget.cadence === "NEVER") return false
  budget.reset += share - member.reset
  member.reset = share
  return true
}

/** "A negative one below zero available: 400." */
export const topUp = (budget: Budget, user: number | null, amount: number): boolean => {
  const member = memberOf(budget, user)
  if (budget.limits !== (user !== null)) return false
  if (user !== null && (member === null || !isActive(member))) return false
  const funds = member?.available ?? available(budget)
  if (amount < 0 && funds + amount < 0) return false
  if (member !== null) member.available += amount
  current(budget).toppedUp += amount
  return true
}

/** "To the one that its `auth_date` falls in (before the first: to the first)." */
const periodAt = (budget: Budget, at: number): Period =>
  budget.periods.findLast(({ start }) => start <= at) ?? (budget.periods[0] as Period)

const stintAt = (member: Member | null, at: number): Stint | null =>
  member === null
    ? null
    : (member.stints.findLast(({ from }) => from <= at) ?? (member.stints[0] as Stint))

const placeAt = (budget: Budget | null, user: number | null, at: number): Place | null => {
  if (budget === null) return null
  const member = memberOf(budget, user)
  return { budget, period: periodAt(budget, at), member, stint: stintAt(member, at) }
}

/** Spends an amount in a period, at once or late. */
const spend = ({ budget, period, member, stint }: Place, amount: number): void => {
  if (amount === 0) return
  const hasLeft = stint !== null && (stint.left || stint !== member?.stints.at(-1))
  const isOurs = !(budget.limits && hasLeft)
  period.spent += amount
  let next = period
  if (isOurs) {
    while (next.rolled && next !== current(budget)) {
      next = budget.periods[next.number] as Period
      next.opening -= amount
    }
  } else period.moved += amount
  if (member === null) return
  if (period === current(budget)) member.spent += amount
  if (budget.limits && isOurs && next === current(budget)) member.available -= amount
}

/** "One event a movement": a movement that changes an ended period restates it. */
const restating = (places: ReadonlyArray<Place | null>, work: () => void): void => {
  const ended = places.flatMap((place) =>
    place === null || place.period === current(place.budget) ? [] : [place.period],
  )
  const before = ended.map((period) => [period.spent, closing(period)])
  work()
  for (const [n, period] of ended.entries()) {
    if (before[n]?.[0] !== period.spent || before[n]?.[1] !== closing(period)) {
      period.restated = true
    }
  }
}

const charge = (place: Place | null, amount: number): void => {
  if (place !== null) restating([place], () => spend(place, amount))
}

export interface Happening {
  readonly budget: Budget | null
  readonly user: number | null
  /** Signed: "positive for credits, negative for debits". */
  readonly amount: number
  readonly at: number
  readonly status: "AUTHED" | "CLEARED" | "DECLINED"
}

/** "What happened elsewhere is recorded even where it makes an amount negative." */
export const record = ({ budget, user, amount, at, status }: Happening): Payment => {
  const place = placeAt(budget, user, at)
  if (status !== "DECLINED") charge(place, -amount)
  return {
    ...{ decided: false, status, amount, refunded: 0, placed: at, authed: at },
    ...{ cleared: status === "CLEARED" ? at : null, user, place },
  }
}

/** "An authorisation to the one that is current when it is decided, whatever its `auth_date`." */
export const authorise = (
  budget: Budget,
  user: number,
  amount: number,
  { now, at }: { readonly now: number; readonly at: number },
): Payment => {
  const member = memberOf(budget, user)
  const stint = member?.stints.at(-1) ?? null
  const place = { budget, period: current(budget), member, stint }
  const funds = budget.limits ? (member?.available ?? 0) : available(budget)
  const approved = member !== null && isActive(member) && amount <= funds
  if (approved) charge(place, amount)
  return {
    ...{ decided: true, status: approved ? "AUTHED" : "DECLINED", amount: -amount, refunded: 0 },
    ...{ placed: now, authed: at, cleared: null, user, place },
  }
}

/** "CREDIT, DEPOSIT_DIRECT_CREDIT: credit; else debit": payments by card are debits at 0. */
const signOf = ({ amount }: Payment): number => (amount > 0 ? 1 : -1)

export const clear = (payment: Payment, amount: number | null, now: number): boolean => {
  if (payment.status !== "AUTHED" || now < payment.authed) return false
  const before = payment.amount
  if (amount !== null) payment.amount = signOf(payment) * amount
  payment.status = "CLEARED"
  payment.cleared = now
  charge(payment.place, before - payment.amount)
  return true
}

export const reverse = (payment: Payment, now: number): boolean => {
  if (payment.status !== "AUTHED" || now < payment.authed) return false
  payment.status = "REVERSED"
  charge(payment.place, payment.amount)
  return true
}

export const refund = (payment: Payment, amount: number | null, now: number): boolean => {
  if (payment.status !== "CLEARED" || payment.cleared === null || now < payment.cleared)
    return false
  const left = Math.abs(payment.amount) - payment.refunded
  const back = amount ?? left
  if (back > left) return false
  payment.refunded += back
  if (back === left) payment.status = "REFUNDED"
  charge(payment.place, signOf(payment) * back)
  return true
}

/** Moves a charge to another person, or to another budget. */
export const hand = (payment: Payment, budget: Budget | null, user: number | null): void => {
  const from = payment.place
  const isOf = (from?.budget ?? null) === budget
  if (isOf && user === payment.user) return
  payment.user = user
  const there = placeAt(budget, user, payment.placed)
  const to = isOf && there !== null && from !== null ? { ...there, period: from.period } : there
  payment.place = to
  const stands = payment.status === "AUTHED" || payment.status === "CLEARED"
  const weight = stands ? -signOf(payment) * (Math.abs(payment.amount) - payment.refunded) : 0
  if (isOf && from?.member === to?.member) return
  restating([from, to], () => {
    if (from !== null) spend(from, -weight)
    if (to !== null) spend(to, weight)
  })
}

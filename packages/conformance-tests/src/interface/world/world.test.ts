import { describe, expect, test } from "vitest"
import {
  type BusinessSpec,
  canary,
  canaryOf,
  decimal,
  hundredths,
  resetPeriods,
  transactionTypes,
  world,
} from "./index.ts"

const now = new Date("2026-11-21T12:34:56.789Z")
const made = world(42, now)

/** Other seeds, at moments that are hard for calendars. */
const others = [
  [1, "2024-02-29T23:59:59.999Z"],
  [2, "2026-01-01T00:00:00.000Z"],
  [3, "2026-07-01T00:00:00.001Z"],
  [2_147_483_647, "2027-04-01T13:00:00.000Z"],
].map(([seed, at]) => ({ seed: Number(seed), now: new Date(at as string) }))

type Moment = readonly [name: string, spec: BusinessSpec, now: Date]
const businesses: ReadonlyArray<Moment> = [
  ...Object.entries(made).map(([key, spec]): Moment => [key, spec, now]),
  ...others.flatMap(({ seed, now: at }) =>
    Object.entries(world(seed, at)).map(([key, spec]): Moment => [`${key} of ${seed}`, spec, at]),
  ),
]

const keysOf = (rows: ReadonlyArray<{ readonly key: string }>) => rows.map((row) => row.key)
const usersOf = (spec: BusinessSpec) => [
  ...keysOf(spec.users),
  ...spec.invites.flatMap(({ accepted }) => (accepted === undefined ? [] : [accepted.user])),
]
const personOf = (person: { readonly user: string } | { readonly invite: string }) =>
  "user" in person ? person.user : person.invite

/** Returns every reference in a business with the keys among which it must be. */
const references = (
  spec: BusinessSpec,
): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => {
  const users = usersOf(spec)
  const people = [...users, ...keysOf(spec.invites)]
  const categories = keysOf(spec.categories)
  const members = spec.budgets.flatMap((row) => keysOf(row.members))
  const budgets = keysOf(spec.budgets)
  const some = (value: string | null | undefined) => (typeof value === "string" ? [value] : [])
  return [
    ...spec.users.flatMap((row) =>
      (row.expense_delegate ?? []).map((key) => [key, users] as const),
    ),
    ...spec.categories.flatMap((row) =>
      some(row.accounting_code).map((key) => [key, keysOf(spec.accounting_codes)] as const),
    ),
    ...spec.budgets.flatMap((row) => [
      ...[...row.members, ...row.owners].map((person) => [personOf(person), people] as const),
      ...(row.categories ?? []).map((key) => [key, categories] as const),
      ...row.custom_fields.map((key) => [key, keysOf(spec.custom_fields)] as const),
    ]),
    ...spec.transactions.flatMap((row) => [
      ...some(row.user).map((key) => [key, users] as const),
      ...some(row.budget).map((key) => [key, budgets] as const),
      ...row.line_items.flatMap((item) =>
        some(item.category).map((key) => [key, categories] as const),
      ),
    ]),
    ...spec.topups.flatMap((row) => [
      [row.budget, budgets] as const,
      ...some(row.member).map((key) => [key, members] as const),
    ]),
    ...spec.policies.flatMap((row) => some(row.budget).map((key) => [key, budgets] as const)),
    ...spec.tokens.flatMap((row) => some(row.user).map((key) => [key, users] as const)),
  ]
}

const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

describe.each(businesses)("%s", (_, spec, at) => {
  test("refers only to records that it has", () => {
    for (const [key, among] of references(spec)) expect(among).toContain(key)
  })

  test("has no duplicate key", () => {
    for (const keys of [
      [...usersOf(spec), ...keysOf(spec.invites)],
      keysOf(spec.budgets),
      spec.budgets.flatMap((row) => keysOf([...row.members, ...row.owners])),
      spec.custom_fields.flatMap((row) => [row.key, ...keysOf(row.options)]),
      keysOf(spec.transactions),
      keysOf(spec.topups),
      keysOf(spec.tokens),
    ]) {
      expect(keys).toEqual([...new Set(keys)])
    }
  })

  test("has no duplicate address", () => {
    const addresses = [...spec.users, ...spec.invites].map((row) => row.email.toLowerCase())
    expect(addresses).toEqual([...new Set(addresses)])
  })

  test("has active members whose limits add up to the budget's amount", () => {
    for (const { members, reset_amount, has_member_limits } of spec.budgets) {
      const limits = members.map((row) => row.reset_amount !== undefined)
      expect(new Set(limits)).toEqual(new Set(members.map(() => has_member_limits)))
      const staying = members.filter((row) => row.is_deleted !== true)
      const sum = staying.reduce((all, row) => all + hundredths(row.reset_amount ?? "0"), 0)
      if (has_member_limits) expect(decimal(sum)).toBe(reset_amount)
    }
  })

  test("has an active owner and a member in every budget, and no duplicates", () => {
    for (const { members, owners } of spec.budgets) {
      for (const people of [members, owners]) {
        expect(people.some((row) => row.is_deleted !== true)).toBe(true)
        expect(people.map(personOf)).toEqual([...new Set(people.map(personOf))])
      }
    }
  })

  test("has transactions in order and in the past, cleared if their status says it", () => {
    const dates = spec.transactions.map((row) => row.auth_date)
    expect(dates).toEqual(dates.toSorted())
    for (const { auth_date, cleared_date, status } of spec.transactions) {
      expect(cleared_date !== undefined).toBe(status === "CLEARED" || status === "REFUNDED")
      expect((cleared_date ?? auth_date) >= auth_date).toBe(true)
      expect((cleared_date ?? auth_date) < at.toISOString()).toBe(true)
    }
  })

  test("has foreign amounts with the sign of the own amount, and no foreign line item", () => {
    for (const { amount, fx_amount, currency } of spec.transactions) {
      expect(hundredths(amount)).not.toBe(0)
      expect(currency === undefined).toBe(fx_amount === undefined)
      if (fx_amount === undefined) continue
      expect(Math.sign(hundredths(fx_amount))).toBe(Math.sign(hundredths(amount)))
      expect(fx_amount.includes(".")).toBe(currency !== "JPY")
    }
  })

  test("pays nothing from a fund with a negative topup", () => {
    const lowered = spec.topups.filter(({ amount }) => hundredths(amount) < 0)
    const paying = new Set(spec.transactions.map((row) => row.budget))
    expect(lowered.filter(({ budget }) => paying.has(budget))).toEqual([])
    for (const { budget, member } of lowered) {
      const given = spec.topups.filter((row) => row.budget === budget && row.member === member)
      let sum = 0
      for (const { amount } of given) {
        sum += hundredths(amount)
        expect(sum).toBeGreaterThan(-20_000)
      }
    }
  })

  test("has topups of members if and only if the budget has member limits", () => {
    for (const topup of spec.topups) {
      const budget = spec.budgets.find((row) => row.key === topup.budget)
      expect(topup.member !== undefined).toBe(budget?.has_member_limits)
      if (topup.member !== undefined) expect(keysOf(budget?.members ?? [])).toContain(topup.member)
    }
  })
})

describe("alpha has", () => {
  const { alpha } = made
  const dates = alpha.transactions.map((row) => row.auth_date)
  const clearedDates = alpha.transactions.map((row) => row.cleared_date)

  const sizes: ReadonlyArray<readonly [string, number, number]> = [
    ["transactions", alpha.transactions.length, 1_000],
    ["users", alpha.users.filter((row) => row.is_deleted !== true).length, 50],
    ["budgets", alpha.budgets.length, 50],
    [
      "members of one budget",
      alpha.budgets.find((row) => row.key === "many-members")?.members.length ?? 0,
      50,
    ],
    [
      "budgets of one user",
      alpha.budgets.filter((row) => row.members.some((member) => personOf(member) === "user-05"))
        .length,
      50,
    ],
    ["topups of one budget", alpha.topups.filter((row) => row.budget === "many-topups").length, 50],
    [
      "rows at one instant",
      Math.max(
        ...Object.values(Object.groupBy(dates, (date) => date)).map((rows) => rows?.length ?? 0),
      ),
      50,
    ],
    ["rows without a cleared date", clearedDates.filter((date) => date === undefined).length, 50],
    ["refunded rows", alpha.transactions.filter((row) => row.status === "REFUNDED").length, 10],
    ["declined rows", alpha.transactions.filter((row) => row.status === "DECLINED").length, 10],
    ["deleted budgets", alpha.budgets.filter((row) => row.is_deleted === true).length, 1],
    ["deleted users", alpha.users.filter((row) => row.is_deleted === true).length, 1],
    ["different cents", new Set(alpha.transactions.map((row) => row.amount.slice(-2))).size, 90],
  ]
  test.each(sizes)("more %s", (_, found, least) => {
    expect(found).toBeGreaterThan(least)
  })

  test.each(resetPeriods)("a %s budget of each kind", (period) => {
    const found = alpha.budgets.filter((row) => row.reset_period === period)
    expect(new Set(found.map((row) => `${row.budget_type} ${row.has_member_limits}`)).size).toBe(4)
  })

  test.each(transactionTypes)("a %s", (type) => {
    expect(alpha.transactions.some((row) => row.transaction_type === type)).toBe(true)
  })

  test.each(["2026-11-18T00:00:00.000Z", "2026-11-17T14:00:00.000Z", "2026-11-17T13:00:00.000Z"])(
    "rows on both sides of %s, authorised and cleared",
    (edge) => {
      const before = new Date(new Date(edge).getTime() - 1).toISOString()
      for (const at of [edge, before]) {
        expect(dates).toContain(at)
        expect(clearedDates).toContain(at)
      }
    },
  )

  test("transactions of more than a year", () => {
    expect((dates[0] ?? "") < "2025-11-21").toBe(true)
  })

  test("a pending invite who owns a budget", () => {
    const owner = alpha.budgets.flatMap((row) => row.owners).find((row) => "invite" in row)
    const invite = alpha.invites.find((row) => owner !== undefined && row.key === personOf(owner))
    expect(invite).toMatchObject({ key: "owner-to-be" })
    expect(invite).not.toHaveProperty("accepted")
  })
})

describe("beta", () => {
  const secret = canary(42, "beta")
  const shown = (spec: BusinessSpec) => [
    spec.name,
    ...spec.users.flatMap((row) => [row.first_name, row.last_name, row.display_name ?? secret]),
    ...spec.accounting_codes.flatMap((row) => [row.code, row.name]),
    ...spec.categories.map((row) => row.name),
    ...spec.custom_fields.flatMap((row) => [row.name, ...row.options.map((option) => option.text)]),
    ...spec.budgets.map((row) => row.name),
    ...spec.topups.map((row) => row.description),
    ...spec.transactions.flatMap((row) => [
      row.merchant_name,
      ...row.attendees,
      ...row.receipt_urls,
      ...row.custom_fields.flatMap((value) => [value.field_name, value.entry_text]),
      ...row.line_items.flatMap((item) => [item.description, ...textsOf(item.custom_fields)]),
    ]),
  ]

  test("has its canary in every text that it shows", () => {
    for (const text of shown(made.beta)) expect(text).toContain(secret)
  })

  test("is identified by it, and no other business has one", () => {
    expect(Object.values(made).map(canaryOf)).toEqual([null, secret, null, null])
  })

  test("has the same addresses as alpha", () => {
    expect(made.beta.users.map((row) => row.email)).toEqual(
      made.alpha.users.map((row) => row.email),
    )
  })
})

describe("a world", () => {
  test("is the same for the same seed and moment", () => {
    expect(world(42, now)).toEqual(made)
  })

  test("differs for another seed", () => {
    expect(world(43, now).alpha.transactions).not.toEqual(made.alpha.transactions)
    expect(canaryOf(world(43, now).beta)).not.toBe(canaryOf(made.beta))
  })
})

test.each([
  ["0.01", 1],
  ["-0.1", -10],
  ["12", 1_200],
  ["-1234.56", -123_456],
])("%s is %i hundredths", (text, expected) => {
  expect(hundredths(text)).toBe(expected)
  expect(hundredths(decimal(expected))).toBe(expected)
})

test.each(["", "1.234", "1e2", ".5", "1,00"])("%j is not an amount", (text) => {
  expect(() => hundredths(text)).toThrow(RangeError)
})

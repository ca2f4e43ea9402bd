import type { OperationId } from "../../../interface/operations.ts"
import {
  business,
  keyIn,
  limitedBudget,
  pooledBudget,
  user,
} from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Call, type Check, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import {
  available,
  budgetFund,
  expectMoved,
  type Fund,
  type FundOf,
  fundRecord,
  memberFund,
  needMovingTopups,
  toppedUp,
  topUp,
} from "../funds.ts"
import { canonical, expectAccepted, idOf, idsOf, recordsOf, withId, without } from "../steps.ts"

type Row = Omit<Check, "profile">

interface Kind {
  readonly name: "budget" | "member"
  readonly scenario: BusinessSpec
  readonly fund: FundOf
  readonly created: string
  readonly listed: string
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "budget",
    scenario: business("topups", user("ann"), pooledBudget("main"), pooledBudget("other")),
    fund: budgetFund,
    created: "topups.create",
    listed: "topups.list",
  },
  {
    name: "member",
    scenario: business(
      "member-topups",
      user("ann"),
      user("bob"),
      limitedBudget("main", { ann: 500, bob: 500 }),
      limitedBudget("other", { ann: 100 }),
    ),
    fund: memberFund("ann"),
    created: "topups.of-member.create",
    listed: "topups.of-member.list",
  },
]

/** Amounts that binary fractions round, or that are easily truncated or grouped wrongly. */
const amounts = [
  ...["0.1", "0.2", "0.01", "0.07", "1.15", "4.35", "8.2", "19.99", "0.29", "0.57"],
  ...["-0.1", "-0.03", "-1.1", "100", "1e2", "1234567.89", "0.03", "-33.33", "2.675e2"],
]

const topUpOneByOne = async (trial: Trial, fund: Fund, each: ReadonlyArray<string>) => {
  await needMovingTopups(trial, fund)
  const before = await available(trial, fund)
  for (const amount of each) await toppedUp(trial, fund, amount)
  await expectMoved(trial, fund, before, ...each)
}

const topUpAtOnce = async (trial: Trial, fund: Fund, each: ReadonlyArray<string>) => {
  await needMovingTopups(trial, fund)
  const before = await available(trial, fund)
  await Promise.all(each.map((amount) => toppedUp(trial, fund, amount)))
  await expectMoved(trial, fund, before, ...each)
}

const moving = ({ name, scenario, fund, created }: Kind): ReadonlyArray<Row> => [
  {
    id: `topups.increase.${name}`,
    requirement: "topups.increase",
    title: `A topup of 12.34 raises what a ${name} has available by 12.34`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      const before = await available(trial, of)
      await toppedUp(trial, of, "12.34")
      await expectMoved(trial, of, before, "12.34")
    },
  },
  {
    id: `topups.decrease.${name}`,
    requirement: "topups.decrease",
    title: `A topup of -12 lowers what a ${name} has available by 12`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      const before = await available(trial, of)
      await toppedUp(trial, of, "-12")
      await expectMoved(trial, of, before, "-12")
    },
  },
  {
    id: `${created}.accepted`,
    requirement: created,
    title: `A topup of a ${name} is accepted in both directions`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      for (const amount of ["25", "-5"]) {
        expectAccepted(trial, await topUp(trial, of, amount), `a topup of ${of.what} by ${amount}`)
      }
    },
  },
]

const exactly = ({ name, scenario, fund }: Kind): ReadonlyArray<Row> => [
  {
    id: `topups.exact.tenths.${name}`,
    requirement: "topups.exact",
    title: `Ten topups of 0.1 give a ${name} exactly 1`,
    scenario,
    run: (trial: Trial) => topUpOneByOne(trial, fund(trial, "main"), Array(10).fill("0.1")),
  },
  {
    id: `topups.exact.decimals.${name}`,
    requirement: "topups.exact",
    title: `Decimal amounts add up exactly on a ${name}, each by itself`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      await needMovingTopups(trial, of)
      for (const amount of amounts) {
        const decimal = amount.includes("e") ? String(Number(amount)) : amount
        const before = await available(trial, of)
        await toppedUp(trial, of, decimal)
        await expectMoved(trial, of, before, decimal)
      }
    },
  },
  {
    id: `topups.exact.at-once.${name}`,
    requirement: "topups.exact",
    title: `Fifty topups of a ${name} at the same moment add up exactly`,
    scenario,
    run: (trial: Trial) => topUpAtOnce(trial, fund(trial, "main"), Array(50).fill("0.1")),
  },
  {
    id: `topups.exact.both-ways-at-once.${name}`,
    requirement: "topups.exact",
    title: `Fifty topups of a ${name} up and down at the same moment add up exactly`,
    scenario,
    run: (trial: Trial) =>
      topUpAtOnce(
        trial,
        fund(trial, "main"),
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? "1.07" : "-0.93")),
      ),
  },
]

const confined = ({ name, scenario, fund }: Kind): ReadonlyArray<Row> => [
  {
    id: `topups.only-available.${name}`,
    requirement: "topups.only-available",
    title: `A topup changes of a ${name} what is available, and when it was updated`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      const rest = async () =>
        canonical(without(await fundRecord(trial, of), "available_amount", "updated"))
      const before = await rest()
      await toppedUp(trial, of, "40")
      const after = await rest()
      expectUnchanged(trial, "everything else of the fund stays", [before, after])
    },
  },
  {
    id: `topups.only-target.${name}`,
    requirement: "topups.only-target",
    title: `A topup of one ${name} leaves the other as it is`,
    scenario,
    run: async (trial: Trial) => {
      const other = fund(trial, "other")
      const before = await available(trial, other)
      await toppedUp(trial, fund(trial, "main"), "40")
      await expectMoved(trial, other, before)
    },
  },
]

const createdRows = ({ name, scenario, fund }: Kind): ReadonlyArray<Row> => [
  {
    id: `topups.created.${name}`,
    requirement: "topups.created",
    title: `The answer to a topup of a ${name} is the topup: its amount, and an id that is listed`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      for (const amount of ["12.34", "-0.1"]) {
        const response = await topUp(trial, of, amount)
        if (response.status >= 300) trial.blocked(`a topup: status ${response.status}`)
        trial.expect(
          response.body?.amount === Number(amount),
          `amount of the answer is ${amount}`,
          response,
        )
        const { id } = response.body
        const found = withId(await recordsOf(trial, of.list, { path: of.path }), id)
        trial.expect(found.length === 1, `one topup is listed under the answer's id, ${id}`, found)
      }
    },
  },
  {
    id: `topups.status.${name}`,
    requirement: "topups.status",
    title: `A topup of a ${name} is answered with status 200`,
    scenario,
    run: async (trial: Trial) => {
      const response = await topUp(trial, fund(trial, "main"), "10")
      if (response.status >= 300) trial.blocked(`a topup: status ${response.status}`)
      trial.expect(response.status === 200, "status 200", response)
    },
  },
]

const idOfRecord = ({ id }: Json) => String(id)

/** Returns the topups that a list has now and did not have before. */
const newOnes = (before: ReadonlyArray<Json>, after: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  const known = new Set(before.map(idOfRecord))
  return after.filter((record) => !known.has(idOfRecord(record)))
}

const listedAll = ({ name, scenario, fund, listed }: Kind): ReadonlyArray<Row> => [
  {
    id: `${listed}.created`,
    requirement: listed,
    title: `Every topup of a ${name} is listed once, with its amount, and none of another`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      await toppedUp(trial, fund(trial, "other"), "3")
      const before = await recordsOf(trial, of.list, { path: of.path })
      const each = [1.5, -0.25, 70, 1.5]
      for (const amount of each) await toppedUp(trial, of, String(amount))
      const first = await trial.business.call(of.list, { path: of.path })
      trial.expect(
        first.status === 200 && first.body?.count === before.length + each.length,
        `an envelope whose count is ${before.length + each.length}`,
        first,
      )
      const after = await recordsOf(trial, of.list, { path: of.path }, 2)
      const shown = newOnes(before, after).map(({ amount }) => amount)
      trial.expect(
        canonical(shown.toSorted()) === canonical(each.toSorted()),
        `the new topups, page by page, are of ${each.join(", ")}`,
        shown,
      )
    },
  },
  {
    id: `${listed}.at-once`,
    requirement: listed,
    title: `Thirty topups of a ${name} at the same moment are listed once each`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      const before = await recordsOf(trial, of.list, { path: of.path })
      const each = Array.from({ length: 30 }, (_, index) => `${index + 1}`)
      await Promise.all(each.map((amount) => toppedUp(trial, of, amount)))
      const added = newOnes(before, await recordsOf(trial, of.list, { path: of.path }))
      const shown = added.map(({ amount }) => Number(amount)).sort((a, b) => a - b)
      trial.expect(canonical(shown) === canonical(each.map(Number)), `amounts ${each}`, shown)
      trial.expect(new Set(idsOf(added)).size === 30, "under thirty ids", idsOf(added))
    },
  },
]

/** Lists that show a fund of `ann`, and its id there. */
const listsOf: {
  readonly [name in Kind["name"]]: (
    trial: Trial,
    budget: string,
  ) => ReadonlyArray<{ readonly operation: OperationId; readonly call: Call; readonly id: string }>
} = {
  budget: (trial, budget) => [
    { operation: "budgets.list", call: {}, id: idOf(trial, "budgets", budget) },
  ],
  member: (trial, budget) => {
    const id = idOf(trial, "budget_members", keyIn(budget, "ann"))
    const path = { budget_id: idOf(trial, "budgets", budget) }
    const user_id = idOf(trial, "users", "ann")
    return [
      { operation: "budget-members.list", call: { path }, id },
      { operation: "users.budget-members", call: { path: { user_id } }, id },
    ]
  },
}

const visible = ({ name, scenario, fund }: Kind): ReadonlyArray<Row> => [
  {
    id: `topups.at-once.${name}`,
    requirement: "topups.at-once",
    title: `Every read of a ${name} after the answer shows the new amount`,
    scenario,
    run: async (trial: Trial) => {
      const of = fund(trial, "main")
      const before = await available(trial, of)
      for (const round of [1, 2, 3]) {
        await toppedUp(trial, of, "5")
        await expectMoved(trial, of, before, ...Array(round).fill("5"))
        const expected = await available(trial, of)
        for (const { operation, call, id } of listsOf[name](trial, "main")) {
          const [found] = withId(await recordsOf(trial, operation, call), id)
          if (found === undefined) trial.blocked(`${operation} does not list ${id}`)
          trial.expect(
            found.available_amount === expected,
            `${operation} shows available_amount ${expected}`,
            found,
          )
        }
      }
    },
  },
]

const ofAnotherBudget: Row = {
  id: "topups.of-member.of-budget.other",
  requirement: "topups.of-member.of-budget",
  title: "A member is not topped up under the path of another budget",
  scenario: business(
    "member-topups-elsewhere",
    user("ann"),
    limitedBudget("main", { ann: 500 }),
    limitedBudget("other", { admin: 100 }),
  ),
  run: async (trial: Trial) => {
    const of = memberFund("ann")(trial, "main")
    const before = await available(trial, of)
    const path = { ...of.path, budget_id: idOf(trial, "budgets", "other") }
    const response = await topUp(trial, { ...of, path }, "10")
    trial.expect(response.status >= 400 && response.status < 500, "it is refused (4xx)", response)
    await expectMoved(trial, of, before)
  },
}

export const topups = checksOf("write", [
  ...kinds.flatMap(moving),
  ...kinds.flatMap(exactly),
  ...kinds.flatMap(confined),
  ...kinds.flatMap(createdRows),
  ...kinds.flatMap(listedAll),
  ...kinds.flatMap(visible),
  ofAnotherBudget,
])

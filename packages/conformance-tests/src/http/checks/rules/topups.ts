import {
  business,
  limitedBudget,
  policy,
  pooledBudget,
  user,
} from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Check, checksOf, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import {
  available,
  budgetFund,
  expectMoved,
  type FundOf,
  fundRecord,
  memberFund,
  toppedUp,
  topUp,
} from "../funds.ts"
import {
  canonical,
  expectRefused,
  idsOf,
  isSuccess,
  needRefusal,
  recordsOf,
  requires,
} from "../steps.ts"

type Row = Omit<Check, "profile">

const both = business(
  "topups-of-both-kinds",
  user("ann"),
  pooledBudget("pooled", { members: ["admin", "ann"] }),
  limitedBudget("limited", { ann: 300, admin: 200 }),
)

interface WrongKind {
  readonly name: "budget" | "member"
  readonly budget: "pooled" | "limited"
  readonly fund: FundOf
  readonly title: string
}

const wrongKinds: ReadonlyArray<WrongKind> = [
  {
    name: "budget",
    budget: "limited",
    fund: budgetFund,
    title: "a topup of a budget whose members have limits",
  },
  {
    name: "member",
    budget: "pooled",
    fund: memberFund("ann"),
    title: "a topup of a member of a budget without member limits",
  },
]

/** The budget, its member and the topups of both. */
const everything = async (trial: Trial, budget: string): Promise<string> => {
  const funds = [budgetFund(trial, budget), memberFund("ann")(trial, budget)]
  const seen = []
  for (const fund of funds) {
    const topups = idsOf(await recordsOf(trial, fund.list, { path: fund.path }))
    seen.push({ record: await fundRecord(trial, fund), topups })
  }
  return canonical(seen)
}

const wrongKind = ({ name, budget, fund, title }: WrongKind): ReadonlyArray<Row> => [
  {
    id: `topups.wrong-kind.${name}.refused`,
    requirement: `topups.wrong-kind.${name}`,
    title: `Is refused: ${title}`,
    scenario: both,
    run: async (trial: Trial) => {
      for (const amount of ["10", "-10"]) {
        expectRefused(
          trial,
          await topUp(trial, fund(trial, budget), amount),
          `${title} (${amount})`,
        )
      }
    },
  },
  {
    id: `topups.wrong-kind.no-effect.${name}`,
    requirement: "topups.wrong-kind.no-effect",
    title: `Changes nothing: ${title}`,
    scenario: both,
    run: async (trial: Trial) => {
      const before = await everything(trial, budget)
      for (const amount of ["10", "-10"]) {
        needRefusal(trial, await topUp(trial, fund(trial, budget), amount), title)
        const after = await everything(trial, budget)
        expectUnchanged(trial, `after a refused topup of ${amount} everything is as before`, [
          before,
          after,
        ])
      }
    },
  },
]

interface Approval {
  readonly name: string
  readonly scenario: BusinessSpec
  readonly amount: string
  readonly title: string
  readonly fund?: FundOf
}

const automatic: ReadonlyArray<Approval> = [
  {
    name: "no-policy",
    scenario: business("topups-no-policy", pooledBudget("main")),
    amount: "250",
    title: "a topup of a budget, where no policy is",
  },
  {
    name: "no-policy.member",
    scenario: business("topups-no-policy-member", user("ann"), limitedBudget("main", { ann: 100 })),
    amount: "250",
    title: "a topup of a member, where no policy is",
    fund: memberFund("ann"),
  },
  {
    name: "other-budget",
    scenario: business(
      "topups-policy-elsewhere",
      pooledBudget("main"),
      pooledBudget("other"),
      policy("other", { budget: "other" }),
    ),
    amount: "250",
    title: "a topup of a budget, where a policy is for another",
  },
  {
    name: "below-bound",
    scenario: business(
      "topups-policy-above",
      pooledBudget("main"),
      policy("large", { budget: "main", above_amount: "100" }),
    ),
    amount: "99",
    title: "a topup below the amount above which a policy asks for approval",
  },
]

const covered: ReadonlyArray<Approval> = [
  {
    name: "all",
    scenario: business("topups-policy-all", pooledBudget("main"), policy("all")),
    amount: "0.01",
    title: "a topup, where a policy covers all",
  },
  {
    name: "budget",
    scenario: business(
      "topups-policy-budget",
      pooledBudget("other"),
      pooledBudget("main"),
      policy("main", { budget: "main" }),
    ),
    amount: "250",
    title: "a topup, where a policy covers its budget",
  },
  {
    name: "above-bound",
    scenario: business(
      "topups-policy-bound",
      pooledBudget("main"),
      policy("large", { above_amount: "100" }),
    ),
    amount: "100.01",
    title: "a topup above the amount of a policy",
  },
]

const needsPolicies = (trial: Trial) => {
  if (trial.business.spec.policies.length > 0) requires(trial, "policies")
}

const approvals: ReadonlyArray<Row> = [
  ...automatic.map(
    ({ name, scenario, amount, title, fund = budgetFund }): Row => ({
      id: `topups.automatic.${name}`,
      requirement: "topups.automatic",
      title: `Is available at once: ${title}`,
      scenario,
      run: async (trial: Trial) => {
        needsPolicies(trial)
        const of = fund(trial, "main")
        const before = await available(trial, of)
        await toppedUp(trial, of, amount)
        await expectMoved(trial, of, before, amount)
      },
    }),
  ),
  ...covered.map(
    ({ name, scenario, amount, title }): Row => ({
      id: `topups.policy.${name}`,
      requirement: "topups.policy",
      title: `Is not available before approval: ${title}`,
      scenario,
      run: async (trial: Trial) => {
        needsPolicies(trial)
        const of = budgetFund(trial, "main")
        const before = await available(trial, of)
        const response = await topUp(trial, of, amount)
        trial.expect(response.status < 500, "it waits (2xx) or is refused (4xx)", response)
        trial.note(
          "a topup that needs approval",
          isSuccess(response) ? "is created and waits" : `is refused with ${response.status}`,
        )
        await expectMoved(trial, of, before)
      },
    }),
  ),
]

export const topups = checksOf("rules", [...wrongKinds.flatMap(wrongKind), ...approvals])

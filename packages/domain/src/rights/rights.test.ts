import { describe, expect, test } from "vitest"
import { aTopup } from "../../test/given.ts"
import type { Verdict } from "../core/sight.ts"
import { judgeMember, judgeMembers } from "./rules/budget-members.ts"
import { judgeOwners } from "./rules/budget-owners.ts"
import { approvesFor, type BudgetTies, judgeBudget, noTies } from "./rules/budgets.ts"
import { judgeTopup, judgeTopups, seesTopup } from "./rules/topups.ts"
import { judgeTransaction, type TransactionTies } from "./rules/transactions.ts"

/** Ties of user 2, whose membership is 5, to a budget. */
const people = {
  owner: { ...noTies, owner: true },
  member: { ...noTies, membership: 5 },
  deputy: { ...noTies, deputy: true },
  stranger: noTies,
  nowhere: null,
} satisfies Record<string, BudgetTies | null>
type Who = keyof typeof people
const who = Object.keys(people) as ReadonlyArray<Who>

const letters: Record<Verdict, string> = { allowed: "yes", forbidden: "403", hidden: "404" }

/**
 * Verdicts for each of them, first with a role that shows nothing, then with one that shows all.
 */
const verdictsOf = (judge: (ties: BudgetTies | null, reads: boolean) => Verdict) =>
  [false, true].map((reads) =>
    Object.fromEntries(who.map((_) => [_, letters[judge(people[_], reads)]])),
  )

type Row = Record<Who, string>
const row = (
  owner: string,
  member: string,
  deputy: string,
  stranger: string,
  nowhere = "404",
): Row => ({ owner, member, deputy, stranger, nowhere })

const topup = aTopup({ requested_by: 2 })
const others = aTopup({ requested_by: 3 })
const settled = aTopup({ requested_by: 3, status: "APPROVED" })

const rows: ReadonlyArray<
  readonly [string, (ties: BudgetTies | null, reads: boolean) => Verdict, Row, Row]
> = [
  [
    "reading a budget",
    (ties, reads) => judgeBudget("read", ties, reads),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "403", "403", "403"),
  ],
  [
    "changing a budget",
    (ties, reads) => judgeBudget("change", ties, reads),
    row("yes", "403", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "reading the periods of a budget",
    (ties, reads) => judgeBudget("periods", ties, reads),
    row("yes", "403", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "listing members",
    (ties, reads) => judgeMembers("list", ties, reads),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "yes", "yes"),
  ],
  [
    "adding a member",
    (ties, reads) => judgeMembers("create", ties, reads),
    row("yes", "403", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "reading one's own membership",
    (ties, reads) => judgeMember("read", ties, { budget_member_id: 5, reads }),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "403", "403", "403"),
  ],
  [
    "reading another member",
    (ties, reads) => judgeMember("read", ties, { budget_member_id: 6, reads }),
    row("yes", "404", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "changing one's own membership",
    (ties, reads) => judgeMember("change", ties, { budget_member_id: 5, reads }),
    row("yes", "403", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "listing owners",
    (ties, reads) => judgeOwners("list", ties, reads),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "yes", "yes"),
  ],
  [
    "adding an owner",
    (ties, reads) => judgeOwners("create", ties, reads),
    row("yes", "403", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "removing an owner",
    (ties, reads) => judgeOwners("remove", ties, reads),
    row("yes", "404", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "listing the topups of a budget",
    (ties, reads) => judgeTopups("list", ties, { budget_member_id: null, reads }),
    row("yes", "yes", "yes", "404"),
    row("yes", "yes", "yes", "yes"),
  ],
  [
    "listing the topups of another member",
    (ties, reads) => judgeTopups("list", ties, { budget_member_id: 6, reads }),
    row("yes", "404", "yes", "404"),
    row("yes", "yes", "yes", "yes"),
  ],
  [
    "requesting a topup of a budget",
    (ties, reads) => judgeTopups("create", ties, { budget_member_id: null, reads }),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "403", "403", "403"),
  ],
  [
    "requesting a topup of one's own limit",
    (ties, reads) => judgeTopups("create", ties, { budget_member_id: 5, reads }),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "403", "403", "403"),
  ],
  [
    "requesting a topup of another member's limit",
    (ties, reads) => judgeTopups("create", ties, { budget_member_id: 6, reads }),
    row("yes", "404", "404", "404"),
    row("yes", "403", "403", "403", "403"),
  ],
  [
    "acting on one's own topup",
    (ties, reads) => judgeTopup(ties, 2, topup, reads),
    row("yes", "yes", "404", "404"),
    row("yes", "yes", "yes", "403", "403"),
  ],
  [
    "acting on another user's pending topup",
    (ties, reads) => judgeTopup(ties, 2, others, reads),
    row("yes", "404", "yes", "404"),
    row("yes", "403", "yes", "403", "403"),
  ],
  [
    "acting on a topup that is not pending",
    (ties, reads) => judgeTopup(ties, 2, settled, reads),
    row("yes", "404", "404", "404"),
    row("yes", "403", "yes", "403", "403"),
  ],
  [
    "acting on an unknown topup",
    (ties, reads) => judgeTopup(ties, 2, null, reads),
    row("404", "404", "404", "404"),
    row("404", "403", "403", "403", "403"),
  ],
]

describe("rights of a user at a budget", () => {
  test.each(rows)("%s", (_, judge, shown, permitted) => {
    expect(verdictsOf(judge)).toEqual([shown, permitted])
  })

  test("only owners and deputies approve", () => {
    expect(who.map((_) => people[_] !== null && approvesFor(people[_]))).toEqual([
      ...[true, false, true],
      ...[false, false],
    ])
  })

  test("a deputy also sees a pending topup that a token without a user requested", () => {
    expect(seesTopup(people.deputy, 2, { status: "PENDING", requested_by: null })).toBe(true)
    expect(seesTopup(people.member, 2, { status: "PENDING", requested_by: null })).toBe(false)
  })
})

describe("rights of a user at a transaction", () => {
  const stranger: TransactionTies = { spender: false, assistant: false, owner: false }
  const rows: ReadonlyArray<readonly [string, TransactionTies | null, ReadonlyArray<string>]> = [
    ["the spender", { ...stranger, spender: true }, ["yes", "yes", "yes"]],
    ["an assistant", { ...stranger, assistant: true }, ["yes", "yes", "yes"]],
    ["an owner of its budget", { ...stranger, owner: true }, ["yes", "403", "403"]],
    [
      "an owner who is the spender",
      { ...stranger, spender: true, owner: true },
      ["yes", "yes", "yes"],
    ],
    ["a stranger", stranger, ["404", "404", "403"]],
    ["an unknown transaction", null, ["404", "404", "403"]],
  ]
  test.each(rows)("%s: read, change, change with a role that shows it", (_, ties, expected) => {
    expect([
      letters[judgeTransaction("read", ties, false)],
      letters[judgeTransaction("change", ties, false)],
      letters[judgeTransaction("change", ties, true)],
    ]).toEqual(expected)
  })
})

import type { Check, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { knownRecords, listFault, pageOf, walk } from "../paging.ts"
import { isSuccess, requires } from "../steps.ts"
import { dayOf, edgeDays, expectedOf, type Filter, queryOf, type Status } from "./matches.ts"

type Row = Omit<Check, "profile">

const operation = "transactions.list"

const textOf = (filter: Filter): string =>
  queryOf(filter)
    .map((pair) => pair.join("="))
    .join("&")

/** Checks that the filter lists exactly its matches. */
const expectListed = async (trial: Trial, filter: Filter): Promise<void> => {
  const records = await knownRecords(trial, operation, { query: queryOf(filter) })
  const fault = listFault(
    expectedOf(trial.business, filter),
    records.map(({ id }) => String(id)),
  )
  trial.expect(fault === null, `${textOf(filter)} lists what it matches, and nothing else`, fault)
}

type Date = "auth_date" | "cleared_date"

const daysOf = (trial: Trial, date: Date): ReadonlyArray<string> => {
  requires(trial, "transactions")
  const { transactions } = trial.business.spec
  const days = edgeDays(transactions.flatMap((made) => made[date] ?? []))
  if (days.length === 0) trial.untestable(`nothing has its ${date} at the edge of a day`)
  return days
}

const bounds = (date: Date, name: string): ReadonlyArray<Row> => {
  const row = (rule: string, title: string, filterOf: (day: string) => Filter): Row => ({
    id: `transaction-filters.${rule}`,
    requirement: `transaction-filters.${rule}`,
    title,
    scenario: "alpha",
    run: async (trial: Trial) => {
      for (const day of daysOf(trial, date)) await expectListed(trial, filterOf(day))
    },
  })
  const word = name === "auth" ? "authorised" : "cleared"
  return [
    row(
      `min-${name}-date`,
      `Lists what ${word} on the UTC day of min_${date} or later`,
      (day): Filter => ({ [`min_${date}`]: day }),
    ),
    row(
      `max-${name}-date`,
      `Lists what ${word} up to the end of the UTC day of max_${date}`,
      (day): Filter => ({ [`max_${date}`]: day }),
    ),
    row(
      `${name}-day`,
      `Lists what ${word} on one whole UTC day`,
      (day): Filter => ({ [`min_${date}`]: day, [`max_${date}`]: day }),
    ),
  ]
}

const statuses: ReadonlyArray<Status> = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"]
const together: ReadonlyArray<readonly [name: string, requested: ReadonlyArray<Status>]> = [
  ["records", ["AUTHED", "CLEARED"]],
  ["records-turned", ["CLEARED", "AUTHED"]],
  ["others", ["REFUNDED", "DECLINED"]],
  ["others-turned", ["DECLINED", "REFUNDED"]],
  ["three", ["AUTHED", "DECLINED", "REFUNDED"]],
  ["all", statuses],
  ["same-twice", ["AUTHED", "AUTHED"]],
]

const requiresStatuses = (trial: Trial, requested: ReadonlyArray<Status>): void => {
  requires(trial, "transactions")
  for (const status of requested) requires(trial, `transactions.${status.toLowerCase()}`)
}

const unknownWord = (name: "status" | "expense_status", word: string): Row => {
  const requirement = `transaction-filters.${name.replace("_", "-")}.unknown`
  return {
    id: `${requirement}.${word.toLowerCase()}`,
    requirement,
    title: `${name}=${word} never lists a transaction`,
    scenario: "alpha",
    run: async (trial: Trial) => {
      const response = await trial.business.call(operation, { query: [[name, word]] })
      const empty = isSuccess(response) && response.body?.results?.length === 0
      const refused = response.status >= 400 && response.status < 500
      trial.expect(empty || refused, "a refusal, or a list without records", response)
      trial.note(`${name} with a word that is none of its values`, refused ? "refused" : "empty")
    },
  }
}

/** Returns filters with several parameters, from days and statuses in the world. */
const combination = (trial: Trial): Filter => {
  const pick = <A>(from: ReadonlyArray<A>): A | undefined =>
    from[Math.floor(trial.random() * from.length)]
  const days = [...new Set(trial.business.spec.transactions.map((made) => dayOf(made.auth_date)))]
  const [early, late] = [pick(days) ?? "", pick(days) ?? ""].sort() as [string, string]
  const all: Filter = {
    min_auth_date: early,
    max_auth_date: late,
    min_cleared_date: early,
    max_cleared_date: late,
    status: [pick(statuses) ?? "CLEARED", pick(statuses) ?? "AUTHED"],
  }
  const selection = Object.entries(all).filter(() => trial.random() < 0.6)
  return Object.fromEntries(selection.length < 2 ? Object.entries(all) : selection)
}

const checkExpenseStatus = async (trial: Trial): Promise<void> => {
  const all = await knownRecords(trial, operation)
  for (const value of ["COMPLETE", "INCOMPLETE_EXPENSE"]) {
    const expected = all.filter((record) => record.expense_status === value)
    if (expected.length === 0) trial.blocked(`no transaction shows ${value}`)
    const listed = await knownRecords(trial, operation, { query: [["expense_status", value]] })
    const fault = listFault(
      { must: new Set(expected.map(({ id }) => String(id))), may: new Set() },
      listed.map(({ id }) => String(id)),
    )
    trial.expect(fault === null, `expense_status=${value} lists what shows it, and no more`, fault)
  }
}

/** Returns filters that each match some transactions but not all. */
const counted = (trial: Trial): ReadonlyArray<Filter> => {
  const day = daysOf(trial, "auth_date")[0] ?? ""
  return [{ status: ["AUTHED"] }, { max_auth_date: day }, { min_cleared_date: day }]
}

const paging: ReadonlyArray<Row> = [
  {
    id: "transaction-filters.count",
    requirement: "transaction-filters.count",
    title: "count is the number of transactions that match, whatever the page",
    scenario: "alpha",
    run: async (trial: Trial) => {
      for (const filter of counted(trial)) {
        const listing = { operation, call: { query: queryOf(filter) } } as const
        const { length } = await knownRecords(trial, operation, listing.call)
        for (const limit of [1, 50, 500]) {
          const page = await pageOf(trial, listing, [["limit", limit]])
          if (typeof page.count !== "number") trial.blocked("count is no number: lists.envelope")
          trial.expect(page.count === length, `count of ${textOf(filter)} is ${length}`, page.count)
        }
      }
    },
  },
  {
    id: "transaction-filters.paging",
    requirement: "transaction-filters.paging",
    title: "Walking a filtered list by next shows every match once",
    scenario: "alpha",
    run: async (trial: Trial) => {
      for (const filter of counted(trial)) {
        const listing = { operation, call: { query: queryOf(filter) } } as const
        const first = await pageOf(trial, listing, [["limit", 60]])
        const pages = await walk(trial, listing, first, "next")
        const fault = listFault(
          expectedOf(trial.business, filter),
          pages.flatMap(({ records }) => records.map(({ id }) => String(id))),
        )
        trial.expect(fault === null, `${textOf(filter)}, walked by next, lists its matches`, fault)
      }
    },
  },
  {
    id: "transaction-filters.offset",
    requirement: "transaction-filters.offset",
    title: "Without offset the list begins at its first transaction",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const listing = { operation, call: {} } as const
      const ids = async (query: ReadonlyArray<readonly [string, number]>) =>
        (await pageOf(trial, listing, query)).records.map(({ id }) => id).join(" ")
      trial.expect(
        (await ids([])) === (await ids([["offset", 0]])),
        "the page that offset=0 gives",
        await ids([]),
      )
    },
  },
  ...([null, 500, 501, 1_000_000] as const).map(
    (limit): Row => ({
      id: `transaction-filters.limit.${limit ?? "default"}`,
      requirement: "transaction-filters.limit",
      title:
        limit === null ? "50 transactions unless asked otherwise" : `limit=${limit}: up to 500`,
      scenario: "alpha",
      run: async (trial: Trial) => {
        const known = expectedOf(trial.business, {}).must.size
        if (known <= 500) trial.untestable("there are no more than 500 transactions")
        const response = await trial.business.call(operation, {
          query: limit === null ? [] : [["limit", limit]],
        })
        const { length } = response.body?.results ?? []
        const refused = response.status >= 400 && response.status < 500
        if (limit !== null && limit > 500) {
          trial.expect(refused || length <= 500, "a refusal, or at most 500 records", response)
          trial.note("a limit above the maximum", refused ? "refused" : `${length} records`)
        } else {
          trial.expect(length === (limit ?? 50), `${limit ?? 50} records`, response)
        }
      },
    }),
  ),
]

const combinations = 16

export const transactionFilters = checksOf("read", [
  ...bounds("auth_date", "auth"),
  ...bounds("cleared_date", "cleared"),
  {
    id: "transaction-filters.never-cleared",
    requirement: "transaction-filters.never-cleared",
    title: "What never cleared is within no bound of the cleared date",
    scenario: "alpha",
    run: async (trial: Trial) => {
      requires(trial, "transactions")
      for (const filter of [
        { min_cleared_date: "2000-01-01" },
        { max_cleared_date: "2099-12-31" },
      ]) {
        const listed = await knownRecords(trial, operation, { query: queryOf(filter) })
        if (listed.length === 0) trial.blocked(`${textOf(filter)} lists nothing`)
        const never = listed.filter((record) => record.cleared_date === null)
        trial.expect(
          never.length === 0,
          `${textOf(filter)} lists only what has a cleared date`,
          `${never.length} that have none, such as ${never[0]?.id}`,
        )
      }
    },
  },
  ...statuses.map(
    (status): Row => ({
      id: `transaction-filters.status.only-${status.toLowerCase()}`,
      requirement: "transaction-filters.status",
      title: `status=${status} lists the transactions of that status`,
      scenario: "alpha",
      run: async (trial: Trial) => {
        requiresStatuses(trial, [status])
        await expectListed(trial, { status: [status] })
      },
    }),
  ),
  ...together.map(
    ([name, requested]): Row => ({
      id: `transaction-filters.status.any-of.${name}`,
      requirement: "transaction-filters.status.any-of",
      title: `status given as ${requested.join(", ")} lists what each of them matches`,
      scenario: "alpha",
      run: async (trial: Trial) => {
        requiresStatuses(trial, requested)
        await expectListed(trial, { status: requested })
      },
    }),
  ),
  ...["BOGUS", "REVERSED", "authed"].map((word) => unknownWord("status", word)),
  ...["BOGUS", "INCOMPLETE"].map((word) => unknownWord("expense_status", word)),
  {
    id: "transaction-filters.expense-status",
    requirement: "transaction-filters.expense-status",
    title: "expense_status lists what shows that value",
    scenario: "alpha",
    run: checkExpenseStatus,
  },
  ...Array.from(
    { length: combinations },
    (_, index): Row => ({
      id: `transaction-filters.together.${index + 1}`,
      requirement: "transaction-filters.together",
      title: "Several filters at once list what all of them match",
      scenario: "alpha",
      run: async (trial: Trial) => {
        requiresStatuses(trial, statuses)
        await expectListed(trial, combination(trial))
      },
    }),
  ),
  ...paging,
])

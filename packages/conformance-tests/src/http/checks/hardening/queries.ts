import type { TransactionSpec } from "../../../interface/world/spec.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idsOf, isSuccess, requires } from "../steps.ts"
import { expectNoFault, expectRefused, isRefused } from "./survival.ts"

type Query = ReadonlyArray<readonly [name: string, value: string | number]>

const list = (trial: Trial, query: Query): Promise<Answer> =>
  trial.business.call("transactions.list", { query })

/** Requests the list with a raw query, without encoding. */
const listRaw = (trial: Trial, query: string): Promise<Answer> => {
  const { client_id, tokens } = trial.business
  return trial.request("GET", `/v2/businesses/${client_id}/transactions?${query}`, {
    headers: { authorization: `Bearer ${tokens["admin"]}` },
  })
}

const recordsIn = (response: Answer): ReadonlyArray<Json> => response.body?.results ?? []

/** Checks the response to an invalid query: a refusal, or no more than a page. */
const expectBounded = (trial: Trial, response: Answer, what: string, maxRecords: number) => {
  const lawful =
    isRefused(response) || (response.status === 200 && recordsIn(response).length <= maxRecords)
  trial.expect(lawful, `${what}: 4xx, or at most ${maxRecords} records`, response)
}

const oddNumbers = [
  "-1",
  "501",
  "2147483648",
  "9007199254740993",
  "99999999999999999999999999",
  "1e2",
  "0x10",
  "5.5",
  " 5",
  "+5",
  "",
  "five",
  "5,000",
  "٥",
  "NaN",
  "Infinity",
  "null",
  "5;6",
  "5\u0000",
]

const paging = async (trial: Trial) => {
  for (const text of oddNumbers) {
    for (const name of ["limit", "offset"]) {
      const response = await list(trial, [[name, text]])
      expectBounded(trial, response, `${name}=${JSON.stringify(text)}`, 500)
    }
  }
  for (const query of ["limit[]=5", "limit[0]=5", "limit.x=5", "limit=%", "limit=%ff", "&&&=&"]) {
    expectBounded(trial, await listRaw(trial, query), query, 500)
  }
}

const pollution = async (trial: Trial) => {
  requires(trial, "transactions")
  const repeats = "status=AUTHED&".repeat(100)
  const queries: ReadonlyArray<readonly [what: string, query: string, maxRecords: number]> = [
    ["two limits", "limit=1&limit=500", 500],
    ["two limits, the other way", "limit=500&limit=1", 500],
    ["an offset thrice", "offset=0&offset=1&offset=2", 500],
    ["a hundred equal statuses", repeats, 500],
    [
      "a thousand unknown parameters",
      Array.from({ length: 1_000 }, (_, n) => `p${n}=1`).join("&"),
      500,
    ],
    ["thousands of repeats", "status=AUTHED&".repeat(4_000), 500],
  ]
  for (const [what, query, maxRecords] of queries) {
    expectBounded(trial, await listRaw(trial, query), what, maxRecords)
  }
  const all = await list(trial, [["limit", 1]])
  const some = await listRaw(trial, repeats)
  if (!isSuccess(some)) return trial.note("a status a hundred times", String(some.status))
  const fewer = Number(some.body?.count) < Number(all.body?.count)
  trial.expect(fewer, "a status a hundred times is still a filter", some)
}

const oddDates = [
  "2025-02-29",
  "2025-13-01",
  "2025-00-10",
  "2025-01-32",
  "2025-3-1",
  "20250301",
  "01/03/2025",
  "2025-03-01T00:00:00Z",
  "2025-03-01T00:00:00+10:00",
  "2025-03-01Z",
  "2025-W10",
  "yesterday",
  "0000-01-01",
  "-2025-01-01",
  "٢٠٢٥-٠١-٠١",
  "",
  " ",
  "null",
  "1740787200",
]
const bounds = ["min_auth_date", "max_auth_date", "min_cleared_date", "max_cleared_date"]

const dates = async (trial: Trial) => {
  requires(trial, "transactions")
  const whole = await list(trial, [["limit", 1]])
  const everything = Number(whole.body?.count)
  if (!Number.isInteger(everything)) trial.blocked("the list does not say how many there are")
  for (const text of oddDates) {
    for (const name of bounds) {
      const response = await list(trial, [
        [name, text],
        ["limit", 1],
      ])
      // A bound before the first day or after the last may be accepted if it excludes nothing.
      const far = /^-?(0000|2025)|^17|^20250301/u.test(text) && name.startsWith("min")
      const unfiltered = response.status === 200 && Number(response.body?.count) >= everything
      trial.expect(
        isRefused(response) || (response.status === 200 && (far || !unfiltered)),
        `${name}=${JSON.stringify(text)}: refused, or fewer records than without it`,
        response,
      )
    }
  }
  for (const kind of ["auth", "cleared"]) {
    const response = await list(trial, [
      [`min_${kind}_date`, "2026-02-02"],
      [`max_${kind}_date`, "2026-02-01"],
    ])
    const nothing = response.status === 200 && recordsIn(response).length === 0
    trial.expect(
      isRefused(response) || nothing,
      "a first day after the last: refused, or nothing",
      response,
    )
  }
}

const injected = [
  "1 OR 1=1",
  "' OR '1'='1",
  "' OR 1=1 --",
  '" OR ""="',
  "AUTHED' OR '1'='1",
  "AUTHED') OR ('1'='1",
  "AUTHED UNION SELECT * FROM users",
  "2026-01-01' OR '1'='1",
  "'; DROP TABLE users; --",
  "1; SELECT pg_sleep(1)",
  "%' OR '%'='",
  "*)(uid=*))(|(uid=*",
  '{"$ne":null}',
  '{"$gt":""}',
  "[$ne]=1",
  "{{7*7}}",
  "$" + "{7*7}",
  "../../etc/passwd",
  "\\' OR 1=1 --",
  "0 UNION ALL SELECT NULL,NULL,NULL --",
]

const injection = async (trial: Trial) => {
  const { call } = trial.business
  for (const text of injected) {
    for (const name of ["status", "expense_status", ...bounds, "limit", "offset"]) {
      const response = await list(trial, [[name, text]])
      const paging = name === "limit" || name === "offset"
      const maxRecords = paging ? 500 : 0
      const what = `${name}=${text}`
      expectNoFault(trial, response, what)
      const lenient = text.startsWith("2026-01-01") && bounds.includes(name)
      if (!lenient) expectBounded(trial, response, what, maxRecords)
    }
    const reads = [
      await call("users.get", { path: { user_id: text } }),
      await call("budgets.get", { path: { budget_id: text } }),
      await call("transactions.get", { path: { transaction_id: text } }),
      await call("users.list", { path: { client_id: text } }),
    ]
    for (const response of reads) expectRefused(trial, response, `the id ${text}`)
  }
}

/** Results of each filter alone, so that only their combination is tested here. */
interface Alone {
  readonly status: ReadonlyMap<string, ReadonlySet<string>>
  readonly expense: ReadonlyMap<string, ReadonlySet<string>>
}

const statuses = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"] as const
const expenses = ["COMPLETE", "INCOMPLETE_EXPENSE"] as const

const alone = async (trial: Trial): Promise<Alone> => {
  const of = async (query: Query) =>
    new Set(idsOf(await trial.business.all("transactions.list", { query })))
  const every = statuses.map((one) => ["status", one] as const)
  return {
    status: new Map(
      await Promise.all(statuses.map(async (one) => [one, await of([["status", one]])] as const)),
    ),
    expense: new Map(
      await Promise.all(
        expenses.map(async (one) => [one, await of([...every, ["expense_status", one]])] as const),
      ),
    ),
  }
}

/** A combination of filters, and the transactions that it must list. */
interface Combination {
  readonly query: Query
  readonly keeps: (spec: TransactionSpec, id: string) => boolean
}

const combined = (trial: Trial, { status, expense }: Alone): Combination => {
  const pick = <A>(from: ReadonlyArray<A>): A => from[Math.floor(trial.random() * from.length)] as A
  const rows = trial.business.spec.transactions
  const dayOf = (text: string) => text.slice(0, 10)
  const query: Array<readonly [string, string]> = []
  const tests: Array<Combination["keeps"]> = []
  const chosen = statuses.filter(() => trial.random() < 0.5)
  const selected = chosen.length === 0 ? statuses : chosen
  for (const one of selected) query.push(["status", one])
  tests.push((_, id) => selected.some((one) => status.get(one)?.has(id) === true))
  if (trial.random() < 0.4) {
    const one = pick(expenses)
    query.push(["expense_status", one])
    tests.push((_, id) => expense.get(one)?.has(id) === true)
  }
  for (const kind of ["auth_date", "cleared_date"] as const) {
    if (trial.random() < 0.5) continue
    const [first = "", last = ""] = [pick(rows), pick(rows)]
      .map((row) => dayOf(row[kind] ?? row.auth_date))
      .sort()
    query.push([`min_${kind}`, first], [`max_${kind}`, last])
    tests.push((row) => {
      const at = row[kind]
      return at !== undefined && dayOf(at) >= first && dayOf(at) <= last
    })
  }
  return { query, keeps: (spec, id) => tests.every((test) => test(spec, id)) }
}

const randomFilters = async (trial: Trial) => {
  requires(trial, "transactions")
  const { spec, ids } = trial.business
  const known = await alone(trial)
  for (let count = 0; count < 100; count++) {
    const { query, keeps } = combined(trial, known)
    const matching = spec.transactions
      .map((row) => [row, ids.transactions[row.key] ?? ""] as const)
      .filter(([row, id]) => keeps(row, id))
      .map(([, id]) => id)
    const offset = Math.floor(trial.random() * (matching.length + 2))
    const limit = 1 + Math.floor(trial.random() * 500)
    const response = await list(trial, [...query, ["offset", offset], ["limit", limit]])
    const page = idsOf(recordsIn(response))
    const size = Math.max(0, Math.min(limit, matching.length - offset))
    const all = new Set(matching)
    trial.expect(
      response.body?.count === matching.length &&
        page.length === size &&
        page.every((id) => all.has(id)),
      `of ${matching.length} that match ${JSON.stringify(query)}, ${size} from ${offset} on`,
      { status: response.status, count: response.body?.count, records: page.length },
    )
  }
}

const titles = {
  paging: "an offset or limit that is odd is refused, or gives at most 500",
  pollution: "repeated and unknown parameters are refused, or give no more than a page",
  dates: "a bound that is no day is refused, and never lets everything through",
  "random-filters": "random combinations of filters and pages give what each filter alone gives",
  injection: "a text that is pasted into a statement finds nothing",
}
const runs = { paging, pollution, dates, "random-filters": randomFilters, injection }

export const queries = checksOf(
  "hardening",
  (Object.keys(runs) as ReadonlyArray<keyof typeof runs>).map((id) => ({
    id: `hardening.${id}.transactions`,
    requirement: `hardening.${id}`,
    title: titles[id],
    scenario: "alpha" as const,
    run: runs[id],
  })),
)

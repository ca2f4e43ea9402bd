import { format } from "@outlay/domain"
import {
  checks,
  type Difference,
  type Extent,
  extents,
  type Replay,
  replay,
  Sql,
  type Unexplained,
} from "@outlay/sql-storage"
import { SqliteStorage } from "@outlay/sqlite-storage"
import { Effect, type Option } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { commandFailed } from "../failure.ts"
import { prepareFile, storageLayer } from "../layers.ts"
import { count, print, table, withProgress } from "../terminal.ts"

interface Found extends Difference {
  readonly client_id: number
}

/**
 * Everything of one business that is not what the ledger says, or that its events do not explain,
 * of one moment.
 */
const judge = ({ client_id }: Extent, show: (line: string) => void) =>
  Sql.use((sql) =>
    sql.transaction(
      Effect.gen(function* () {
        const found = yield* Effect.forEach(checks, ({ name, differences }) =>
          Effect.suspend(() => {
            show(name)
            return sql.all(differences, { client_id })
          }),
        )
        show("events")
        return {
          differences: found.flat().map((each): Found => ({ client_id, ...each })),
          replayed: yield* replay(client_id, (events) => show(`${count(events)} events`)),
        }
      }),
    ),
  )

/** `outlay verify` */
export const verify = (input: {
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    const file = yield* databaseFile(input.databaseUrl)
    yield* prepareFile(file, "read")
    const report = yield* withProgress(({ show }) =>
      Effect.gen(function* () {
        show("checking the file")
        const { integrityFaults } = yield* SqliteStorage
        const faults = yield* integrityFaults
        const businesses = yield* Sql.use((sql) => sql.all(extents, {}))
        const judged = yield* Effect.forEach(businesses, (business) =>
          judge(business, (line) => show(`business ${business.client_id}: ${line}`)),
        )
        return { faults, businesses, judged }
      }),
    ).pipe(Effect.provide(storageLayer({ file, mode: "readable" })))
    const summary = summaryOf(report)
    yield* print(input.json, summary, textOf(summary))
    const { faults, differences, unexplained } = summary
    const wrong = faults.length + differences.length + unexplained
    if (wrong > 0) {
      const things = wrong === 1 ? "1 thing is" : `${count(wrong)} things are`
      return yield* commandFailed(`${file}: ${things} not what the ledger and the events say.`)
    }
  })

/** How much of what no event explains is told. */
const mostTold = 100

const summaryOf = ({
  faults,
  businesses,
  judged,
}: {
  readonly faults: ReadonlyArray<string>
  readonly businesses: ReadonlyArray<Extent>
  readonly judged: ReadonlyArray<{
    readonly differences: ReadonlyArray<Found>
    readonly replayed: Replay
  }>
}) => {
  const differences = judged.flatMap((each) => each.differences)
  const replays = judged.map((each) => each.replayed)
  const unexplained = sum(replays.map((each) => each.unexplained))
  return {
    verified: faults.length + differences.length + unexplained === 0,
    businesses: businesses.length,
    entries: sum(businesses.map(({ entries }) => entries)),
    transactions: sum(businesses.map(({ transactions }) => transactions)),
    events: sum(replays.map(({ events }) => events)),
    records: sum(replays.map(({ records }) => records)),
    checks: checks.length,
    faults,
    differences,
    unexplained,
    first_unexplained: replays.flatMap(({ first }) => first).slice(0, mostTold),
  }
}

type Summary = ReturnType<typeof summaryOf>

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, number) => total + number, 0)

const textOf = (summary: Summary): string => {
  const { faults, differences, unexplained, first_unexplained } = summary
  const scope =
    `${count(summary.businesses)} businesses, ${count(summary.entries)} ledger entries, ` +
    `${count(summary.transactions)} transactions, ${count(summary.events)} events`
  if (summary.verified) {
    return (
      `${scope}: ${summary.checks} checks each, every amount is what the ledger says, ` +
      `and every record what its events say`
    )
  }
  const rest = unexplained - first_unexplained.length
  return [
    scope,
    ...faults,
    table(
      ["client_id", "check", "of", "recomputed", "kept", "difference"],
      differences.map((each) => [
        each.client_id,
        each.check,
        each.of,
        amountOf(each.expected, each.currency),
        amountOf(each.found, each.currency),
        amountOf(each.found - each.expected, each.currency),
      ]),
    ),
    table(["client_id", "resource", "id", "field", "what", "told", "found"], rowsOf(summary)),
    rest > 0 ? `and ${count(rest)} more that no event explains` : "",
  ]
    .filter((line) => line !== "")
    .join("\n")
}

const rowsOf = ({ first_unexplained }: Summary) =>
  first_unexplained.map(({ client_id, resource, id, field, what, told, found }: Unexplained) => [
    ...[client_id, resource, id, field, what],
    ...(field === null ? [null, null] : [shown(told), shown(found)]),
  ])

/** A value in so many characters that a line of it can be read. */
const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

const amountOf = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : format(amount, currency)

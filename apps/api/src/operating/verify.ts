import { format } from "@outlay/domain"
import { checks, type Difference, type Extent, extents, Sql } from "@outlay/sql-storage"
import { SqliteStorage } from "@outlay/sqlite-storage"
import { Effect, type Option } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { commandFailed } from "../failure.ts"
import { prepareFile, storageLayer } from "../layers.ts"
import { count, print, table, withProgress } from "../terminal.ts"

interface Found extends Difference {
  readonly client_id: number
}

/** Everything of one business that is not what the ledger says, of one moment. */
const differencesOf = ({ client_id }: Extent, show: (check: string) => void) =>
  Sql.use((sql) =>
    sql.transaction(
      Effect.forEach(checks, ({ name, differences }) =>
        Effect.suspend(() => {
          show(name)
          return sql.all(differences, { client_id })
        }),
      ),
    ),
  ).pipe(Effect.map((found) => found.flat().map((each): Found => ({ client_id, ...each }))))

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
        const found = yield* Effect.forEach(businesses, (business) =>
          differencesOf(business, (check) => show(`business ${business.client_id}: ${check}`)),
        )
        return { faults, businesses, differences: found.flat() }
      }),
    ).pipe(Effect.provide(storageLayer({ file, mode: "readable" })))
    const { faults, businesses, differences } = report
    const wrong = faults.length + differences.length
    const summary = {
      verified: wrong === 0,
      businesses: businesses.length,
      entries: sum(businesses.map(({ entries }) => entries)),
      transactions: sum(businesses.map(({ transactions }) => transactions)),
      checks: checks.length,
      faults,
      differences,
    }
    yield* print(input.json, summary, textOf(summary))
    if (wrong > 0) {
      const things = wrong === 1 ? "1 thing is" : `${count(wrong)} things are`
      return yield* commandFailed(`${file}: ${things} not what the ledger says.`)
    }
  })

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, number) => total + number, 0)

const textOf = (summary: {
  readonly businesses: number
  readonly entries: number
  readonly transactions: number
  readonly checks: number
  readonly faults: ReadonlyArray<string>
  readonly differences: ReadonlyArray<Found>
}): string => {
  const scope =
    `${count(summary.businesses)} businesses, ${count(summary.entries)} ledger entries, ` +
    `${count(summary.transactions)} transactions`
  const { faults, differences } = summary
  if (faults.length + differences.length === 0) {
    return `${scope}: ${summary.checks} checks each, every amount is what the ledger says`
  }
  const rows = differences.map((each) => [
    each.client_id,
    each.check,
    each.of,
    amountOf(each.expected, each.currency),
    amountOf(each.found, each.currency),
    amountOf(each.found - each.expected, each.currency),
  ])
  const headings = ["client_id", "check", "of", "recomputed", "kept", "difference"]
  return [scope, ...faults, table(headings, rows)].filter((line) => line !== "").join("\n")
}

const amountOf = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : format(amount, currency)

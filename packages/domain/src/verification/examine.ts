import { type Cause, Effect, Stream } from "effect"
import { Turnover } from "../ledger/turnover.ts"
import type { StorageUnavailable } from "../shared/unit-of-work.ts"
import type { Books, WholeTables } from "./books.ts"
import type { Check, Found } from "./check.ts"
import { balanceChecks } from "./checks/balances.ts"
import { accountChecks, entryChecks } from "./checks/entries.ts"
import { periodChecks } from "./checks/periods.ts"
import { type Difference, maxNamedRows, type Outcome, type WrongRow } from "./finding.ts"
import { VerificationStore } from "./store.ts"

/** A part of the books that could not be read. */
export interface Unreadable {
  readonly part: string
  readonly cause: Cause.Cause<StorageUnavailable>
}

/** What an examination of the books of a business has come to. */
export interface Examination {
  readonly differences: ReadonlyArray<Difference>
  readonly rows: Outcome<WrongRow>
  readonly unreadable: ReadonlyArray<Unreadable>
}

const tables = [
  "businesses",
  "wallets",
  "budgets",
  "budget_periods",
  "budget_members",
  "daily_movements",
] as const satisfies ReadonlyArray<keyof WholeTables>

/** What is looked at as a whole, when every stream is through. */
const wholeChecks: ReadonlyArray<Check<never>> = [
  ...balanceChecks,
  ...periodChecks,
  ...accountChecks,
]

/** Every check, in the order in which their findings are reported. */
export const bookChecks: ReadonlyArray<Check<never>> = [...wholeChecks, ...entryChecks]

class Examiner {
  readonly #books: { -readonly [K in keyof Books]?: Books[K] } = {}
  readonly #found = new Map<Check<never>, Found>()
  readonly #unreadable: Array<Unreadable> = []
  readonly #show: (part: string) => void

  constructor(show: (part: string) => void) {
    this.#show = show
  }

  /** Reads a part; where that fails the others are read all the same. */
  part<A>(part: string, read: Effect.Effect<A, StorageUnavailable>): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#show(part)
      return Effect.catchCause(Effect.asVoid(read), (cause) =>
        Effect.sync(() => {
          this.#unreadable.push({ part, cause })
        }),
      )
    })
  }

  know<T extends keyof Books>(name: T, value: Books[T] | null): void {
    if (value !== null) this.#books[name] = value
  }

  /** Begins the checks for which there is all that they need. */
  begin<Item>(checks: ReadonlyArray<Check<Item>>) {
    return checks
      .filter(({ needs }) => needs.every((name) => name in this.#books))
      .map((check) => {
        const running = check.begin(this.#books as Books)
        this.#found.set(check, running.found)
        return running
      })
  }

  stream<Item>(
    part: string,
    items: Stream.Stream<Item, StorageUnavailable>,
    checks: ReadonlyArray<Check<Item>>,
    also: (item: Item) => void = () => {},
  ): Effect.Effect<boolean> {
    return Effect.suspend(() => {
      const running = this.begin(checks)
      const takes = [also, ...running.flatMap(({ take }) => take ?? [])]
      let whole = false
      const read = Stream.runForEachArray(items, (array) =>
        Effect.sync(() => {
          for (const item of array) for (const take of takes) take(item)
        }),
      )
      const ended = Effect.map(read, () => {
        for (const { end } of running) end?.()
        whole = true
      })
      return Effect.map(this.part(part, ended), () => whole)
    })
  }

  get all(): Examination {
    const found = bookChecks.flatMap((check) => this.#found.get(check) ?? [])
    const rows = found.flatMap((each) => ("rows" in each ? [each.rows] : []))
    return {
      differences: found.flatMap((each) => ("rows" in each ? [] : each.differences.first)),
      rows: {
        total: rows.reduce((sum, { total }) => sum + total, 0),
        first: rows.flatMap(({ first }) => first).slice(0, maxNamedRows),
      },
      unreadable: this.#unreadable,
    }
  }
}

/**
 * Looks at everything that is kept of a business, in constant memory: whether every amount follows
 * from the ledger, and every record from the others. Nothing may change meanwhile: in a
 * transaction, or in a file that nobody serves. `show` hears which part is read.
 */
export const examine = Effect.fnUntraced(function* (
  client_id: number,
  show: (part: string) => void = () => {},
) {
  const store = yield* VerificationStore
  const examiner = new Examiner(show)
  for (const table of tables) {
    yield* examiner.part(
      table,
      Effect.map(store.all(client_id, table), (rows) => examiner.know(table, rows as never)),
    )
  }
  const ledger = new Turnover()
  const entries = store.entries(client_id)
  const isWhole = yield* examiner.stream("ledger_entries", entries, entryChecks, (entry) =>
    ledger.take(entry),
  )
  if (isWhole) examiner.know("ledger", ledger)
  for (const { end } of examiner.begin(wholeChecks)) end?.()
  return examiner.all
})

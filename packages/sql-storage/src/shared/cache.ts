import type { TableName } from "@outlay/domain/fields"
import type { Decision } from "@outlay/domain/ports"
import { Effect } from "effect"

/** How often this process wrote a row of each table, through whichever engine. */
const writes = new Map<TableName, number>()

/** Notes what decisions write: what is remembered of those tables is forgotten. */
export const noteWrites = (decisions: ReadonlyArray<Decision<unknown>>): void => {
  for (const decision of decisions) {
    if (decision.writes.length > 0) isWritten = true
    for (const { table } of decision.writes) writes.set(table, (writes.get(table) ?? 0) + 1)
  }
}

/** How often something that was written was undone again. */
let undone = 0
/** Whether anything was written since then. */
let isWritten = false

/**
 * To be called by an engine when it has undone something: what was read of it meanwhile is
 * forgotten.
 */
export const noteUndone = (): void => {
  if (!isWritten) return
  undone++
  isWritten = false
}

/** To be called by an engine where what others read is not what the unit that runs reads. */
export const forget = (): void => {
  undone++
}

/** Milliseconds after which a row is read again: another process may have written it. */
const maxAgeMs = 500

/** So many rows, then all are forgotten: whoever asks for many keeps none. */
const maxEntries = 10_000

interface Remembered<A> {
  readonly value: A
  readonly version: number
  readonly until: number
}

/**
 * A read that every request makes, answered from memory while none of its tables is written: by
 * this process not at all, by another one for half a second at the most. What was not found is not
 * remembered.
 */
export const remembering = <A, E, R>(
  tables: ReadonlyArray<TableName>,
  find: (key: string) => Effect.Effect<A | null, E, R>,
): ((key: string) => Effect.Effect<A | null, E, R>) => {
  const known = new Map<string, Remembered<A>>()
  const versionNow = () => {
    let version = undone
    for (const table of tables) version += writes.get(table) ?? 0
    return version
  }
  return (key) =>
    Effect.suspend(() => {
      const entry = known.get(key)
      const version = versionNow()
      if (entry?.version === version && entry.until > performance.now()) {
        return Effect.succeed(entry.value)
      }
      return Effect.map(find(key), (value) => {
        if (known.size >= maxEntries) known.clear()
        if (value === null) known.delete(key)
        else known.set(key, { value, version, until: performance.now() + maxAgeMs })
        return value
      })
    })
}

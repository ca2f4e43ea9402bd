import type { StorageUnavailable } from "@outlay/domain"
import { db, NamedRows, prepared, type Reading, type Statement } from "@outlay/sql-storage"
import { Effect } from "effect"
import { sql } from "kysely"
import type { Names } from "./names.ts"
import { type Sender, sentAll } from "./questions.ts"
import { every, first, type Ready } from "./ready.ts"

interface OfBusiness {
  readonly client_id: number
}

const version = prepared(
  (p: OfBusiness) =>
    db
      .selectFrom(sql.table("name_versions").as("v") as never)
      .select(sql<number>`v.version`.as("version"))
      .where(sql`v.client_id`, "=", p.client_id),
  (row: { readonly version: number }) => row.version,
)

/** Raised in the transaction that changes what is shown of rows by name. */
export const raiseVersion = prepared(
  (p: OfBusiness) => sql`
    insert into name_versions (client_id, version) values (${p.client_id}, 1)
    on conflict (client_id) do update set version = name_versions.version + 1`,
)

const nextTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/**
 * Reads of one instant. Names are cached by their version at that instant, which is read with the
 * first statement. Businesses in `renamed`, which the transaction itself has changed, are not
 * cached.
 */
export const readingOf = (
  sender: Sender,
  names: Names,
  renamed: ReadonlySet<number> = new Set(),
): Reading => {
  const versions = new Map<number, number>()
  const own = new Map<number, NamedRows>()
  const ask = (ready: Ready, params: unknown): Effect.Effect<unknown, StorageUnavailable> => {
    const { client_id } = params as Partial<OfBusiness>
    if (client_id === undefined || versions.has(client_id)) {
      return Effect.map(sentAll(sender, [ready]), ([result]) => result)
    }
    return Effect.map(
      sentAll(sender, [first(version, { client_id }), ready]),
      ([found, result]) => {
        versions.set(client_id, (found as number | null) ?? 0)
        return result
      },
    )
  }
  return {
    cache: {
      namedRows: (client_id) => {
        const found = versions.get(client_id)
        if (found !== undefined && !renamed.has(client_id)) return names.at(client_id, found)
        const rows = own.get(client_id) ?? new NamedRows(client_id)
        own.set(client_id, rows)
        return rows
      },
      trim: () => names.trim(),
    },
    isInProcess: false,
    pause: nextTurn,
    get: <P, O>(statement: Statement<P, O>, params: P) =>
      Effect.suspend(() => ask(first(statement, params), params)) as Effect.Effect<
        O | null,
        StorageUnavailable
      >,
    all: <P, O>(statement: Statement<P, O>, params: P) =>
      Effect.suspend(() => ask(every(statement, params), params)) as Effect.Effect<
        ReadonlyArray<O>,
        StorageUnavailable
      >,
  }
}

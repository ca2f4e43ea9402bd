import type { Page, StorageUnavailable } from "@outlay/domain"
import type { CustomFieldValue, TransactionRecord } from "@outlay/domain/fields"
import { showValues } from "@outlay/domain/rules"
import { Effect } from "effect"
import { remembering } from "./cache.ts"
import { db } from "./database.ts"
import type { Reading, Sql } from "./sql.ts"
import { prepared } from "./statement.ts"

const names = prepared((p: { readonly client_id: number }) =>
  db.selectFrom("custom_fields").select(["id", "name"]).where("client_id", "=", p.client_id),
)

type NameOf = (custom_field_id: string) => string | undefined

/** Values of a record as they were kept: each with its field. */
type Kept = Parameters<typeof showValues>[0]

const hasValues = ({ custom_fields, line_items }: TransactionRecord): boolean =>
  custom_fields.length > 0 || line_items.some((item) => item.custom_fields.length > 0)

type Named = { custom_fields: ReadonlyArray<CustomFieldValue> }

const show = (of: Named, nameOf: NameOf): void => {
  if (of.custom_fields.length > 0) of.custom_fields = showValues(of.custom_fields as Kept, nameOf)
}

/**
 * A record that was read with its values as they are kept. It is changed in place: it was made a
 * moment ago, and a page has hundreds.
 */
const withNames = (record: TransactionRecord, nameOf: NameOf): TransactionRecord => {
  show(record as Named, nameOf)
  for (const item of record.line_items) show(item as Named, nameOf)
  return record
}

/**
 * Puts the names that fields have, or last had, into records whose values were read as they are
 * kept. Fields are few, and remembered until one is written; records without values ask for none.
 */
export const naming = (sql: Sql["Service"]) => {
  const remembered = remembering(["custom_fields"], (client_id) =>
    Effect.map(
      sql.all(names, { client_id: Number(client_id) }),
      (rows): ReadonlyMap<string, string> => new Map(rows.map(({ id, name }) => [id, name])),
    ),
  )
  const nameOf = (client_id: number): Effect.Effect<NameOf, StorageUnavailable> =>
    Effect.map(
      remembered(String(client_id)),
      (known): NameOf =>
        (id) =>
          known?.get(id),
    )
  return {
    one:
      (client_id: number) =>
      (
        record: TransactionRecord | null,
      ): Effect.Effect<TransactionRecord | null, StorageUnavailable> =>
        record === null || !hasValues(record)
          ? Effect.succeed(record)
          : Effect.map(nameOf(client_id), (of) => withNames(record, of)),
    page: (client_id: number, reading: Reading) => (page: Page<TransactionRecord>) =>
      page.results.some(hasValues)
        ? reading.pause === null
          ? Effect.map(nameOf(client_id), (of) => named(page, of))
          : slowly(page, reading, reading.pause, client_id)
        : Effect.succeed(page),
  }
}

const named = (
  { count, results }: Page<TransactionRecord>,
  of: NameOf,
): Page<TransactionRecord> => ({
  count,
  results: results.map((row) => (hasValues(row) ? withNames(row, of) : row)),
})

/** Of so many line items the values get their names in one turn. */
const itemsPerTurn = 4_000

/** With the names that fields had at the instant that is read, in many turns of the event loop. */
const slowly = Effect.fnUntraced(function* (
  page: Page<TransactionRecord>,
  reading: Reading,
  pause: Effect.Effect<void>,
  client_id: number,
) {
  const fields = yield* reading.all(names, { client_id }, () => 0)
  const known = new Map(fields.map(({ id, name }) => [id, name]))
  let items = 0
  for (const record of page.results) {
    withNames(record, (id) => known.get(id))
    items += record.line_items.length
    if (items < itemsPerTurn) continue
    items = 0
    yield* pause
  }
  return page
})

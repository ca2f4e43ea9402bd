import { type EventResource, eventResources, keys } from "@outlay/domain/fields"
import { type RawBuilder, sql } from "kysely"
import { isIn } from "../shared/dialect.ts"
import { lineItems } from "../shared/fragments.ts"
import type { Statement } from "../shared/sql.ts"
import { described, prepared, type Reader } from "../shared/statement.ts"
import { tables } from "../shared/tables.ts"
import { mostNamed } from "../verification/finding.ts"
import type { ReadEvent } from "./chain.ts"
import type { Json } from "./records.ts"

interface Of {
  readonly client_id: number
}

/**
 * Which events are about which record, in the order of their commits: what the events are sorted
 * by, so that they need not be kept in memory. Of this connection alone, and never in the database.
 */
export const ordering: Statement<object, unknown> = described(
  () => sql`create temp table if not exists events_of_records (
    client_id integer not null,
    resource text not null,
    record text not null,
    position integer not null,
    primary key (client_id, resource, record, position)
  ) strict, without rowid`,
  { kinds: {}, decode: (row) => row },
)

export const forget = prepared(
  (p: Of) => sql`delete from events_of_records where client_id = ${p.client_id}`,
)

export const arrange = prepared(
  (p: Of) => sql`
    insert into events_of_records
    select client_id, resource, coalesce(case
      when not json_valid(data) or not json_valid(coalesce(previous, '{}'))
        or not json_valid(coalesce(hidden, '{}')) then ''
      when resource = 'businesses' then cast(client_id as text)
      when resource = 'wallets' then data ->> 'currency'
      when resource = 'custom_field_budgets'
        then coalesce(hidden ->> 'custom_field_id', data ->> 'custom_field_id') || ' '
          || (data ->> 'id')
      when resource = 'budget_periods' then (data ->> 'budget_id') || ' ' || (data ->> 'number')
      else cast(data ->> 'id' as text)
    end, ''), sequence
    from events where client_id = ${p.client_id}
    order by 1, 2, 3, 4`,
)

/** Events that are about no record that there could be. */
export const misplaced = prepared(
  (p: Of) => sql<{ readonly id: string; readonly resource: string; readonly total: number }>`
    select e.id, e.resource, count(*) over () as total
    from events_of_records as r
    join events as e on e.client_id = r.client_id and e.sequence = r.position
    where r.client_id = ${p.client_id}
      and (r.record = '' or not (${isIn("r.resource", eventResources)}))
    limit ${sql.lit(mostNamed)}`,
)

/** An event as it was written, and the record that it is about. */
export interface PlacedEvent extends Omit<ReadEvent, "hidden"> {
  readonly hidden: Json | null
  readonly record: string
  readonly position: number
}

/** What comes after an event, record by record. */
export const following = prepared(
  (
    p: Of & {
      readonly resource: EventResource
      readonly record: string
      readonly position: number
      readonly limit: number
    },
  ) => sql`
    select r.record, r.position, e.id, e.type, e.created, e.data, e.previous, e.hidden
    from events_of_records as r
    join events as e on e.client_id = r.client_id and e.sequence = r.position
    where r.client_id = ${p.client_id} and r.resource = ${p.resource}
      and (r.record, r.position) > (${p.record}, ${p.position})
    order by r.record, r.position
    limit ${p.limit}`,
  (row: { data: string; previous: string | null; hidden: string | null }) =>
    ({
      ...row,
      data: parsed(row.data),
      previous: row.previous === null ? null : parsed(row.previous),
      hidden: row.hidden === null ? null : parsed(row.hidden),
    }) as PlacedEvent,
)

const parsed = (text: string): Json | null => {
  const value: unknown = JSON.parse(text)
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : null
}

/** The rows of one kind of record. */
interface Rows {
  /** Those of these ids, each with the id as `record`. */
  readonly of: Statement<Of & { readonly ids: ReadonlyArray<string | number> }, Kept>
  /** The ids of those that no event is about, in order, after one of them. */
  readonly unmentioned: Statement<
    Of & { readonly after: string; readonly limit: number },
    { readonly record: string }
  >
  /** What an id is in the table. */
  readonly idOf: (record: string) => string | number
}

export type Kept = Json & { readonly record: string }

const rolesOf = sql`(
  select json_group_array(json_object('id', roles.id, 'name', roles.name))
  from roles where roles.client_id = businesses.client_id
) as roles`

const limitsOf = sql`(
  select budgets.has_member_limits from budgets
  where budgets.client_id = budget_members.client_id and budgets.id = budget_members.budget_id
) as has_member_limits`

/** What a record needs besides its own columns. */
const besides: { readonly [R in EventResource]?: RawBuilder<unknown> } = {
  businesses: rolesOf,
  budget_members: limitsOf,
  transactions: sql`${lineItems} as line_items`,
}

const numbered: ReadonlySet<EventResource> = new Set([
  "businesses",
  "users",
  "invites",
  "budget_members",
])

const rowsOf = (resource: EventResource): Rows => {
  const { kinds, decode } = tables[resource].rows as Reader<object>
  const columns = keys[resource].length === 0 ? ["client_id"] : keys[resource]
  const key = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )
  const record = sql`cast(${key} as text)`
  const besidesOf = besides[resource]
  const more = besidesOf === undefined ? sql`` : sql`, ${besidesOf}`
  return {
    of: prepared(
      (p: Of & { readonly ids: ReadonlyArray<string | number> }) => sql`
        select ${record} as record, ${sql.table(resource)}.*${more}
        from ${sql.table(resource)}
        where client_id = ${p.client_id} and ${isIn(key, p.ids)}`,
      {
        kinds: { ...kinds, roles: "json", has_member_limits: "boolean" },
        decode: (row: { readonly email_key?: string }) => {
          const { email_key } = row
          const kept = decode(row) as Kept
          return email_key === undefined ? kept : { ...kept, email_key }
        },
      },
    ),
    unmentioned: prepared(
      (p: Of & { readonly after: string; readonly limit: number }) => sql<{
        readonly record: string
      }>`
        select ${record} as record from ${sql.table(resource)}
        where client_id = ${p.client_id} and ${record} > ${p.after} and not exists (
          select 1 from events_of_records as r
          where r.client_id = ${p.client_id} and r.resource = ${sql.lit(resource)}
            and r.record = ${record}
        )${resource === "budget_periods" ? sql` and restated = ${true}` : sql``}
        order by 1 limit ${p.limit}`,
    ),
    idOf: (record) => (numbered.has(resource) ? Number(record) : record),
  }
}

export const rows = Object.fromEntries(
  eventResources.map((resource) => [resource, rowsOf(resource)]),
) as { readonly [R in EventResource]: Rows }

export const taxRates = prepared(
  (p: Of) => sql<{ readonly id: string }>`
    select id from tax_rates where client_id = ${p.client_id}`,
)

/** The categories that are there, and that no event shows disabled. */
export const steadyCategories = prepared(
  (p: Of) => sql<{ readonly id: string }>`
    select id from categories
    where client_id = ${p.client_id} and enabled = ${true} and is_deleted = ${false} and id not in (
      select r.record from events_of_records as r
      join events as e on e.client_id = r.client_id and e.sequence = r.position
      where r.client_id = ${p.client_id} and r.resource = 'categories' and r.record <> ''
        and 0 in (e.data ->> 'enabled', coalesce(e.previous ->> 'enabled', 1))
    )`,
)

/** The custom fields that no event shows under another setting than SOME. */
export const someFields = prepared(
  (p: Of) => sql<{ readonly id: string }>`
    select r.record as id from events_of_records as r
    join events as e on e.client_id = r.client_id and e.sequence = r.position
    where r.client_id = ${p.client_id} and r.resource = 'custom_fields' and r.record <> ''
    group by r.record
    having min(e.data ->> 'budget_setting' = 'SOME') = 1`,
)

export const liveBudgets = prepared(
  (p: Of) => sql<{ readonly id: string }>`
    select id from budgets where client_id = ${p.client_id} and is_deleted = ${false}`,
)

/** For the tests, which read the plans of statements. */
export const replayStatements: ReadonlyArray<Statement<never, unknown>> = [
  forget,
  arrange,
  misplaced,
  following,
  taxRates,
  steadyCategories,
  someFields,
  liveBudgets,
  ...Object.values(rows).flatMap(({ of, unmentioned }) => [of, unmentioned]),
]

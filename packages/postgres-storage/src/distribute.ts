import { Effect } from "effect"
import type { Connection } from "./connection.ts"
import type { DatabaseRefused } from "./errors.ts"
import { type PostgresOptions, settingsOf } from "./options.ts"
import { connected, refuse } from "./patient-connection.ts"
import { movesAlone } from "./use.ts"

/** A table that was just distributed by business, or copied to all servers. */
export interface Distributed {
  readonly table: string
  readonly isDivided: boolean
}

const hasCitus = "select exists (select 1 from pg_extension where extname = 'citus') as found"

const isFound = async (connection: Connection, question: string): Promise<boolean> => {
  const { rows } = await connection.run(question)
  return (rows[0] as { readonly found: boolean }).found
}

const businesses = "to_regclass('businesses')"

/** Tables that are still on one server. */
const local = `
  select c.oid::regclass::text as "table", exists (
    select 1 from pg_attribute as a where a.attrelid = c.oid and a.attname = 'client_id'
  ) as "isDivided"
  from pg_class as c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    and c.oid not in (select logicalrelid from pg_dist_partition)
  order by c.oid <> ${businesses}, c.oid`

/** Divides the businesses first: divided tables are placed next to them, and refer to them. */
const divide = async (connection: Connection): Promise<ReadonlyArray<Distributed>> => {
  const tables = (await connection.run(local)).rows as ReadonlyArray<Distributed>
  await connection.run("begin; set local citus.multi_shard_modify_mode to 'sequential'")
  for (const { table, isDivided } of tables) {
    const nextTo = table === "businesses" ? "none" : "businesses"
    await connection.run(
      isDivided
        ? `select create_distributed_table('${table}', 'client_id', colocate_with => '${nextTo}')`
        : `select create_reference_table('${table}')`,
    )
  }
  await connection.run("commit")
  return tables
}

/** True if businesses are distributed over several servers. */
export const isDivided = async (connection: Connection): Promise<boolean> =>
  (await isFound(connection, hasCitus)) &&
  isFound(
    connection,
    `select exists (
      select 1 from pg_dist_partition where logicalrelid = ${businesses}
    ) as found`,
  )

/** Divides the tables of later steps like those before them. */
export const divideFurther = async (connection: Connection): Promise<void> => {
  if (await isDivided(connection)) await divide(connection)
}

/**
 * Distributes a database with the extension Citus by business: all rows of a business are on one
 * server. Rows that belong to no business are on all servers. No one else may use the database at
 * the same time.
 */
export const distribute = (
  options: PostgresOptions,
): Effect.Effect<ReadonlyArray<Distributed>, DatabaseRefused> =>
  Effect.tryPromise({
    try: () => {
      const settings = settingsOf(options)
      return connected(settings, async (connection) => {
        if (!(await isFound(connection, hasCitus))) {
          refuse(settings, "does not have the extension citus: create it, and add its workers")
        }
        if (!(await isFound(connection, `select ${movesAlone} as found`))) {
          refuse(settings, "is in use: stop the service first")
        }
        return divide(connection)
      })
    },
    catch: (error) => error as DatabaseRefused,
  })

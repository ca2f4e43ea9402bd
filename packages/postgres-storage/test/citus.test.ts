import { storageSuites } from "@outlay/conformance-tests/storage"
import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, test } from "vitest"
import { aBusiness, asSystem } from "../../sqlite-storage/test/given.ts"
import { distribute, PostgresStorage } from "../src/index.ts"
import {
  connected,
  hasCitus,
  hasPostgres,
  leftOutCitus,
  newCitusDatabase,
  newDatabase,
} from "./server.ts"
import { emptied } from "./witness.ts"

const minutes = 60_000

const engine = (url: string) => Layer.merge(PostgresStorage.engine({ url }), asSystem)

/** Creates the tables, with a business in them, and divides them. */
const divided = async (): Promise<string> => {
  const url = await newCitusDatabase()
  await Effect.runPromise(Effect.provide(aBusiness, engine(url)))
  await Effect.runPromise(distribute({ url }))
  return url
}

const rowsOf = async (url: string, text: string): Promise<ReadonlyArray<unknown>> => {
  const client = await connected(url)
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat()
  } finally {
    await client.end()
  }
}

const refusal = (url: string) => Effect.runPromise(Effect.flip(distribute({ url })))

if (hasPostgres) {
  test("a database without Citus is not divided", async () => {
    const url = await newDatabase()
    expect((await refusal(url)).reason).toContain("does not have the extension citus")
  })
}

const tests = () => {
  let url: string
  beforeAll(async () => {
    url = await divided()
  }, 10 * minutes)

  test("has each row of a business on one server", async () => {
    const places = await rowsOf(
      url,
      `select distinct nodename || ':' || nodeport from pg_dist_shard_placement as p
       join pg_dist_shard as s using (shardid)
       where s.logicalrelid::text not in ('sequences', 'migrations')
         and get_shard_id_for_distribution_column(s.logicalrelid, 1) = s.shardid`,
    )
    expect(places).toHaveLength(1)
    const kinds = await rowsOf(url, "select distinct citus_table_type from citus_tables order by 1")
    expect(kinds).toEqual(["distributed", "reference"])
    expect(await rowsOf(url, "select id from budgets")).toEqual(["b1"])
  })

  test("is divided once, and not while it is in use", async () => {
    expect(await Effect.runPromise(distribute({ url }))).toEqual([])
    const inUse = Effect.provide(Effect.flip(distribute({ url })), engine(url))
    expect((await Effect.runPromise(inUse)).reason).toContain("is in use")
  })

  test("has the tables and indexes of every database", async () => {
    const faults = PostgresStorage.use((storage) => storage.schemaFaults)
    expect(await Effect.runPromise(Effect.provide(faults, engine(url)))).toEqual([])
  })

  describe.each(storageSuites)("$name", ({ cases }) => {
    test.each(cases)("$name", ({ run }) => run(emptied(url)), 2 * minutes)
  })
}

if (hasCitus) describe("a database divided by business", tests)
else test(leftOutCitus, () => expect(hasCitus).toBe(false))

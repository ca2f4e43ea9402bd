import { CurrentActor, system } from "@outlay/domain"
import { postgres, statements } from "@outlay/sql-storage"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PostgresStorage } from "../src/index.ts"
import { connected, hasPostgres, leftOut, newDatabase } from "./server.ts"

type Client = Awaited<ReturnType<typeof connected>>

/** A part of a plan, as `explain` shows it after the statement has run. */
interface Part {
  readonly "Actual Loops": number
  readonly "Actual Rows": number
  readonly Plans?: ReadonlyArray<Part>
}

/** Returns the largest number of rows that one part of the plan read. */
const looked = ({ Plans = [], ...part }: Part): number =>
  Math.max(part["Actual Loops"] * Math.max(1, part["Actual Rows"]), ...Plans.map(looked))

const webhooks = 3_000

const filled = `
  insert into businesses
  select n, 'B', 'USD', '{}', null, '', '' from generate_series(1, ${webhooks}) n;
  insert into webhooks select n, 'w' || n, '', '["*"]', null, true, null, '[]', '', ''
  from generate_series(1, ${webhooks}) n;`

/** Returns SQL that adds `waiting` pending deliveries, and a sent one, to each of the webhooks. */
const deliveries = (first: number, last: number, waiting: number): string => `
  insert into webhook_deliveries
  select n, n || '-' || s, 'w' || n, '', 'a', s, s,
    case s when 0 then 'DELIVERED' else 'PENDING' end, 0,
    null, null, '2026-11-01', null, null, '', ''
  from generate_series(${first}, ${last}) n, generate_series(0, ${waiting}) s;`

const due = () => {
  const found = statements
    .filter(({ acrossBusinesses }) => acrossBusinesses?.includes("sends what is due"))
    .map(({ statement }) => statement.in(postgres))
    .find(({ sql }) => sql.includes("recursive"))
  if (found === undefined) throw new Error("no statement goes from queue to queue")
  return found
}

/** Returns the cost of the query for due queues, and the number of queues that it finds. */
const look = async (client: Client, limit: number) => {
  const { sql, bind } = due()
  const values = [...bind({ after: "", now: "2026-11-02", limit } as never)]
  const { rowCount } = await client.query(sql, values)
  const { rows } = await client.query(`explain (analyze, format json) ${sql}`, values)
  return { found: rowCount, cost: looked(rows[0]["QUERY PLAN"][0].Plan) }
}

const tests = () => {
  let client: Client
  beforeAll(async () => {
    const url = await newDatabase()
    const engine = PostgresStorage.engine({ url })
    const opened = Effect.provide(Effect.void, engine)
    await Effect.runPromise(Effect.provide(opened, Layer.succeed(CurrentActor, system)))
    client = await connected(url)
    await client.query(filled)
  })
  afterAll(() => client.end())

  test("webhooks without pending deliveries are not read", async () => {
    await client.query(deliveries(1, 100, 0))
    expect(await look(client, 50)).toEqual({ found: 0, cost: 1 })
  })

  test("queues are read regardless of their lengths", async () => {
    await client.query(deliveries(101, 103, 500))
    for (const statistics of ["select", "vacuum analyze"]) {
      await client.query(statistics)
      const { found, cost } = await look(client, 50)
      expect(found).toBe(3)
      expect(cost).toBeLessThan(10)
    }
  })

  test("if all have pending deliveries, no more are read than requested", async () => {
    await client.query(deliveries(104, webhooks, 2))
    await client.query("vacuum analyze")
    const { found, cost } = await look(client, 20)
    expect(found).toBe(20)
    expect(cost).toBeLessThan(30)
  })
}

if (hasPostgres) describe("queues of webhooks", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))

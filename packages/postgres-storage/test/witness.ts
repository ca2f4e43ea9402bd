import { Witness } from "@outlay/conformance-tests/storage"
import { Effect, Layer } from "effect"
import type pg from "pg"
import { atEndOfFile } from "../../../scripts/temporary.ts"
import { PostgresStorage } from "../src/index.ts"
import { connected, wiped } from "./server.ts"

/**
 * What empties those that have had a case: a server process that is new reads the description of
 * every table first, which takes most of the time.
 */
const wipers = new Map<string, pg.Client>()

const wipe = async (url: string): Promise<void> => {
  const wiper = wipers.get(url)
  if (wiper !== undefined) {
    await wiper.query(wiped)
    return
  }
  const client = await connected(url)
  wipers.set(url, client)
  atEndOfFile(async () => {
    wipers.delete(url)
    await client.end()
  })
}

/** 200 units at once take longer than the default on a machine that does other work. */
const patient = { lockTimeoutMs: 120_000, lostAfterMs: 60_000 }

/** Every port over PostgreSQL, empty: a database that is used for one case after another. */
export const emptied = (url: string) =>
  Layer.provideMerge(
    Witness.layer,
    Layer.unwrap(
      Effect.promise(async () => {
        await wipe(url)
        return PostgresStorage.layer({ url, ...patient })
      }),
    ),
  )

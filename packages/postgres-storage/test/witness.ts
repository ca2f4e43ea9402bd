import { Witness } from "@outlay/conformance-tests/storage"
import { Effect, Layer } from "effect"
import { PostgresStorage } from "../src/index.ts"
import { told, wiped } from "./server.ts"

/** Those that have had a case. */
let made = new Set<string>()

/** 200 units at once take longer than the default on a machine that does other work. */
const patient = { lockTimeoutMs: 120_000, lostAfterMs: 60_000 }

/** Every port over PostgreSQL, empty: a database that is used for one case after another. */
export const emptied = (url: string) =>
  Layer.provideMerge(
    Witness.layer,
    Layer.unwrap(
      Effect.promise(async () => {
        if (made.has(url)) await told(url, wiped)
        made = made.add(url)
        return PostgresStorage.layer({ url, ...patient })
      }),
    ),
  )

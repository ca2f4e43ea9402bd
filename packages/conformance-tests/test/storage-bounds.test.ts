import { createHash } from "node:crypto"
import { EventsAsRecorded } from "@outlay/domain"
import { KeyValueStores, KeyValues, Sha256 } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { describe, expect, test } from "vitest"
import { storageSuites, Witness } from "../src/storage/index.ts"

type Row = { readonly [name: string]: unknown }

/** Changes every value of a row, at any depth. */
const mapped = (value: unknown, change: (value: unknown, name: string) => unknown): unknown => {
  const walk = (inside: unknown, name: string): unknown => {
    if (Array.isArray(inside))
      return change(inside, name) === inside
        ? inside.map((one) => walk(one, name))
        : change(inside, name)
    if (typeof inside !== "object" || inside === null) return change(inside, name)
    return Object.fromEntries(
      Object.entries(inside).map(([key, one]) => [key, walk(one, key)] as const),
    )
  }
  return walk(value, "")
}

const numbers = (change: (value: number) => number) => (row: Row) =>
  mapped(row, (value, name) =>
    typeof value === "number" && /amount|balance|gst/u.test(name) ? change(value) : value,
  ) as Row
const texts = (change: (text: string) => string) => (row: Row) =>
  mapped(row, (value) => (typeof value === "string" ? change(value) : value)) as Row

/** Storages that lose data on save. */
const faults: ReadonlyArray<readonly [what: string, keep: (row: Row) => Row]> = [
  ["money has 32 bits", numbers((value) => value | 0)],
  ["money is a float of 32 bits", numbers(Math.fround)],
  [
    "money is a float of major units of six digits",
    numbers((value) => Number(value.toPrecision(15))),
  ],
  ["texts end at 255", texts((text) => text.slice(0, 255))],
  ["texts end at 512 units", texts((text) => text.slice(0, 512))],
  ["trailing spaces are trimmed", texts((text) => text.trimEnd())],
  ["leading spaces are trimmed", texts((text) => text.trimStart())],
  ["texts are composed", texts((text) => text.normalize("NFC"))],
  [
    "characters outside the basic plane are lost",
    texts((text) => text.replaceAll(/[^\0-\uffff]/gu, "?")),
  ],
  ["empty texts are null", (row) => mapped(row, (value) => (value === "" ? null : value)) as Row],
  [
    "`updated` has no milliseconds",
    (row) =>
      mapped(row, (value, name) =>
        name === "updated" ? String(value).replace(/\.\d+Z$/u, ".000Z") : value,
      ) as Row,
  ],
  [
    "`created` has no milliseconds",
    (row) =>
      mapped(row, (value, name) =>
        name === "created" ? String(value).replace(/\.\d+Z$/u, ".000Z") : value,
      ) as Row,
  ],
  [
    "only one secret of a webhook is stored",
    (row) =>
      mapped(row, (value, name) =>
        name === "secrets" && Array.isArray(value) ? value.slice(0, 1) : value,
      ) as Row,
  ],
  [
    "lists in a row end at 100",
    (row) =>
      mapped(row, (value) =>
        Array.isArray(value) && value.length > 100 ? value.slice(0, 100) : value,
      ) as Row,
  ],
]

const digest = (text: string) => createHash("sha256").update(text).digest("hex")

/** A storage of keys and values that saves what `keep` returns, and lists at most `most` values. */
const storageOf = (keep: (row: Row) => Row, most = Number.POSITIVE_INFINITY) => {
  const values = Layer.sync(KeyValues, () => {
    const partitions = new Map<string, Map<string, object>>()
    return {
      get: (partition: string, key: string) => partitions.get(partition)?.get(key) ?? null,
      list: (partition: string) => new Map([...(partitions.get(partition) ?? [])].slice(0, most)),
      commit: (
        changes: ReadonlyArray<{
          readonly partition: string
          readonly key: string
          readonly value: object | null
        }>,
      ) =>
        Effect.sync(() => {
          for (const { partition, key, value } of changes) {
            const found = partitions.get(partition) ?? new Map<string, object>()
            partitions.set(partition, found)
            if (value === null) found.delete(key)
            else found.set(key, keep(value as Row))
          }
        }),
    }
  })
  const stores = KeyValueStores.layer.pipe(
    Layer.provide([values, Layer.succeed(Sha256, digest), EventsAsRecorded]),
  )
  return Layer.provideMerge(Witness.layer, stores)
}

const cases = storageSuites
  .filter(({ name }) => name.startsWith("Bounds: "))
  .flatMap((suite) => suite.cases)

const broken = async (storage: ReturnType<typeof storageOf>): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (const { name, run } of cases) await run(storage).catch(() => names.push(name))
  return names
}

describe("the suites of bounds", () => {
  test("pass a storage that loses nothing", async () => {
    expect(await broken(storageOf((row) => row))).toEqual([])
  })

  test.each(faults)("find that %s", async (_, keep) => {
    expect(await broken(storageOf(keep))).not.toEqual([])
  })

  test("find a list that ends at 100", async () => {
    expect(await broken(storageOf((row) => row, 100))).not.toEqual([])
  })
})

import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Businesses, CurrentActor, operator, Services } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { FileStorage } from "../examples/file-storage.ts"
import { storageSuites, Witness } from "../src/storage/index.ts"

const folder = mkdtempSync(join(tmpdir(), "outlay-file-storage-"))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const newFile = (): string => join(folder, `${++files}.jsonl`)

describe.each(storageSuites)("$name", ({ cases }) => {
  test.each(cases)("$name", ({ run }) =>
    run(Layer.provideMerge(Witness.layer, FileStorage.layer(newFile()))),
  )
})

test("a storage that is reused between cases gets that reason", async () => {
  const storage = Layer.provideMerge(Witness.layer, FileStorage.layer(newFile()))
  const run = storageSuites.find(({ name }) => name === "Budgets: get")?.cases[0]?.run
  await run?.(storage)
  await expect(run?.(storage)).rejects.toThrow("a case needs an empty storage")
})

describe("a file", () => {
  const within = <A, E>(file: string, work: Effect.Effect<A, E, Businesses>): Promise<A> =>
    work.pipe(
      Effect.provide(Services.core.pipe(Layer.provide(FileStorage.layer(file)))),
      Effect.provideService(CurrentActor, operator),
      Effect.runPromise,
    )
  const create = Businesses.use((_) => _.create({ name: "Harbour" }))
  const list = Businesses.use((_) => _.list({ offset: 0, limit: 10 }))
  const names = Effect.map(list, ({ results }) => results.map(({ client_id }) => client_id))

  test("has all data when it is opened again, and ids continue", async () => {
    const file = newFile()
    await within(file, create)
    await within(file, create)
    expect(await within(file, names)).toEqual([1, 2])
  })

  test("loses a partially written commit and accepts the next", async () => {
    const file = newFile()
    await within(file, create)
    await within(file, create)
    truncateSync(file, readFileSync(file).length - 10)
    expect(await within(file, names)).toEqual([1])
    expect(readFileSync(file, "utf8")).toMatch(/\n$/u)
    await within(file, create)
    expect(await within(file, names)).toHaveLength(2)
  })
})

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, expect, test } from "vitest"
import { batches, csvLines, open, textLines } from "./lines.ts"

const folder = mkdtempSync(join(tmpdir(), "outlay-lines-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const csv =
  '\uFEFFdate,merchant\r\n2017-01-01,"Two\nlines, quoted"\r\n\r\n2017-01-02,Z\u00FCrich\r\n'
const records = [
  { line: 1, content: ["date", "merchant"] },
  { line: 3, content: ["2017-01-01", "Two\nlines, quoted"] },
  { line: 5, content: ["2017-01-02", "Z\u00FCrich"] },
]

test("CSV is read with its line numbers, compressed or not", async () => {
  expect(await collect(csvLines(await open(file("a.csv", csv))))).toEqual(records)
  const opened = await open(file("a.csv.gz", gzipSync(csv)))
  expect(await collect(csvLines(opened))).toEqual(records)
  expect(opened.progress()).toBe(1)
})

test("a stray quote is text, and a quote that is never closed is an error", async () => {
  const text = 'a,b\n5" pipe,e\n"Shop" x,f\ng,"h\ni,j\n'
  const lines = await collect(csvLines(await open(file("b.csv", text))))
  expect(lines.map(({ line, content }) => [line, content instanceof Error || content])).toEqual([
    [1, ["a", "b"]],
    [2, ['5" pipe', "e"]],
    [3, ['"Shop" x', "f"]],
    [5, true],
  ])
})

test("NDJSON is read line by line", async () => {
  expect(
    await collect(textLines(await open(file("a.ndjson", '\uFEFF{"a":1}\n\n{"a":2}')))),
  ).toEqual([
    { line: 1, content: '{"a":1}' },
    { line: 3, content: '{"a":2}' },
  ])
})

test.each(["csv.gz", "ndjson.gz"])("a damaged %s is an error, not an end of file", async (name) => {
  const packed = gzipSync(csv.repeat(100))
  const opened = await open(file(`damaged.${name}`, packed.subarray(0, packed.length - 20)))
  const lines = name === "csv.gz" ? csvLines(opened) : textLines(opened)
  await expect(collect<unknown>(lines)).rejects.toThrow()
})

test.each([csvLines, textLines])("an error before the lines are read ends %o", async (read) => {
  const opened = await open(file("gone.csv", "a,b\n"))
  opened.bytes.destroy(new Error("gone"))
  await new Promise((done) => opened.bytes.once("close", done))
  await expect(collect<unknown>(read(opened))).rejects.toThrow("gone")
})

test("a missing file is reported in a clear sentence", async () => {
  await expect(open(join(folder, "none.csv"))).rejects.toThrow("There is no file")
  await expect(open(folder)).rejects.toThrow("is not a file")
})

test("all batches except the last are full", async () => {
  const items = (async function* () {
    yield* [1, 2, 3, 4, 5]
  })()
  expect(await collect(batches(items, 2))).toEqual([[1, 2], [3, 4], [5]])
})

test.each(["rows.csv", "rows.csv.gz"])(
  "progress through %s counts the lines taken, not what was read ahead",
  async (name) => {
    const rows = Array.from({ length: 4_000 }, (_, n) => `${String(n).padStart(6, "0")},Shop`)
    const text = `id,shop\n${rows.join("\n")}\n`
    const opened = await open(file(name, name.endsWith(".gz") ? gzipSync(text) : text))
    const seen: Array<number> = []
    for await (const { line } of csvLines(opened)) {
      if (line % 1_000 === 1) seen.push(Math.round((opened.progress() ?? 0) * 100))
    }
    expect(seen).toEqual([0, 25, 50, 75, 100])
  },
)

test("progress through a truncated or concatenated archive counts compressed bytes", async () => {
  const text = Array.from({ length: 200_000 }, (_, n) => `{"n":${(n * 7919) % 100_003}}`).join("\n")
  const packed = gzipSync(text)
  const cut = await open(file("cut.ndjson.gz", packed.subarray(0, packed.length >> 1)))
  let seen = 0
  const reading = async () => {
    for await (const _ of textLines(cut)) seen = cut.progress() ?? 0
  }
  await expect(reading()).rejects.toThrow("unexpected end of file")
  expect(seen).toBeGreaterThan(0.9)
  const twice = await open(file("twice.ndjson.gz", Buffer.concat([packed, gzipSync("1\n2\n")])))
  for await (const { content } of textLines(twice)) {
    if (content === "1") seen = twice.progress() ?? 0
  }
  expect(seen).toBeGreaterThan(0.9)
})

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, expect, test } from "vitest"
import { batches, csvLines, open, rowLines } from "./lines.ts"

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

const row = {
  ...{ external_id: "1", transaction_type: "BILL", status: "CLEARED" },
  ...{ auth_date: "2026-03-01T00:00:00Z", merchant_name: "Quay", amount: -1 },
}

test("NDJSON is read line by line", async () => {
  const text = `\uFEFF${JSON.stringify(row)}\n\n${JSON.stringify({ ...row, amount: -2 })}`
  const lines = await collect(rowLines(await open(file("a.ndjson", text))))
  expect(lines).toMatchObject([
    { line: 1, row: { success: { external_id: "1" } } },
    { line: 3, row: { success: { external_id: "1" } } },
  ])
})

test("NDJSON lines end at a line feed, and at nothing that a text may hold", async () => {
  const text = JSON.stringify({ ...row, merchant_name: "a\u2028b\u2029c" })
  const broken = text.replaceAll(",", ",\r")
  const lines = await collect(rowLines(await open(file("breaks.ndjson", `${text}\n${broken}\n`))))
  expect(lines).toMatchObject([
    { line: 1, row: { success: { merchant_name: "a\u2028b\u2029c" } } },
    { line: 2, row: { success: { merchant_name: "a\u2028b\u2029c" } } },
  ])
})

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1")

test("a line that is not UTF-8 is refused, not altered", async () => {
  const rows = `${JSON.stringify({ ...row, merchant_name: "Caf\u00E9" })}\n${JSON.stringify(row)}\n`
  const lines = await collect(rowLines(await open(file("latin1.ndjson", latin1(rows)))))
  expect(lines).toMatchObject([
    { line: 1, row: { failure: { code: "malformed_json", detail: "The line must be UTF-8." } } },
    { line: 2, row: { success: { merchant_name: "Quay" } } },
  ])
  const cells = 'day,shop\n1,Caf\u00E9\n2,Quay\n3,"Z\u00FC\nrich"\n'
  const records = await collect(csvLines(await open(file("latin1.csv", latin1(cells)))))
  const notUtf8 = new Error("The line must be UTF-8.")
  expect(records).toEqual([
    { line: 1, content: ["day", "shop"] },
    { line: 2, content: notUtf8 },
    { line: 3, content: ["2", "Quay"] },
    { line: 5, content: notUtf8 },
  ])
})

test.each<readonly [name: string, bytes: Buffer, isRefused: boolean]>([
  ["a replacement character of a valid file", Buffer.from("1,\uFFFD\n"), false],
  ["one of a UTF-16 file", Buffer.from("\uFEFF1,\uFFFD\n", "utf16le"), false],
  ["an incomplete character at the end", Buffer.from("1,Caf\u00E9").subarray(0, -1), true],
])("%s in CSV", async (_, bytes, isRefused) => {
  const [line] = await collect(csvLines(await open(file("replaced.csv", bytes))))
  expect(line?.content instanceof Error).toBe(isRefused)
})

test("characters that are split between two reads are valid", async () => {
  const wide = `${"\u00E9".repeat(100_000)},2\n`
  const lines = await collect(csvLines(await open(file("split.csv", `x${wide}y${wide}`))))
  expect(lines.map(({ content }) => content instanceof Error)).toEqual([false, false])
})

test("a byte order mark distinguishes UTF-16 from UTF-8", async () => {
  const wide = Buffer.from("\uFEFFday,shop\n1,Caf\u00E9\n", "utf16le")
  expect(await collect(csvLines(await open(file("wide.csv", wide))))).toEqual([
    { line: 1, content: ["day", "shop"] },
    { line: 2, content: ["1", "Caf\u00E9"] },
  ])
})

test.each(["csv.gz", "ndjson.gz"])("a damaged %s is an error, not an end of file", async (name) => {
  const packed = gzipSync(csv.repeat(100))
  const opened = await open(file(`damaged.${name}`, packed.subarray(0, packed.length - 20)))
  const lines = name === "csv.gz" ? csvLines(opened) : rowLines(opened)
  await expect(collect<unknown>(lines)).rejects.toThrow()
})

test.each([csvLines, rowLines])("an error before the lines are read ends %o", async (read) => {
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
  const text = Array.from({ length: 200_000 }, (_, n) => `[${(n * 7919) % 100_003}, 0]`).join("\n")
  const packed = gzipSync(text)
  const cut = await open(file("cut.ndjson.gz", packed.subarray(0, packed.length >> 1)))
  let seen = 0
  const reading = async () => {
    for await (const _ of rowLines(cut)) seen = cut.progress() ?? 0
  }
  await expect(reading()).rejects.toThrow("unexpected end of file")
  expect(seen).toBeGreaterThan(0.9)
  const twice = await open(file("twice.ndjson.gz", Buffer.concat([packed, gzipSync("1\n2\n")])))
  for await (const { line } of rowLines(twice)) {
    if (line === 200_000) seen = twice.progress() ?? 0
  }
  expect(seen).toBeGreaterThan(0.9)
})

import { expect, test } from "vitest"
import type { Bucket } from "../src/index.ts"
import { bucketBy } from "./service.ts"

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** A bucket with these names, which lists two at a time, after the marker as changed by `heard`. */
const listing = (
  names: ReadonlyArray<string>,
  escaped: (name: string) => string,
  markerOf = (marker: string) => marker,
): Promise<Bucket> =>
  bucketBy((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://service")
    const marker = markerOf(searchParams.get("marker") ?? "")
    const left = names.toSorted(byBytes).filter((name) => byBytes(name, marker) > 0)
    const page = left.slice(0, 2).map((name) => `<Contents><Key>${escaped(name)}</Key></Contents>`)
    const isTruncated = `<IsTruncated>${left.length > 2}</IsTruncated>`
    response.end(`<ListBucketResult>${isTruncated}${page.join("")}</ListBucketResult>`)
  })

const namesIn = async (bucket: Bucket): Promise<ReadonlyArray<string>> => {
  const all: Array<string> = []
  let after: string | null = null
  do {
    const { names, next } = await bucket.page("", after)
    all.push(...names)
    after = next
  } while (after !== null)
  return all
}

const foreign = [
  "r&d/1",
  "r&d/2",
  "r&d/3",
  "r&d/4",
  "a<b>",
  "'c\"",
  "&amp;",
  "&#38;",
  "é",
  "🧾",
  "\n",
]

test.each<[string, (text: string) => string]>([
  [
    "names",
    (name) =>
      name.replaceAll(/[&<>"']/gu, (each) => {
        const names = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }
        return `&${names[each as keyof typeof names]};`
      }),
  ],
  ["numbers", (name) => name.replaceAll(/[^a-z0-9]/gu, (each) => `&#${each.codePointAt(0)};`)],
  [
    "numbers in hex",
    (name) => name.replaceAll(/[^a-z0-9]/gu, (each) => `&#x${each.codePointAt(0)?.toString(16)};`),
  ],
])("a listing of other files, escaped with %s, is complete and ends", async (_, escaped) => {
  expect(await namesIn(await listing(foreign, escaped))).toEqual(foreign.toSorted(byBytes))
})

test.each([
  ["ignores the marker", () => ""],
  ["goes back", (marker: string) => (marker === "4" ? "2" : marker)],
])("listing stops for a service that %s", async (_, markerOf) => {
  const bucket = await listing(["1", "2", "3", "4", "5", "6"], (name) => name, markerOf)
  await expect(namesIn(bucket)).rejects.toThrow("S3 lists the same names again")
})

test("a page that announces more names but has none is an error", async () => {
  const bucket = await bucketBy((_, response) => response.end("<IsTruncated>true</IsTruncated>"))
  await expect(namesIn(bucket)).rejects.toThrow("S3 lists the same names again")
})

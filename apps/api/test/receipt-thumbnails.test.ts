import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { crc32, deflateSync } from "node:zlib"
import { makeClient } from "@outlay/client"
import sharp, { type Sharp } from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pdf, png, spending } from "./receipts.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let world: Awaited<ReturnType<typeof spending>>
beforeAll(async () => {
  service = await startService()
  world = await spending(service)
})
afterAll(() => service?.stop())

const as = ({ token }: { readonly token: string }) =>
  makeClient({ baseUrl: service.url, token }).promise

/** Attaches a file to a new purchase of Tom. Returns its path parameters. */
const attach = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const at = { client_id: world.client_id, transaction_id: await world.spend(name) }
  const body = new Blob([bytes])
  const receipt = await as(world.tom).receipts.create({ params: at, query: { name }, body })
  return { ...at, receipt_id: receipt.id }
}

const answerOf = (params: Awaited<ReturnType<typeof attach>>, person = world.tom) =>
  as(person)
    .receipts.thumbnail.withResponse({ params })
    .then(
      ({ status, headers }) => ({ status, code: headers.get("content-type") }),
      ({ status, code }: { status: number; code: string }) => ({ status, code }),
    )

const drawnOf = async (params: Awaited<ReturnType<typeof attach>>) =>
  Buffer.from(await (await as(world.tom).receipts.thumbnail({ params })).arrayBuffer())

/** Returns the stored thumbnails of a content. */
const thumbnailsOf = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const all = await readdir(join(service.receipts, String(world.client_id)))
  return all.filter((name) => name.includes(sha256) && name.endsWith(".thumbnail"))
}

/** A plain picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) => {
  const side = (background: string) => ({
    create: { width: width / 2, height, channels: 3 as const, background },
  })
  return sharp({ create: { width, height, channels: 3, background: "blue" } }).composite([
    { input: side("red"), left: 0, top: 0 },
  ])
}

const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())

/** A PNG with this size in its header, and at most the compressed data of so many empty rows. */
const bomb = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((width / 8 + 1) * height, 50_000_000)))
  return new Uint8Array(
    Buffer.concat([
      ...[png().subarray(0, 8), chunk("IHDR", header), chunk("IDAT", rows)],
      chunk("IEND", new Uint8Array()),
    ]),
  )
}

test.each(["png", "jpeg", "webp"] as const)("a %s has a small WebP thumbnail", async (format) => {
  const at = await attach(await bytesOf(halves(600, 400).toFormat(format)), `tall.${format}`)
  const { headers, body } = await as(world.tom).receipts.thumbnail.withResponse({ params: at })
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/webp",
    "content-disposition": 'attachment; filename="tall.webp"',
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
  })
  const { width, height } = await sharp(Buffer.from(await body.arrayBuffer())).metadata()
  expect([width, height]).toEqual([256, 171])
})

test("the thumbnail of a photograph is rotated upright, and has no location", async () => {
  const taken = halves(600, 400)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: "S" } })
  const drawn = await drawnOf(await attach(await bytesOf(taken.jpeg()), "held.jpg"))
  const { width, height, exif } = await sharp(drawn).metadata()
  expect([width, height, exif]).toEqual([171, 256, undefined])
  const [red, , blue] = await sharp(drawn)
    .extract({ left: 80, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(60)
})

test("a thumbnail is made once, stored with its file, and removed with the receipt", async () => {
  const bytes = await bytesOf(halves(300, 300).png())
  const at = await attach(bytes, "once.png")
  expect(await thumbnailsOf(bytes)).toEqual([])
  const first = await drawnOf(at)
  const [made] = await thumbnailsOf(bytes)
  const path = join(service.receipts, String(world.client_id), String(made))
  expect((await readFile(path)).equals(first)).toBe(true)
  expect((await drawnOf(at)).equals(first)).toBe(true)
  await as(world.tom).receipts.remove({ params: at })
  expect(await answerOf(at)).toEqual({ status: 404, code: "not_found" })
  await expect.poll(() => thumbnailsOf(bytes)).toEqual([])
})

test("decompression bombs and damaged pictures have no thumbnail, but are served", async () => {
  const files = {
    "pixels.png": bomb(60_000, 60_000),
    "bytes.png": bomb(400_000_000, 100),
    "damaged.png": (await bytesOf(halves(600, 400).png())).slice(0, 200),
    "half.jpg": (await bytesOf(halves(600, 400).jpeg())).slice(0, 700),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const at = await attach(bytes, name)
    expect(await answerOf(at), name).toEqual({ status: 404, code: "no_thumbnail" })
    // The second request does not try again.
    expect(await answerOf(at), name).toEqual({ status: 404, code: "no_thumbnail" })
    const original = await as(world.tom).receipts.get({ params: at })
    expect(original.size, name).toBe(bytes.length)
  }
})

test("other files have no thumbnail; an unreadable receipt is not found", async () => {
  expect(await answerOf(await attach(pdf, "bill.pdf"))).toMatchObject({ code: "no_thumbnail" })
  const at = await attach(await bytesOf(halves(50, 50).png()), "small.png")
  const { width } = await sharp(await drawnOf(at)).metadata()
  expect(width).toBe(50)
  expect(await answerOf(at, world.lee)).toEqual({ status: 404, code: "not_found" })
  const other = { ...at, receipt_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50" }
  expect(await answerOf(other)).toEqual({ status: 404, code: "not_found" })
})

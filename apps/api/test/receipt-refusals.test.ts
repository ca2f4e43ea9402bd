import { existsSync, readdirSync } from "node:fs"
import { makeClient } from "@outlay/client"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { startS3 } from "../../../packages/file-storage/test/s3-server.ts"
import { workplace } from "./outlay.ts"
import { pdf, png, spending } from "./receipts.ts"
import { startService } from "./service.ts"

const here = workplace()
const { outlay, document, path } = here
let s3: Awaited<ReturnType<typeof startS3>>
let names: ReadonlyArray<string>

/** Flags for a prefix of the bucket. */
const receipts = (prefix = "") => {
  const { url, accessKeyId } = s3.options
  const place = url.replace("://", `://${accessKeyId}:S3RVER@`)
  return ["--receipts-url", `s3:${place}${prefix}`]
}

beforeAll(async () => {
  s3 = await startS3()
  await document(["migrate"])
  const service = await startService(path("data/outlay.db"), undefined, {
    receipts: { s3: s3.options },
  })
  const { tom, client_id, spend } = await spending(service)
  const client = makeClient({ baseUrl: service.url, token: tom.token }).promise
  const params = { client_id, transaction_id: await spend("kept") }
  for (const body of [pdf, png("one"), png("two")]) await client.receipts.create({ params, body })
  await service.stop()
  await document(["backup", "whole.db", ...receipts()])
  names = readdirSync(path(`whole-receipts/${client_id}`)).toSorted()
})
afterEach(() => s3.meddle(() => false))
afterAll(async () => {
  await s3?.stop()
  here.leave()
})

/** Makes the bucket refuse requests with a method and part of a path. */
const refuse = (method: string, part: string, status = 403) =>
  s3.meddle((context) => {
    if (context.method !== method || !(context.req.url ?? "").includes(part)) return false
    context.status = status
    return true
  })

/** Makes the bucket unreachable. */
const cut = () =>
  s3.meddle(({ req }) => {
    req.destroy()
    return true
  })

const copiesIn = (folder: string) => readdirSync(path(`${folder}/1`)).toSorted()

describe("a backup", () => {
  test("is made without a receipt that the bucket refuses, and exits with 4", async () => {
    refuse("GET", names[0] ?? "")
    const { code, err } = await outlay(["backup", "most.db", ...receipts()])
    expect(code).toBe(4)
    expect(err).toContain("backed up as most.db, but 1 of 3 receipt files are missing or")
    expect(err).toContain(
      `the first is 1/${names[0]}. Some cannot be copied: S3 answered with 403.`,
    )
    expect(copiesIn("most-receipts")).toEqual(names.slice(1))
    expect(await document(["business", "list", "--database-url", "sqlite:most.db"])).toHaveLength(1)
  })

  test("is complete if each read is interrupted once", async () => {
    const broken = new Set<string>()
    s3.meddle(({ method, req }) => {
      const name = names.find((each) => req.url?.includes(each))
      if (method !== "GET" || name === undefined || broken.has(name)) return false
      broken.add(name)
      req.destroy()
      return true
    })
    await document(["backup", "again.db", ...receipts()])
    expect(broken.size).toBe(3)
    expect(copiesIn("again-receipts")).toEqual(names)
  })

  test("is made without receipts if the bucket is unreachable, and exits with 5", async () => {
    cut()
    const { code, err } = await outlay(["backup", "alone.db", ...receipts()])
    expect(code).toBe(5)
    expect(err).toContain("backed up as alone.db, but receipts cannot be copied: S3 cannot be")
    const all = ["business", "list", "--database-url", "sqlite:alone.db"]
    expect(await document(all)).toHaveLength(1)
  })

  test("is restored without a receipt that the bucket refuses, and exits with 4", async () => {
    refuse("PUT", names[1] ?? "")
    const target = ["--database-url", "sqlite:restored/outlay.db"]
    const { code, err } = await outlay(["restore", "whole.db", ...target, ...receipts("/other")])
    expect(code).toBe(4)
    expect(err).toContain("is restored as restored/outlay.db, but 1 of 3 receipt files")
    expect(err).toContain("S3 answered with 403")
    s3.meddle(() => false)
    await document(["restore", "whole.db", "--force", ...target, ...receipts("/other")])
    const verified = await document(["verify", ...target, ...receipts("/other")])
    expect(verified).toMatchObject({ verified: true, receipts: 3 })
  })

  test("is restored without receipts if the bucket is unreachable, and exits with 5", async () => {
    cut()
    const target = ["--database-url", "sqlite:first/outlay.db"]
    const { code, err } = await outlay(["restore", "whole.db", ...target, ...receipts()])
    expect(code).toBe(5)
    expect(err).toContain("is restored as first/outlay.db, but receipts cannot be copied")
    expect(existsSync(path("first/outlay.db"))).toBe(true)
  })
})

describe("a backup of the service", () => {
  const make = (place: string) =>
    outlay(["backup", "--backup-url", `folder:${place}`, ...receipts()])
  const listed = (place: string) => document(["backups", "--backup-url", `folder:${path(place)}`])

  test("is retained as unverified if the bucket refuses a receipt, and exits with 4", async () => {
    refuse("GET", names[0] ?? "")
    const { code, err } = await make("kept")
    expect(code).toBe(4)
    expect(err).toContain("lacks receipts. Receipts cannot be copied: S3 answered with 403. It is")
    expect(await listed("kept")).toMatchObject([{ verified: false, receipts: 3 }])
    expect(copiesIn("kept/receipts-of-backups")).toEqual(names.slice(1))
  })

  test("is retained if the bucket is unreachable; the newest three remain", async () => {
    expect(await make("later")).toMatchObject({ code: 0 })
    cut()
    // All receipts are already in the backups.
    expect(await make("later")).toMatchObject({ code: 0 })
    for (let n = 0; n < 4; n++) expect(await make("empty")).toMatchObject({ code: 5 })
    expect(await listed("empty")).toHaveLength(3)
  })
})

describe("verify", () => {
  const verify = async () => {
    const { code, out, err } = await outlay(["verify", ...receipts(), "--json"])
    const { verified, differing, receipts: checked, unread } = JSON.parse(out)
    return { code, err, verified, differing, checked, unread }
  }

  test("reports refused receipts separately from differences, and exits with 5", async () => {
    refuse("GET", names[0] ?? "")
    const found = await verify()
    expect(found).toMatchObject({ code: 5, verified: false, differing: 0, checked: 2 })
    expect(found.unread).toMatchObject([{ client_id: 1, files: 1, reason: "S3 answered with 403" }])
    expect(found.err).toContain("1 receipt file cannot be checked: S3 answered with 403. Every")
    const { out } = await outlay(["verify", ...receipts()])
    expect(out).toMatch(
      /^business 1: the file of receipt \S+ cannot be read: S3 answered with 403$/mu,
    )
  })

  test("reports a missing file as a difference and exits with 4 despite refusals", async () => {
    s3.meddle((context) => {
      const n = names.findIndex((name) => context.req.url?.includes(name))
      if (context.method !== "GET" || n > 1 || n < 0) return false
      context.status = n === 0 ? 403 : 404
      return true
    })
    const found = await verify()
    expect(found).toMatchObject({ code: 4, verified: false, differing: 1, checked: 2 })
    expect(found.err).toContain("1 item does not match the ledger and the events")
    expect(found.unread).toHaveLength(1)
  })

  test("gives up on an unreachable bucket, and retries interrupted reads", async () => {
    cut()
    const found = await verify()
    expect(found).toMatchObject({ code: 5, differing: 0, checked: 0, unread: [{ files: 3 }] })
    expect(found.err).toContain("3 receipt files cannot be checked: S3 cannot be reached: ")
    let isBroken = false
    s3.meddle(({ req }) => {
      if (isBroken) return false
      isBroken = true
      req.destroy()
      return true
    })
    expect(await document(["verify", ...receipts()])).toMatchObject({ verified: true, receipts: 3 })
    expect(isBroken).toBe(true)
  })
})

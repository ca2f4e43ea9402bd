import { existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import Database from "better-sqlite3"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ended, watched, workplace } from "./outlay.ts"
import { spending } from "./receipts.ts"
import { startService } from "./service.ts"

const { document, outlay, begin, path, leave } = workplace()

/** A bucket that accepts requests and never responds, so that its clients block until stopped. */
let bucket: Server
let requestCount = 0
let place = ""

beforeAll(async () => {
  bucket = createServer(() => {
    requestCount += 1
  })
  await new Promise<void>((done) => bucket.listen(0, "127.0.0.1", done))
  const { port } = bucket.address() as AddressInfo
  place = `s3:http://key:secret@127.0.0.1:${port}/bucket`
  await document(["migrate"])
  const service = await startService(path("data/outlay.db"))
  const { client_id, spend } = await spending(service)
  const transaction = await spend("one")
  await service.stop()
  const sha256 = "0".repeat(64)
  const db = new Database(path("data/outlay.db"))
  db.prepare("insert into receipts values (?, 'r', ?, 'f', 'image/png', 1, ?, 'r.png', ?)").run(
    ...[client_id, transaction, sha256, "2026-06-17T00:00:00.000Z"],
  )
  db.close()
})
afterAll(async () => {
  bucket.closeAllConnections()
  await new Promise((done) => bucket.close(done))
  leave()
})

/** Runs a command until `isUnderWay`, sends Ctrl-C, and returns the sentences printed. */
const stoppedAt = async (
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>,
  isUnderWay: () => boolean,
) => {
  const child = begin(args, variables)
  const exit = ended(child)
  const text = watched(child)
  await expect.poll(() => isUnderWay() || child.exitCode !== null, { interval: 20 }).toBe(true)
  child.kill("SIGINT")
  const code = await exit
  return { code, out: text.out, messages: text.err.match(/^outlay: .*$/gmu) }
}

test.each<[string, ReadonlyArray<string>, () => Record<string, string>, string]>([
  [
    "verify",
    ["verify"],
    () => ({ OUTLAY_RECEIPTS_URL: place }),
    "There is no result yet, and nothing was changed. Run it again.",
  ],
  [
    "a backup to a file",
    ["backup", "new.db"],
    () => ({ OUTLAY_RECEIPTS_URL: place }),
    "No backup was made. Run it again.",
  ],
  [
    "a backup that would replace a file",
    ["backup", "old.db", "--force"],
    () => ({ OUTLAY_RECEIPTS_URL: place }),
    "No backup was made: old.db is unchanged. Run it again.",
  ],
  [
    "a backup to a bucket",
    ["backup"],
    () => ({ OUTLAY_BACKUP_URL: place }),
    "No backup was made in …. Run it again.",
  ],
  [
    "a restore from a bucket",
    ["restore", "latest", "--force"],
    () => ({ OUTLAY_BACKUP_URL: place }),
    "Nothing was restored: ./data/outlay.db is unchanged. Run it again.",
  ],
  [
    "a restore without a database",
    ["restore", "latest", "--database-url", "sqlite:none.db"],
    () => ({ OUTLAY_BACKUP_URL: place }),
    "Nothing was restored. Run it again.",
  ],
])(
  "Ctrl-C in %s prints what was saved and how to continue",
  async (_, args, variables, message) => {
    if (!existsSync(path("old.db"))) {
      // The file of its receipt is missing: the backup is made, and the command reports that.
      expect(await outlay(["backup", "old.db"])).toMatchObject({ code: 4 })
    }
    const before = requestCount
    const stopped = await stoppedAt(args, variables(), () => requestCount > before)
    expect({
      ...stopped,
      messages: stopped.messages?.map((line) => line.replace(/(?<=made in )\S+(?=\. Run)/u, "…")),
    }).toEqual({ code: 130, out: "", messages: [`outlay: Stopped. ${message}`] })
    expect(stopped.messages?.join()).not.toContain("secret")
  },
)

/** Returns the number of transactions of a business in a database that may not exist yet. */
const transactionsIn = (name: string, client_id = 1): number => {
  if (!existsSync(path(name))) return 0
  const db = new Database(path(name), { readonly: true })
  try {
    const isThere = db.prepare("select 1 from sqlite_schema where name = 'transactions'").get()
    if (isThere === undefined) return 0
    const counted = db.prepare("select count(*) from transactions where client_id = ?").pluck()
    return Number(counted.get(client_id))
  } finally {
    db.close()
  }
}

test("a demo killed during its creation is left alone: the next start makes another", async () => {
  const database = ["--database-url", "sqlite:killed.db"]
  const killed = begin(["start", "--port", "0", ...database], {})
  const isUnderWay = () => transactionsIn("killed.db") > 0 || killed.exitCode !== null
  await expect.poll(isUnderWay, { interval: 20 }).toBe(true)
  const exit = ended(killed)
  killed.kill("SIGKILL")
  await exit
  // The third start finds the demo of the second, and revokes its token.
  const tokens: Array<string> = []
  for (const round of ["second", "third"]) {
    const child = begin(["start", "--port", "0", ...database], {})
    const exit = ended(child)
    const text = watched(child)
    await expect.poll(() => text.out.includes("Ctrl-C") || child.exitCode !== null).toBe(true)
    const [, auth = "", url = ""] = /curl -H "(.+)" "(.+)"/u.exec(text.out) ?? []
    const statusOf = async (authorization: string) =>
      (await fetch(url, { headers: { authorization } })).status
    tokens.push(auth.replace("Authorization: ", ""))
    expect(await Promise.all(tokens.map(statusOf))).toEqual(round === "second" ? [200] : [401, 200])
    child.kill("SIGTERM")
    expect({ code: await exit, err: text.err }).toMatchObject({ code: 0 })
    expect(text.out).toContain("/v1/businesses/2/budgets")
  }
  type Field = "name" | "expires_at" | "revoked_at" | "user_id"
  type Listed = ReadonlyArray<Readonly<Record<Field, string | number | null>>>
  const list: Listed = await document(["token", "list", "--business", "2", ...database])
  const ofStart = list.filter(({ name }) => name === "outlay start")
  expect(ofStart).toMatchObject([
    { expires_at: expect.any(String), revoked_at: expect.any(String) },
    { expires_at: expect.any(String), revoked_at: null },
  ])
  // Both tokens act for the first Admin, like the link.
  expect(ofStart[0]?.user_id).toEqual(expect.any(Number))
  expect(ofStart[1]?.user_id).toBe(ofStart[0]?.user_id)
  expect(list.some(({ name }) => name === "Demonstration")).toBe(false)
  const businesses = await document(["business", "list", ...database])
  expect(businesses).toMatchObject([{ client_id: 1 }, { client_id: 2 }])
  expect(transactionsIn("killed.db")).toBeLessThan(transactionsIn("killed.db", 2))
  // No notifications are sent about the incomplete demo.
  expect(existsSync(path("data/mail"))).toBe(false)
})

test("a start does not revoke a token that it did not make", async () => {
  const database = ["--database-url", "sqlite:made.db"]
  const made = await document(["demo", "--months", "1", ...database])
  const child = begin(["start", "--port", "0", ...database], {})
  const exit = ended(child)
  const text = watched(child)
  await expect.poll(() => text.out.includes("Ctrl-C") || child.exitCode !== null).toBe(true)
  const url = /http:\S+\/budgets/u.exec(text.out)?.[0] ?? ""
  const headers = { authorization: `Bearer ${made.token}` }
  expect((await fetch(url, { headers })).status).toBe(200)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
})

test("Ctrl-C in a demo reports that the demo remains incomplete", async () => {
  const args = ["demo", "--database-url", "sqlite:demo.db", "--months", "60"]
  const { code, out, messages } = await stoppedAt(args, {}, () => transactionsIn("demo.db") > 0)
  expect({ code, out }).toEqual({ code: 130, out: "" })
  expect(messages).toHaveLength(1)
  const [first = ""] = messages ?? []
  expect(first).toMatch(
    /^outlay: Stopped\. Business 1, ".+", has [\d,]+ of [\d,]+ steps, and stays/u,
  )
  expect(first).toContain(
    "Run it again for another, complete business, or use another --database-url.",
  )
})

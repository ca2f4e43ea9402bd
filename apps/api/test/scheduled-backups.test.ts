import { execFileSync } from "node:child_process"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { makeClient } from "@outlay/client"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startS3 } from "../../../packages/file-storage/test/s3-server.ts"
import { ended, watched, workplace } from "./outlay.ts"
import { pdf, png, spending } from "./receipts.ts"
import { startService } from "./service.ts"

const here = workplace()
const { outlay, document, begin, path } = here
let s3: Awaited<ReturnType<typeof startS3>>
let receipts: ReadonlyArray<string>

beforeAll(async () => {
  s3 = await startS3()
  await document(["migrate"])
  const service = await startService(path("data/outlay.db"))
  const { tom, client_id, spend } = await spending(service)
  const client = makeClient({ baseUrl: service.url, token: tom.token }).promise
  const params = { client_id, transaction_id: await spend("kept") }
  await client.receipts.create({ params, body: pdf })
  await client.receipts.create({ params, body: png("kept") })
  await service.stop()
  receipts = ["--receipts-url", `folder:${service.receipts}`]
})
afterAll(async () => {
  await s3?.stop()
  here.leave()
})

/** Flags for a bucket, or a prefix of it. */
const bucket = (prefix: string, secret = "S3RVER") => {
  const { url, accessKeyId } = s3.options
  const place = url.replace("://", `://${accessKeyId}:${secret}@`)
  return ["--backup-url", `s3:${place}/${prefix}`]
}
const folder = (name: string) => ["--backup-url", `folder:${path(name)}`]

interface Shown {
  readonly name: string
  readonly verified: boolean
  readonly receipts: number
}

const listed = (place: ReadonlyArray<string>): Promise<ReadonlyArray<Shown>> =>
  document(["backups", ...place])

const noted = () => JSON.parse(readFileSync(path("data/outlay.db-status"), "utf8"))

/** Changes an amount so that `verify` finds a difference. Returns a function that undoes it. */
const spoiled = () => {
  const change = (cent: number) => {
    const db = new Database(path("data/outlay.db"))
    db.prepare("update budgets set available_amount = available_amount + ?").run(cent)
    db.close()
  }
  change(1)
  return () => change(-1)
}

describe.each([
  ["a folder", () => folder("kept")],
  ["a bucket", () => bucket("kept/of")],
])("backups in %s", (_, placeOf) => {
  test("are made, listed, restored with their receipts, and verified", async () => {
    const place = placeOf()
    expect(await listed(place)).toEqual([])
    const { name, size } = await document(["backup", ...place, ...receipts])
    expect(size).toBe(statSync(path("data/outlay.db")).size)
    expect(await listed(place)).toMatchObject([{ name, verified: true, receipts: 2 }])
    expect(noted()).toMatchObject({
      backup: { succeeded: true },
      last_success: { size },
      verify: { succeeded: true },
      pending: [],
    })
    for (const requested of ["latest", name, `${name}.db`]) {
      rmSync(path("restored"), { recursive: true, force: true })
      const target = ["--database-url", "sqlite:restored/outlay.db"]
      await document(["restore", requested, ...place, ...target])
      const left = readdirSync(path("restored")).filter((file) => !file.endsWith("-serving"))
      expect(left).toEqual(["outlay.db", "outlay-receipts"].toSorted())
      expect(await document(["verify", ...target])).toMatchObject({ verified: true, receipts: 2 })
    }
    expect(readdirSync(path("data")).filter((file) => /-backup-/u.test(file))).toEqual([])
  })

  test("are pruned by the rules", async () => {
    const place = placeOf()
    const [first] = await listed(place)
    const made = await document(["backup", ...place, ...receipts, "--backup-keep", "last=2"])
    expect(made.removed).toEqual([])
    const last = await document(["backup", ...place, ...receipts, "--backup-keep", "last=1"])
    expect(last.removed.toSorted()).toEqual([first?.name, made.name].toSorted())
    expect((await listed(place)).map(({ name }) => name)).toEqual([last.name])
  })

  test("in which verify finds a difference are retained, and nothing is removed", async () => {
    const place = placeOf()
    const before = await listed(place)
    const mend = spoiled()
    const args = ["backup", ...place, ...receipts, "--backup-keep", "last=1"]
    const { code, err } = await outlay(args)
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining("It is kept") })
    expect(noted()).toMatchObject({ backup: { succeeded: false }, verify: { succeeded: false } })
    const after = await listed(place)
    expect(after.map(({ verified }) => verified)).toEqual([false, true])
    expect(after[1]).toEqual(before[0])
    mend()
    const last = await document(args)
    expect((await listed(place)).map(({ name }) => name)).toEqual([last.name])
    expect(noted()).toMatchObject({ backup: { succeeded: true }, verify: { succeeded: true } })
  })
})

test("receipts are removed with the last backup that has them, and not earlier", async () => {
  const store = path("few/receipts-of-backups")
  const make = () => document(["backup", ...folder("few"), ...receipts, "--backup-keep", "last=2"])
  const storedReceipts = () =>
    (readdirSync(store, { recursive: true }) as ReadonlyArray<string>)
      .filter((file) => /^\d+\//u.test(file))
      .toSorted()
  const first = await make()
  const both = storedReceipts()
  expect(both).toHaveLength(2)
  // A receipt that was removed after the first backup, and a file that is in no backup.
  const [one = ""] = both
  const missing = one.replace(/[0-9a-f]{64}$/u, "0".repeat(64))
  const other = one.replace(/[0-9a-f]{64}$/u, "1".repeat(64))
  for (const file of [missing, other]) writeFileSync(join(store, file), "bytes")
  appendFileSync(path(`few/${first.name}.receipts`), `${missing}\n`)
  await make()
  expect(storedReceipts()).toEqual([...both, missing, other].toSorted())
  expect((await make()).removed).toEqual([first.name])
  expect(storedReceipts()).toEqual([...both, other].toSorted())
})

test("backups and files that this service did not make are not removed", async () => {
  mkdirSync(path("shared"))
  const [own] = [await document(["backup", ...folder("shared"), ...receipts])]
  const manifest = JSON.parse(readFileSync(path(`shared/${own.name}.json`), "utf8"))
  const foreign = {
    "notes.txt": "mine",
    "outlay-20200101T000000000Z-ffffff.db": "no manifest",
    "outlay-20200102T000000000Z-ffffff.json": "no manifest either",
    "outlay-20200103T000000000Z-ffffff.db": "of another service",
    "outlay-20200103T000000000Z-ffffff.receipts": "",
    "outlay-20200103T000000000Z-ffffff.json": JSON.stringify({
      ...manifest,
      writer: "another",
      made: "2020-01-03T00:00:00.000Z",
    }),
  }
  for (const [name, text] of Object.entries(foreign)) writeFileSync(path(`shared/${name}`), text)
  const args = [...folder("shared"), ...receipts, "--backup-keep", "last=1"]
  const { removed, name } = await document(["backup", ...args])
  expect(removed).toEqual([own.name])
  const there = readdirSync(path("shared")).filter((file) => !file.startsWith(name))
  expect(there).toEqual([...Object.keys(foreign), "receipts-of-backups"].toSorted())
})

describe("a backup that fails", () => {
  const failing = async (args: ReadonlyArray<string>) => {
    const { code, err } = await outlay(["backup", ...args, ...receipts])
    expect(noted()).toMatchObject({ backup: { succeeded: false }, pending: [] })
    expect(readdirSync(path("data")).filter((file) => /-backup-/u.test(file))).toEqual([])
    return { code, err }
  }

  test("during the upload reports it, and leaves earlier backups intact", async () => {
    const before = await listed(bucket("kept/of"))
    const { code, err } = await failing(bucket("kept/of", "wrong"))
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining("S3 answered with 403") })
    expect(err).not.toContain("S3RVER")
    const nowhere = await failing(["--backup-url", "s3:http://a:b@127.0.0.1:9/bucket"])
    expect(nowhere.code).toBe(5)
    expect(nowhere.err).toContain("S3 cannot be reached: ")
    expect(await listed(bucket("kept/of"))).toEqual(before)
  })

  test.skipIf(!existsSync("/proc/self"))("to a refused folder reports it", async () => {
    const { code, err } = await failing(["--backup-url", "folder:/proc/outlay/below"])
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining("ENOENT") })
  })

  test("that needs too much disk space keeps earlier backups and does not fill the disk", async ({
    skip,
    onTestFinished,
  }) => {
    mkdirSync(path("disk"))
    try {
      const size = `size=${Math.ceil(statSync(path("data/outlay.db")).size * 3.5)}`
      execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", path("disk")], { stdio: "pipe" })
    } catch (error) {
      return skip(`no disk can be mounted here: ${String(error)}`)
    }
    onTestFinished(() => void execFileSync("umount", ["--lazy", path("disk")]))
    const { name } = await document(["backup", ...folder("disk"), ...receipts])
    writeFileSync(path("disk/other"), Buffer.alloc(statSync(path("data/outlay.db")).size))
    const before = readdirSync(path("disk"))
    const { code, err } = await failing(folder("disk"))
    expect({ code, err }).toEqual({
      code: 5,
      err: expect.stringContaining("too little free space"),
    })
    expect(readdirSync(path("disk"))).toEqual(before)
    expect(await listed(folder("disk"))).toMatchObject([{ name, verified: true }])
  })

  test("because it was killed is removed by the next one, which removes nothing else", async () => {
    const left = "outlay-20260101T000000000Z-abcdef"
    const work = path("kept/.work-left")
    mkdirSync(work)
    writeFileSync(join(work, "copy.db"), "half")
    writeFileSync(path(`kept/${left}.db`), "not checked")
    const pending = [{ pid: 4_194_305, name: left, work }]
    writeFileSync(path("data/outlay.db-status"), JSON.stringify({ ...noted(), pending }))
    const { name } = await document(["backup", ...folder("kept"), ...receipts])
    expect(existsSync(work)).toBe(false)
    expect(existsSync(path(`kept/${left}.db`))).toBe(false)
    expect((await listed(folder("kept"))).map((_) => _.name)).toContain(name)
    expect(noted()).toMatchObject({ pending: [] })
  })

  test("because it was killed during an upload leaves no parts after the next one", async () => {
    const left = "outlay-20260101T000000000Z-abcdef"
    await s3.beginUpload("kept/of", `${left}.db`)
    expect(await s3.uploads()).toMatchObject([{ key: `kept/of/${left}.db` }])
    const pending = [{ pid: 4_194_305, name: left, work: path("gone") }]
    writeFileSync(path("data/outlay.db-status"), JSON.stringify({ ...noted(), pending }))
    await document(["backup", ...bucket("kept/of"), ...receipts])
    expect(await s3.uploads()).toEqual([])
    expect(noted()).toMatchObject({ pending: [] })
  })
})

describe("the status next to a database", () => {
  test("is the outcome of backup and verify, if a service has run", async () => {
    rmSync(path("data/outlay.db-status"), { force: true })
    await document(["verify", ...receipts])
    expect(noted()).toMatchObject({ backup: null, last_success: null, verify: { succeeded: true } })
    await document(["backup", "noted.db", ...receipts])
    const { size } = statSync(path("noted.db"))
    expect(noted()).toMatchObject({ backup: { succeeded: true }, last_success: { size } })
    const before = noted()
    // The command failed before the backup began, so the status is unchanged.
    expect(await outlay(["backup", "noted.db", ...receipts])).toMatchObject({ code: 1 })
    expect(noted()).toEqual(before)
    const mend = spoiled()
    expect(await outlay(["verify", ...receipts])).toMatchObject({ code: 4 })
    mend()
    expect(noted()).toEqual({ ...before, verify: { ...noted().verify, succeeded: false } })
  })

  test("does not exist if no service has run, such as next to a backup", async () => {
    await document(["backup", "alone/kept.db", ...receipts])
    await outlay(["verify", "--database-url", "sqlite:alone/kept.db"])
    expect(readdirSync(path("alone"))).not.toContain("kept.db-status")
  })
})

test.each([
  [["--force"], "--force replaces a file, and no file is given."],
  [["no.db", "--backup-url", "folder:no"], "Leave one of them out."],
  [["no.db", "--backup-keep", "last=1"], "Leave one of them out."],
])("backup %s does not ignore a flag, and exits with 2", async (args, message) => {
  expect(await outlay(["backup", ...args])).toMatchObject({
    ...{ code: 2, out: "", err: expect.stringContaining(message) },
  })
  expect(existsSync(path("no.db"))).toBe(false)
})

test("verify accepts the tables of Litestream in a database", async () => {
  const file = path("replicated.db")
  await document(["backup", "replicated.db", ...receipts])
  const db = new Database(file)
  db.exec("create table _litestream_seq (id integer primary key, seq integer)")
  db.exec("create table _litestream_lock (id integer)")
  db.close()
  const args = ["verify", "--database-url", `sqlite:${file}`]
  expect(await document(args)).toMatchObject({ verified: true, faults: [] })
  const other = new Database(file)
  other.exec("create table _litestream_other (id integer)")
  other.close()
  const { code, out } = await outlay([...args, "--json"])
  expect(code).toBe(4)
  expect(JSON.parse(out).faults).toEqual(["_litestream_other is not of this program"])
})

test("an altered backup is not restored", async () => {
  const { name } = await document(["backup", ...folder("altered"), ...receipts])
  appendFileSync(path(`altered/${name}.db`), "more")
  const target = ["--database-url", "sqlite:never/outlay.db"]
  const { code, err } = await outlay(["restore", "latest", ...folder("altered"), ...target])
  expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining("it is damaged") })
  expect(existsSync(path("never/outlay.db"))).toBe(false)
})

test.each([
  [["backup"], 2, "Give a file, or say where backups are with --backup-url (or OUTLAY_BACKUP_URL)"],
  [["backups"], 2, "outlay: Say where backups are with --backup-url (or OUTLAY_BACKUP_URL)"],
  [["restore", "latest"], 2, "Give a file, or say where backups are with --backup-url"],
  [["restore", "latest", "--backup-url", "folder:empty", "--force"], 1, "which has 0"],
  [["backup", "--database-url", "postgres://a@127.0.0.1/b"], 1, "pg_dump"],
] as const)("outlay %j exits with %i", async (args, code, sentence) => {
  expect(await outlay(args)).toMatchObject({ code, err: expect.stringContaining(sentence) })
})

test("the service makes backups, shows them, and remembers them after a restart", async () => {
  const variables = {
    OUTLAY_BACKUP_URL: `folder:${path("own")}`,
    OUTLAY_RECEIPTS_URL: receipts[1] ?? "",
  }
  rmSync(path("data/outlay.db-status"), { force: true })
  const metric = async (url: string, name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, "mu").exec(text)?.[1])
  }
  const served = async (settings: Readonly<Record<string, string>>) => {
    const child = begin(["serve", "--port", "0"], settings)
    const text = watched(child)
    await expect.poll(() => text.out).toContain("listening")
    const url = /http:\S+/u.exec(text.out)?.[0] ?? ""
    return { child, text, url }
  }
  const first = await served(variables)
  await expect.poll(() => first.text.err).toContain("Backed up as")
  expect(await metric(first.url, "outlay_backup_last_succeeded")).toBe(1)
  expect(await metric(first.url, "outlay_backup_interval_seconds")).toBe(86_400)
  const at = await metric(first.url, "outlay_backup_last_success_timestamp_seconds")
  expect(Math.abs(at - Date.now() / 1_000)).toBeLessThan(120)
  first.child.kill("SIGKILL")
  await ended(first.child)
  expect(await listed(folder("own"))).toMatchObject([{ verified: true, receipts: 2 }])

  // A restart makes no backup before it is due. If one fails, that is logged and counted.
  const second = await served(variables)
  expect(await metric(second.url, "outlay_backup_last_success_timestamp_seconds")).toBe(at)
  second.child.kill("SIGTERM")
  expect(await ended(second.child)).toBe(0)
  expect(await listed(folder("own"))).toHaveLength(1)

  const status = { ...noted(), backup: { at: "2026-01-01T00:00:00.000Z", succeeded: true } }
  writeFileSync(path("data/outlay.db-status"), JSON.stringify(status))
  writeFileSync(path("file"), "no folder")
  const third = await served({ ...variables, OUTLAY_BACKUP_URL: `folder:${path("file/in")}` })
  await expect.poll(() => third.text.err).toContain("The backup failed")
  expect(await metric(third.url, "outlay_backup_failures_total")).toBe(1)
  expect(await metric(third.url, "outlay_backup_last_succeeded")).toBe(0)
  expect(await metric(third.url, "outlay_backup_last_success_timestamp_seconds")).toBe(at)
  third.child.kill("SIGTERM")
  expect(await ended(third.child)).toBe(0)
  expect(third.text.err).toContain("Cannot write to")
})

import { execFileSync, spawn } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ended, main, watched, workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, begin, path } = here
afterAll(here.leave)

const live = () => path("data/outlay.db")

beforeAll(async () => {
  await document(["migrate"])
  await document(["business", "create", "First"])
  await document(["backup", "first.db"])
  await document(["business", "create", "Second"])
})

/** Returns the number of businesses in a database, and checks its integrity. */
const businessesOf = (file: string): number => {
  const db = new Database(file, { fileMustExist: true })
  try {
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok")
    return db.prepare<[], number>("select count(*) from businesses").pluck().get() ?? 0
  } finally {
    db.close()
  }
}

describe("backup --force", () => {
  test("does not replace any file of a database, under any name", async () => {
    const service = begin(["serve", "--port", "0"])
    const text = watched(service)
    await expect.poll(() => text.out).toContain("listening")
    const other = new Database(path("other.db"))
    other.pragma("journal_mode = WAL")
    other.exec("create table t (a)")
    symlinkSync(live(), path("soft.db"))
    symlinkSync(path("soft.db"), path("softer.db"))
    const rows: ReadonlyArray<readonly [string, string]> = [
      ["data/outlay.db", "is the database itself. Choose another file"],
      ["./data/../data/outlay.db", "is the database itself. Choose another file"],
      ["softer.db", "is the database itself. Choose another file"],
      ["data/outlay.db-wal", "is the log of the database"],
      ["data/outlay.db-shm", "is the index of the log of the database"],
      ["data/outlay.db-serving", "is the lock of the database"],
      ["data/outlay.db-journal", "is the journal of "],
      ["other.db", "is a database that something is using"],
      ["other.db-wal", `is the log of other.db`],
      ["data", "is there, and no file"],
    ]
    const before = readdirSync(path("data"))
    for (const [file, sentence] of rows) {
      const { code, err } = await outlay(["backup", file, "--force"])
      expect({ file, code, err }).toEqual({ file, code: 1, err: expect.stringContaining(sentence) })
    }
    expect(readdirSync(path("data"))).toEqual(before)
    linkSync(live(), path("hard.db"))
    const hard = await outlay(["backup", "hard.db", "--force"])
    expect([hard.code, hard.err]).toEqual([1, expect.stringContaining("is the database itself")])
    rmSync(path("hard.db"))
    other.close()
    service.kill("SIGTERM")
    expect(await ended(service)).toBe(0)
    expect(businessesOf(live())).toBe(2)
  })

  test("follows a link, and the backup is readable only by its owner", async () => {
    mkdirSync(path("elsewhere"))
    symlinkSync(path("elsewhere/kept.db"), path("link.db"))
    await document(["backup", "link.db"])
    await document(["backup", "link.db", "--force"])
    expect(lstatSync(path("link.db")).isSymbolicLink()).toBe(true)
    expect(readdirSync(path("elsewhere"))).toEqual(["kept.db"])
    expect(statSync(path("elsewhere/kept.db")).mode & 0o777).toBe(0o600)
    expect(businessesOf(path("elsewhere/kept.db"))).toBe(2)
  })

  test("leaves the previous backup intact if the source is no database or damaged", async () => {
    copyFileSync(path("first.db"), path("only.db"))
    const before = readFileSync(path("only.db"))
    writeFileSync(path("text.db"), "no database, whatever its name says".repeat(40))
    const bytes = readFileSync(path("first.db"))
    bytes.fill(0xff, bytes.length - 3 * 8192)
    writeFileSync(path("damaged.db"), bytes)
    const codes = { "text.db": [5], "none.db": [5], "damaged.db": [5] }
    for (const [database, expected] of Object.entries(codes)) {
      const url = ["--database-url", `sqlite:${database}`]
      const { code, err } = await outlay(["backup", "only.db", "--force", ...url])
      expect(expected).toContain(code)
      expect(err).toMatch(/^outlay: \S/u)
      expect(readFileSync(path("only.db")).equals(before)).toBe(true)
    }
    expect(readdirSync(here.folder).filter((name) => name.includes(".part"))).toEqual([])
  })

  test("leaves the previous backup intact on a full disk", async ({ skip, onTestFinished }) => {
    const disk = path("disk")
    mkdirSync(disk)
    try {
      const size = `size=${Math.ceil(statSync(path("first.db")).size * 1.5)}`
      execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", disk], { stdio: "pipe" })
    } catch (error) {
      return skip(`no disk can be mounted here: ${String(error)}`)
    }
    onTestFinished(() => void execFileSync("umount", ["--lazy", disk]))
    copyFileSync(path("first.db"), join(disk, "only.db"))
    const before = readFileSync(join(disk, "only.db"))
    const { code, err } = await outlay(["backup", "disk/only.db", "--force"])
    expect([code, err]).toEqual([5, expect.stringContaining("full")])
    expect(readFileSync(join(disk, "only.db")).equals(before)).toBe(true)
    expect(readdirSync(disk)).toEqual(["only.db"])
  })
})

/** Runs a command that dies at its n-th operation near a file; false if it completed. */
const dies = async (args: ReadonlyArray<string>, near: string, at: number): Promise<boolean> => {
  const preload = join(import.meta.dirname, "killed-at.ts")
  const child = spawn(process.execPath, ["--import", preload, main, ...args], {
    cwd: here.folder,
    env: { ...process.env, DIE_NEAR: near, DIE_AT: String(at) },
    stdio: "ignore",
  })
  const how = await ended(child)
  expect(["SIGKILL", 0]).toContain(how)
  return how === "SIGKILL"
}

test("a backup killed at any step leaves the previous backup or a complete new one", async () => {
  let deaths = 0
  copyFileSync(path("first.db"), path("mortal.db"))
  while (await dies(["backup", "mortal.db", "--force"], "mortal.db", deaths + 1)) {
    deaths++
    expect([1, 2]).toContain(businessesOf(path("mortal.db")))
  }
  expect(deaths).toBeGreaterThan(5)
  expect(businessesOf(path("mortal.db"))).toBe(2)
})

test("a restore killed at any step leaves the database or a complete new one", async () => {
  const url = ["--database-url", "sqlite:target.db"]
  const db = new Database(path("source.db"))
  db.pragma("journal_mode = WAL")
  await db.backup(path("unused.db"))
  db.close()
  copyFileSync(path("data/outlay.db"), path("source.db"))
  const writer = new Database(path("source.db"))
  writer.exec("update businesses set name = 'In the log'")
  for (const suffix of ["", "-wal"]) {
    copyFileSync(path(`source.db${suffix}`), path(`old.db${suffix}`))
  }
  writer.close()
  const nameOf = (file: string) => {
    expect(businessesOf(file)).toBeGreaterThan(0)
    const read = new Database(file)
    const name = read.prepare<[], string>("select name from businesses").pluck().get()
    read.close()
    return name
  }
  let deaths = 0
  const put = () => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) {
      rmSync(path(`target.db${suffix}`), { force: true })
      if (existsSync(path(`old.db${suffix}`))) {
        copyFileSync(path(`old.db${suffix}`), path(`target.db${suffix}`))
      }
    }
  }
  put()
  while (await dies(["restore", "first.db", "--force", ...url], "target.db", deaths + 1)) {
    deaths++
    expect(["In the log", "First"]).toContain(nameOf(path("target.db")))
    put()
  }
  expect(deaths).toBeGreaterThan(5)
  expect(nameOf(path("target.db"))).toBe("First")
})

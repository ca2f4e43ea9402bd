import { execFileSync } from "node:child_process"
import { linkSync, rmSync, writeFileSync } from "node:fs"
import Database from "better-sqlite3"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, begin, path } = here
afterAll(here.leave)

const operator = "operator-secret-0123456789"

beforeAll(async () => {
  await document(["migrate"])
})

const serving = async () => {
  const child = begin(["serve", "--port", "0"], { OUTLAY_OPERATOR_TOKEN: operator })
  const text = watched(child)
  const isUp = () => text.out.includes("\n") || child.exitCode !== null
  await expect.poll(isUp).toBe(true)
  const url = /http\S+/u.exec(text.out)?.[0] ?? ""
  const write = async (name: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${operator}`, "content-type": "application/json" }
    const request = { method: "POST", headers, body: JSON.stringify({ name }) }
    return (await fetch(`${url}/operator/v1/businesses`, request)).status === 201
  }
  const stop = async () => {
    child.kill("SIGTERM")
    expect(await ended(child)).toBe(0)
  }
  return { write, stop }
}

const names = (): ReadonlyArray<string> => {
  const db = new Database(path("data/outlay.db"), { readonly: true })
  const found = db.prepare<[], string>("select name from businesses").pluck().all()
  db.close()
  return found
}

/** Checks that a second service and commands are refused under another name during writes. */
const refused = async (other: string, make: () => void, sentence: string) => {
  const service = await serving()
  make()
  const acknowledged: Array<string> = []
  let isOver = false
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      if (await service.write(`${other} ${n}`)) acknowledged.push(`${other} ${n}`)
    }
  }
  const writing = write()
  const url = ["--database-url", `sqlite:${other}`]
  for (const command of [["serve", "--port", "0"], ["business", "create", "Lost"], ["migrate"]]) {
    const { code, out, err } = await outlay([...command, ...url])
    expect({ code, out }).toEqual({ code: 5, out: "" })
    expect(err).toMatch(/^outlay: The database [^\n]+\n$/u)
    expect(err).toContain(sentence)
  }
  isOver = true
  await writing
  await service.stop()
  expect(acknowledged.length).toBeGreaterThan(0)
  const found = new Set(names())
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
}

test("a database with a hard link is neither served nor written", async () => {
  const link = () => linkSync(path("data/outlay.db"), path("hard.db"))
  await refused("hard.db", link, "has 2 names (hard links)")
  const { code, err } = await outlay(["serve", "--port", "0"])
  expect([code, err]).toEqual([5, expect.stringContaining("has 2 names (hard links)")])
  rmSync(path("hard.db"))
  await (await serving()).stop()
})

test.each([["serve", "--port", "0"], ["migrate"], ["business", "list"], ["verify"]])(
  "a folder is not a database: outlay %s",
  async (...command) => {
    const url = ["--database-url", "sqlite:./data"]
    expect(await outlay([...command, ...url])).toMatchObject({
      code: 5,
      err: "outlay: The database ./data is a folder: name a file in it, such as data/outlay.db.\n",
    })
  },
)

test("a mounted database file is neither served nor written", async ({ skip, onTestFinished }) => {
  writeFileSync(path("mounted.db"), "")
  const mount = () =>
    execFileSync("mount", ["--bind", path("data/outlay.db"), path("mounted.db")], { stdio: "pipe" })
  const unmount = () => execFileSync("umount", ["--lazy", path("mounted.db")])
  try {
    mount()
  } catch (error) {
    return skip(`no file can be mounted here: ${String(error)}`)
  }
  onTestFinished(() => void unmount())
  await refused("mounted.db", () => undefined, "is in use by another name")
})

test("a database that another program has open under its own name is served", async ({ skip }) => {
  if (process.platform !== "linux") return skip("only Linux tells who has locked a file")
  const other = new Database(path("data/outlay.db"))
  other.prepare("select 1 from sqlite_schema").get()
  const service = await serving()
  expect(await service.write("Beside")).toBe(true)
  expect(other.prepare("select name from businesses").pluck().all()).toContain("Beside")
  await service.stop()
  other.close()
})

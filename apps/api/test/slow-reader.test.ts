import { execFile } from "node:child_process"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Ended, ended, main, workplace } from "./outlay.ts"

const here = workplace()
const wallets = 2_000
beforeAll(async () => {
  await here.outlay(["migrate"])
  const { client_id } = await here.document(["business", "create", "Acme"])
  const db = new Database(here.path("data/outlay.db"))
  const time = "2026-01-05T00:00:00.000Z"
  const insert = db.prepare("insert into wallets values (?, ?, 7, ?, ?)")
  db.transaction(() => {
    for (let n = 0; n < wallets; n++) insert.run(client_id, `W${n}`, time, time)
  })()
  db.close()
})
afterAll(here.leave)

const pipe = '("$0" "$@"; echo "ended with $?" >&2) | (sleep 1; cat)'

/** Runs a command with a pipe whose reader starts long after the pipe is full. */
const runSlowly = (args: ReadonlyArray<string>): Promise<Omit<Ended, "code">> =>
  new Promise((done) => {
    const options = { cwd: here.folder, maxBuffer: 1 << 26 }
    execFile("sh", ["-c", pipe, process.execPath, main, ...args], options, (_, out, err) =>
      done({ out, err }),
    )
  })

describe("the output of a command", () => {
  test("is complete, even if the command fails and its reader is slow", async () => {
    const { out, err } = await runSlowly(["verify", "--json"])
    expect(err).toContain("ended with 4")
    expect(out.length).toBeGreaterThan(150_000)
    expect(JSON.parse(out).differences.length).toBeGreaterThan(900)
  })

  test("does not block the command if its reader has closed the pipe", async () => {
    const child = here.begin(["verify", "--json"])
    child.stdout?.destroy()
    expect(await ended(child)).toBe(4)
  })
})

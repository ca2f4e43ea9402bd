import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { makeExecutable } from "./executable.ts"
import { temporaryFolder } from "./temporary.ts"

test("one file contains Node, the program, the addon, the console and worker threads", async () => {
  const folder = temporaryFolder("executable")
  const file = join(folder, "outlay")
  await makeExecutable(file)
  const env = { PATH: "", HOME: folder, XDG_CACHE_HOME: join(folder, "cache"), NO_COLOR: "1" }
  const run = (...args: ReadonlyArray<string>) =>
    execFileSync(file, args, { cwd: folder, env, encoding: "utf8" })
  expect(run("--version")).toMatch(/^outlay v\d/u)
  expect(run("migrate")).toContain("is now up to date")
  run("business", "create", "Harbour")
  expect(run("verify")).toContain("every amount matches the ledger")
  // It is unpacked only once.
  expect(readdirSync(join(folder, "cache"))).toHaveLength(1)

  const operatorToken = "operator-token-of-the-executable"
  const settings = {
    OUTLAY_OPERATOR_TOKEN: operatorToken,
    OUTLAY_BACKUP_URL: `folder:${join(folder, "backups")}`,
  }
  const service = spawn(file, ["serve", "--port", "0"], {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const text = { out: "", err: "" }
  service.stdout.on("data", (chunk) => {
    text.out += String(chunk)
  })
  service.stderr.on("data", (chunk) => {
    text.err += String(chunk)
  })
  await expect.poll(() => text.out).toContain("listening on")
  const url = /http:\S+/u.exec(text.out)?.[0] ?? ""
  const script = /src="([^"]+)"/u.exec(await (await fetch(`${url}/docs`)).text())?.[1]
  for (const path of ["/", script, "/readyz"]) {
    expect((await fetch(`${url}${path}`)).status).toBe(200)
  }
  // A large import starts the executable again as a child process.
  const lines = Array.from({ length: 4_000 }, (_, n) =>
    JSON.stringify({
      ...{ external_id: `line-${n}`, transaction_type: "CHARGE", status: "AUTHED", amount: -1 },
      ...{ auth_date: "2026-01-01T00:00:00Z", merchant_name: "Kiosk".padEnd(200, ".") },
    }),
  )
  const imported = await fetch(`${url}/operator/v1/businesses/1/transactions/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/x-ndjson" },
    body: lines.join("\n"),
  })
  expect(await imported.json()).toMatchObject({ imported: lines.length, refused: 0 })
  // A backup starts the executable again as a child process.
  await expect.poll(() => text.err).toContain("Backed up as")
  service.kill("SIGTERM")
  expect(await once(service, "exit")).toEqual([0, null])
})

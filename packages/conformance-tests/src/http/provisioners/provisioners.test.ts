import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { ProvisioningFailed, Unsupported } from "../../interface/provisioning.ts"
import { world } from "../../interface/world/index.ts"
import { command, context, readContext, url } from "./index.ts"

const folder = mkdtempSync(join(tmpdir(), "provisioners-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { delta } = world(7, new Date("2026-11-21T00:00:00.000Z"))
const none = {
  roles: { admin: "r1", least: "r2" },
  users: {},
  invites: {},
  accounting_codes: {},
  categories: {},
  custom_fields: {},
  custom_field_options: {},
  budgets: {},
  budget_members: {},
  budget_owners: {},
  transactions: {},
  topups: {},
}
const made = { client_id: "7", ids: none, tokens: { admin: "t1", least: "t2" }, missing: [] }
const started = {
  version: 1,
  base_url: "http://127.0.0.1:1",
  product: { name: "It", version: "1" },
  acts: ["issue-token"],
}
const good = {
  start: { ok: true, result: started },
  world: { ok: true, result: made },
  act: { ok: true, result: { token: "t3" } },
  stop: { ok: true, result: null },
}
type Script = { readonly [message in keyof typeof good]?: unknown }

/** Creates a command that responds to each message according to the script. */
const scripted = (script: Script, name = "scripted.mjs") => {
  const file = join(folder, name)
  writeFileSync(
    file,
    `import { createInterface } from "node:readline"
const responses = ${JSON.stringify({ ...good, ...script })}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, message } = JSON.parse(line)
  const response = responses[message]
  console.log(typeof response === "string" ? response : JSON.stringify({ id, ...response }))
}`,
  )
  return command({ command: `"${process.execPath}" "${file}"`, timeout: 120_000 })
}

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Creates a server that responds to each message according to the script. */
const served = async (script: Script) => {
  const fullScript: Script = { ...good, ...script }
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (bytes) => {
      body += String(bytes)
    })
    request.on("end", () => {
      const output = fullScript[JSON.parse(body).message as keyof Script]
      response.end(typeof output === "string" ? output : JSON.stringify(output))
    })
  })
  servers.push(server)
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening)
  })
  return url({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/provision` })
}

const transports = [
  ["a command", (script: Script) => Promise.resolve(scripted(script))],
  ["a URL", served],
] as const

describe.each(transports)("%s", (_, open) => {
  test("transports requests and responses", async () => {
    const provisioner = await open({})
    expect(await provisioner.start("run-1")).toEqual(started)
    expect(await provisioner.world(delta)).toEqual(made)
    expect(await provisioner.act("issue-token", { role: "admin" })).toEqual({ token: "t3" })
    await provisioner.stop()
  })

  test("transports many messages concurrently", async () => {
    const provisioner = await open({})
    const all = await Promise.all(Array.from({ length: 20 }, () => provisioner.world(delta)))
    expect(all).toEqual(all.map(() => made))
    await provisioner.stop()
  })

  test("an act that the target does not support is unsupported", async () => {
    const error = { code: "unsupported", detail: "no clock" }
    const provisioner = await open({ act: { ok: false, error } })
    await expect(provisioner.act("set-clock", {})).rejects.toThrow(new Unsupported("no clock"))
    await provisioner.stop()
  })

  const faults: ReadonlyArray<readonly [string, Script, RegExp]> = [
    ["a failure", { world: { ok: false, error: { code: "failed", detail: "down" } } }, /^down$/u],
    [
      "a response that violates the contract",
      { world: { fine: true } },
      /"world" breaks the contract: the property `ok` is missing/u,
    ],
    ["no JSON", { world: "oops" }, /JSON: oops/u],
    [
      "an id that is not text",
      { world: { ok: true, result: { ...made, client_id: 7 } } },
      /\/client_id: must be string/u,
    ],
    [
      "ids with a missing key",
      { world: { ok: true, result: { ...made, ids: { ...none, roles: { admin: "r1" } } } } },
      /delta has neither an id nor an entry in `missing` for roles.least$/u,
    ],
    [
      "tokens with a missing key",
      { world: { ok: true, result: { ...made, tokens: {} } } },
      /in `missing` for tokens.admin, tokens.least$/u,
    ],
  ]
  test.each(faults)("%s fails with the reason", async (_case, script, message) => {
    const provisioner = await open(script)
    const pending = provisioner.world(delta)
    await expect(pending).rejects.toThrow(ProvisioningFailed)
    await expect(pending).rejects.toThrow(message)
    await provisioner.stop().catch(() => undefined)
  })

  test("an unknown version fails", async () => {
    const provisioner = await open({ start: { ok: true, result: { ...started, version: 2 } } })
    await expect(provisioner.start("run-1")).rejects.toThrow(/\/version: must be 1\. Found: \{/u)
    await provisioner.stop()
  })

  test("a part that is declared missing needs no id", async () => {
    const missing = ["roles.least", "tokens"]
    const result = { ...made, ids: { ...none, roles: { admin: "r1" } }, tokens: {}, missing }
    const provisioner = await open({ world: { ok: true, result } })
    expect(await provisioner.world(delta)).toEqual(result)
    await provisioner.stop()
  })
})

describe("a command", () => {
  const deaths = [
    ["ends at once", "exit 3", /ended with code 3/u],
    ["prints an error and ends", "echo no database >&2; exit 1", /it said: no database/u],
    ["does not exist", "no-such-provisioner", /ended with code 127/u],
    [
      "responds to an unknown message",
      `echo '{"id": 99, "ok": true}'; cat`,
      /answered a message that was not sent/u,
    ],
    ["responds with null", "echo null; cat", /answered a message that was not sent/u],
  ] as const
  test.each(deaths)("that %s fails with the reason", async (_, line, message) => {
    const provisioner = command({ command: line, timeout: 120_000 })
    await expect(provisioner.start("run-1")).rejects.toThrow(message)
    await provisioner.stop().catch(() => undefined)
  })

  test("that does not end is killed with its child processes", async () => {
    const child = `"${process.execPath}" -e "setInterval(() => {}, 1000)"`
    const provisioner = command({ command: `${child} & wait`, timeout: 300 })
    await expect(provisioner.start("run-1")).rejects.toThrow(/did not answer/u)
    // The child process holds the output open: until it ends too, this would not complete.
    await expect(provisioner.stop()).rejects.toThrow(/did not answer "stop"/u)
  })

  test("that does not respond fails after its timeout and is killed", async () => {
    const provisioner = command({ command: "cat >/dev/null", timeout: 200 })
    await expect(provisioner.start("run-1")).rejects.toThrow(/did not answer "start" within 0.2 s/u)
    await provisioner.stop().catch(() => undefined)
  })
})

test("a URL at which nothing listens fails with the reason", async () => {
  const provisioner = url({ url: "http://127.0.0.1:1/provision" })
  await expect(provisioner.start("run-1")).rejects.toThrow(/asked to start, did not answer/u)
})

describe("a context file", () => {
  const written = (value: unknown) => {
    const file = join(folder, "context.json")
    writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value))
    return file
  }
  const whole = {
    base_url: "http://127.0.0.1:1",
    product: started.product,
    seed: 7,
    now: "2026-11-21T00:00:00.000Z",
    businesses: { delta: made },
  }

  test("has the businesses in it, and no others", async () => {
    const provisioner = context(await readContext(written(whole)))
    expect(await provisioner.start("run-1")).toMatchObject({ base_url: whole.base_url, acts: [] })
    expect(await provisioner.world(delta)).toEqual(made)
    await expect(provisioner.world({ ...delta, key: "fresh" })).rejects.toThrow(Unsupported)
    await expect(provisioner.world({ ...delta, key: "toString" })).rejects.toThrow(Unsupported)
    await expect(provisioner.act("crash", {})).rejects.toThrow(Unsupported)
  })

  const faults = [
    ["that is not JSON", "{", /is not JSON/u],
    ["without a seed", { ...whole, seed: undefined }, /the property `seed` is missing/u],
    [
      "with an incomplete business",
      { ...whole, businesses: { delta: {} } },
      /\/businesses\/delta: the property/u,
    ],
  ] as const
  test.each(faults)("%s fails with the place of the error", async (_, value, message) => {
    await expect(readContext(written(value))).rejects.toThrow(message)
  })

  test("that does not exist fails", async () => {
    await expect(readContext(join(folder, "none.json"))).rejects.toThrow(/cannot be read/u)
  })
})

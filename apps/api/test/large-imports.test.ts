import { readFileSync, writeFileSync } from "node:fs"
import { constants, getPriority } from "node:os"
import { linesPerUnit } from "@outlay/domain/rules"
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { ended, shipped, watched, workplace } from "./outlay.ts"

const here = workplace()
afterAll(here.leave)

const operatorToken = "operator-secret-of-large-imports"
const settings = { OUTLAY_OPERATOR_TOKEN: operatorToken }

let token = ""
beforeAll(async () => {
  await here.document(["migrate"])
  await here.document(["business", "create", "Large"])
  const made = await here.document(["token", "create", "Reader", "--business", "1"])
  token = made.token
})

const serving = async (more: Readonly<Record<string, string>> = {}) => {
  const variables = { ...settings, ...more }
  const child = here.begin(["serve", "--port", "0", "--rate-limit", "off"], variables, shipped)
  const text = watched(child)
  const url = await until("the service listens", () => {
    if (child.exitCode !== null) throw new Error(text.err)
    return /^outlay listening on (\S+)$/mu.exec(text.out)?.[1] ?? false
  })
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return await ended(child)
  }
  /** Returns the number of transactions. */
  const count = async (): Promise<number> => {
    const path = `${url}/v2/businesses/1/transactions?limit=1`
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return ((await response.json()) as { readonly count: number }).count
  }
  return { url, pid: child.pid ?? 0, stop, count, log: () => text.out + text.err }
}

type Serving = Awaited<ReturnType<typeof serving>>

/** Number of lines that exceeds 1 MiB. */
const many = 5_000

const lineOf = (id: string, change: object = {}): string =>
  JSON.stringify({
    ...{ external_id: id, transaction_type: "CHARGE", status: "CLEARED", amount: -1 },
    ...{ auth_date: "2026-01-01T00:00:00Z", cleared_date: "2026-01-02T00:00:00Z" },
    ...{ merchant_name: `Kiosk ${"of the very long name ".repeat(4)}`, ...change },
  })

const linesOf = (name: string): ReadonlyArray<string> =>
  Array.from({ length: many }, (_, n) => lineOf(`${name}-${n}`))

const post = async (url: string, body: string | ReadableStream, signal?: AbortSignal) => {
  const response = await fetch(`${url}/operator/v1/businesses/1/transactions/import`, {
    ...{ method: "POST", body, duplex: "half", ...(signal && { signal }) },
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/x-ndjson" },
  })
  return {
    status: response.status,
    retry: response.headers.get("retry-after"),
    ...(await json(response)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a report or a problem
const json = (response: Response): Promise<any> => response.json()

/** Returns a body of lines whose last one is held back until `release`. */
const heldBack = (lines: ReadonlyArray<string>) => {
  const released = Promise.withResolvers<void>()
  const parts = [`${lines.slice(0, -1).join("\n")}\n`, `${lines.at(-1)}\n`]
  const body = new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      if (part === undefined) return controller.close()
      if (parts.length === 0) await released.promise
      controller.enqueue(new TextEncoder().encode(part))
    },
  })
  return { body, release: () => released.resolve() }
}

const isLinux = process.platform === "linux"

/** Returns the import processes that a service has started. Works only on Linux. */
const importsOf = ({ pid }: Serving): ReadonlyArray<number> => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")
  return children
    .filter((child) => child !== "" && fileOf(child, "cmdline").includes("import-process"))
    .map(Number)
}

const fileOf = (pid: string | number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch {
    return ""
  }
}

const isAlive = (pid: number): boolean => fileOf(pid, "cmdline") !== ""

/** Starts an import that has committed some lines and is blocked on its last one. */
const begun = async (service: Serving, name: string) => {
  const before = await service.count()
  const lines = linesOf(name)
  const { body, release } = heldBack(lines)
  const stopped = new AbortController()
  const response = post(service.url, body, stopped.signal)
  response.catch(() => undefined)
  await until("lines are committed", async () => (await service.count()) > before)
  return { before, lines, release, response, abort: () => stopped.abort() }
}

const importOf = (service: Serving): number => {
  const [pid] = importsOf(service)
  if (pid === undefined) throw new Error("there is no process of an import")
  return pid
}

test("more than 1 MiB is imported by a child process, with the same report", async ({
  onTestFinished,
}) => {
  const service = await serving()
  onTestFinished(() => void service.stop("SIGKILL"))
  const lines = [...linesOf("whole")]
  lines[2] = "{"
  lines[many - 2] = lineOf("whole-nobody", { user_id: 77 })
  const { body, release } = heldBack(lines)
  const response = post(service.url, body)
  await until("lines are committed", async () => (await service.count()) > 0)
  if (isLinux) {
    const pid = importOf(service)
    const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
    expect(getPriority(pid)).toBe(lower)
    const environment = fileOf(pid, "environ")
    expect(environment).toContain("PATH=")
    expect(environment).not.toContain(operatorToken)
  }
  // At the same time, the service writes and runs another import itself.
  const other = await post(service.url, linesOf("other").join("\n"))
  expect(other).toMatchObject({ status: 200, received: many, imported: many })
  expect(await post(service.url, lineOf("one"))).toMatchObject({ status: 200, imported: 1 })
  release()
  const report = { received: many, imported: many - 2, unchanged: 0, refused: 2 }
  const errors = [
    { line: 3, code: "malformed_json" },
    { line: many - 1, code: "unknown_user" },
  ]
  expect(await response).toMatchObject({ status: 200, ...report, errors })
  expect(await post(service.url, lines.join("\n"))).toMatchObject({
    ...{ status: 200, imported: 0, unchanged: many - 2, refused: 2 },
  })
  expect(await service.count()).toBe(2 * many - 1)
  expect(await service.stop()).toBe(0)
  await here.document(["verify"])
})

test("a write of the service is blocked for part of a unit only", async ({ onTestFinished }) => {
  const service = await serving()
  onTestFinished(() => void service.stop("SIGKILL"))
  const before = await service.count()
  let isOver = false
  const writes = async () => {
    // The same line again changes nothing, but takes the lock like any write.
    while (!isOver) await post(service.url, lineOf("one"))
  }
  const seen = async () => {
    const counts = new Set<number>()
    while (!isOver) counts.add((await service.count()) - before)
    return [...counts]
  }
  const made = post(service.url, linesOf("interrupted").join("\n")).finally(() => {
    isOver = true
  })
  const [report, counts] = await Promise.all([made, seen(), writes()])
  expect(report).toMatchObject({ status: 200, imported: many })
  expect(counts.filter((count) => count > 1 && count < linesPerUnit)).not.toEqual([])
  expect(await service.stop()).toBe(0)
})

test("a client that disconnects can send all lines again; committed lines are unchanged", async ({
  onTestFinished,
  skip,
}) => {
  if (!isLinux) return skip("only Linux shows which processes a service has started")
  const service = await serving()
  onTestFinished(() => void service.stop("SIGKILL"))
  const { before, lines, response, abort } = await begun(service, "gone")
  abort()
  await expect(response).rejects.toThrow()
  await until("its process has ended", () => importsOf(service).length === 0)
  const savedCount = (await service.count()) - before
  expect(savedCount).toBeGreaterThan(0)
  expect(await post(service.url, lines.join("\n"))).toMatchObject({
    ...{ status: 200, received: many, imported: many - savedCount, unchanged: savedCount },
  })
  expect(await service.stop()).toBe(0)
})

test("a killed process affects only its import, which can be sent again", async ({
  onTestFinished,
  skip,
}) => {
  if (!isLinux) return skip("only Linux shows which processes a service has started")
  const service = await serving()
  onTestFinished(() => void service.stop("SIGKILL"))
  const { before, lines, response, release } = await begun(service, "killed")
  process.kill(importOf(service), "SIGKILL")
  expect(await response).toMatchObject({
    ...{ status: 503, code: "storage_unavailable", retry: "1" },
    detail: expect.stringContaining("Send all lines again"),
  })
  release()
  const savedCount = (await service.count()) - before
  expect(await post(service.url, lines.join("\n"))).toMatchObject({
    ...{ status: 200, imported: many - savedCount, unchanged: savedCount },
  })
  expect(await service.stop()).toBe(0)
})

test("a process that exits with its own error causes a 500, which is not to be retried", async ({
  onTestFinished,
}) => {
  const broken = here.path("broken.cjs")
  writeFileSync(broken, 'if (process.argv[1]?.includes("import-process")) process.exit(3)')
  const service = await serving({ NODE_OPTIONS: `--require ${JSON.stringify(broken)}` })
  onTestFinished(() => void service.stop("SIGKILL"))
  expect(await post(service.url, linesOf("broken").join("\n"))).toMatchObject({
    ...{ status: 500, code: "internal_error", retry: null },
  })
  expect(await post(service.url, lineOf("after"))).toMatchObject({ status: 200, imported: 1 })
  const ended = "the process of an import has ended (3)"
  await until("the error is logged", () => service.log().includes(ended))
  expect(await service.stop()).toBe(0)
})

test("a process ends with its service, but not by the signals that a service handles", async ({
  onTestFinished,
  skip,
}) => {
  if (!isLinux) return skip("only Linux shows which processes a service has started")
  const service = await serving()
  onTestFinished(() => void service.stop("SIGKILL"))
  const { lines } = await begun(service, "orphan")
  const child = importOf(service)
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(child, signal)
  await new Promise((done) => setTimeout(done, 100))
  expect(isAlive(child)).toBe(true)
  await service.stop("SIGKILL")
  await until("its process has ended", () => !isAlive(child))

  const next = await serving()
  onTestFinished(() => void next.stop("SIGKILL"))
  const { imported, unchanged } = await post(next.url, lines.join("\n"))
  expect([imported + unchanged, unchanged > 0]).toEqual([many, true])
  expect(await next.stop()).toBe(0)
  await here.document(["verify"])
})

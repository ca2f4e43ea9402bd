import { execFile, spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import { bundled } from "../../../scripts/bundle.ts"
import { capture } from "../../../scripts/capture.ts"
import { freePort } from "../../../scripts/ports.ts"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { outlayConformance as command } from "../src/cli/commands.ts"
import { described, requirements } from "../src/suite.ts"

const main = await bundled(join(import.meta.dirname, "../src/cli/main.ts"))

interface Ended {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** Runs a command in a separate process. */
const conformanceProcess = (args: ReadonlyArray<string>): Promise<Ended> =>
  new Promise((done) => {
    const env = { ...process.env, NO_COLOR: "1" }
    const options = { env, maxBuffer: 1 << 26 }
    execFile(process.execPath, [main, ...args], options, (error, out, err) => {
      done({ exit: error === null ? 0 : Number(error.code), out, err })
    })
  })

const runNow = async (args: ReadonlyArray<string>): Promise<Ended> => {
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  vi.stubEnv("NO_COLOR", "1")
  try {
    const exit = await command(args)
    return { exit, out: out.text(), err: err.text() }
  } finally {
    vi.unstubAllEnvs()
    err.giveBack()
    out.giveBack()
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command in this process. Commands run one after another, because they share standard
 * output.
 */
const outlayConformance = (args: ReadonlyArray<string>): Promise<Ended> => {
  const run = last.then(() => runNow(args))
  last = run.catch(() => undefined)
  return run
}

const fileOf = (name: string, text: string): string => {
  const path = join(temporaryFolder("cli"), name)
  writeFileSync(path, text)
  return path
}

const token = "secret-of-the-operator"
/** An address at which nothing listens. */
const nowhere = ["--base-url", `http://127.0.0.1:${await freePort()}`, "--operator-token", token]

describe("an error is printed with the exit code of its kind", () => {
  test.each<[exit: number, args: ReadonlyArray<string>, messages: ReadonlyArray<string>]>([
    [4, [], []],
    [4, ["judge"], ['There is no command "judge"']],
    [
      4,
      ["selftest", "--mutants", "topup"],
      ["not part of this package", "pnpm conformance selftest"],
    ],
    [4, ["run"], ["give one of --operator-token, --provisioner, --provision-url or --context"]],
    [4, ["run", "--colour", "red"], ["--colour"]],
    [4, ["run", "--operator-token", "t"], ["--base-url"]],
    [4, ["run", ...nowhere, "--context", "x"], ["give only one of"]],
    [
      4,
      [
        "run",
        "--base-url",
        "here",
        "--profile",
        "cor",
        "--seed=-1",
        "--jobs",
        "0",
        "--report",
        "pdf",
      ],
      [
        '--base-url: an http or https URL, not "here"',
        'there is no "cor"',
        "levels core, full, hardened, durable",
        "--seed: a whole number",
        "--jobs: a whole number of at least 1",
        'there is no "pdf" (html, junit, json, md, github, badge)',
      ],
    ],
    ...["http://me:word@127.0.0.1:1", "http://127.0.0.1:1/?key=1", "http://127.0.0.1:1/#a"].map(
      (address): [number, ReadonlyArray<string>, ReadonlyArray<string>] => [
        4,
        ["run", "--base-url", address, "--operator-token", token],
        ["--base-url: a URL without a"],
      ],
    ),
    [4, ["run", ...nowhere, "--binding", "/absent.json"], ["--binding", "ENOENT"]],
    [4, ["run", ...nowhere, "--binding", fileOf("b.json", "{")], ["--binding"]],
    [4, ["run", ...nowhere, "--binding", fileOf("b.json", "{}")], ["a binding is"]],
    [4, ["run", ...nowhere, "--expected-failures", "/absent"], ["ENOENT"]],
    [
      2,
      ["run", ...nowhere, "--expected-failures", fileOf("x", "# ours\nno.such.check why\n")],
      [
        '--expected-failures: there is no check "no.such.check"',
        "Try: outlay-conformance list --checks",
      ],
    ],
    [
      4,
      [
        ...["run", ...nowhere, "--report", "junit", "--out", join(fileOf("in-the-way", ""), "a")],
        ...["--tokens", "/absent/tokens.sh"],
      ],
      ["in-the-way is not a folder", "--tokens: there is no folder /absent"],
    ],
    [4, ["run", ...nowhere, "--tokens", tmpdir()], ["--tokens: ", " is a folder"]],
    [6, ["run", ...nowhere, "--out", join(fileOf("in-the-way", ""), "a")], ["cannot be reached"]],
    [
      7,
      ["run", ...nowhere, "--only", "nothing"],
      ['begins with "nothing" (--only)\n', "\nTry: outlay-conformance list --checks\n"],
    ],
    [
      7,
      ["run", ...nowhere, "--profile", "smoke", "--only", "durability"],
      ["No check of smoke (--profile)", "\nTry: --profile durability\n"],
    ],
    [
      4,
      ["run", ...nowhere, "--profile", "smok"],
      ['--profile: there is no "smok" (', "\nTry: outlay-conformance run --help\n"],
    ],
    [4, ["run", ...nowhere, "--profile", ","], ["--profile: name at least one (profiles smoke"]],
    [4, ["run", "--provisioner", "exit 3"], ["provisioner"]],
    [4, ["run", "--context", "/absent.json"], ["/absent.json"]],
    [4, ["explain", "no.such"], ['no check "no.such"\n', "\nTry: outlay-conformance list\n"]],
    [4, ["explain", "users"], [`"users"; ids like it: `, "Try: outlay-conformance explain users."]],
    [4, ["explain"], ["explain needs an id"]],
    [4, ["world", "--seed", "x"], ['--seed: a whole number, not "x"\nTry: ']],
    [4, ["run", ...nowhere, "--operations", "users.lists"], ["no operation users.lists"]],
    [
      7,
      ["run", ...nowhere, "--section", "No such heading", "--only", "users"],
      ['"users" (--only) and a heading that contains "No such heading" (--section)'],
    ],
    [7, ["run", ...nowhere, "--section", "No such"], ["Try: outlay-conformance list --sections"]],
    [4, ["compare", "one"], ["two reports"]],
    [4, ["compare", "/absent.json", "/absent.json"], ["/absent.json"]],
    [4, ["compare", fileOf("r", "{}"), fileOf("r", "{}")], ["is not a JSON report"]],
    [4, ["list", "--profile", "x"], ['there is no "x" (', "Try: outlay-conformance list --help"]],
    [4, ["coverage", "--colour"], ["--colour", "Try: outlay-conformance coverage --help"]],
  ])("%i: %j", async (exit, args, output) => {
    const ended = await outlayConformance(args)
    expect([ended.exit, ended.err]).toEqual([exit, expect.any(String)])
    for (const part of output) expect(ended.err).toContain(part)
    expect(ended.err).not.toMatch(/^\s+at /mu)
  })

  test("6: nothing listens, and the token is not printed", async () => {
    const { exit, out, err } = await outlayConformance(["run", ...nowhere])
    expect([exit, err]).toEqual([6, expect.stringContaining("reached")])
    expect(out + err).not.toContain(token)
  })

  test("4: an address that includes the version, with the advice to remove it", async () => {
    const server = createHttpServer((_, response) => response.writeHead(404).end("{}"))
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const { port } = server.address() as AddressInfo
    const base = `http://127.0.0.1:${port}`
    const args = ["run", "--base-url", `${base}/v1`, "--operator-token", token]
    const { exit, err } = await outlayConformance(args)
    await new Promise((closed) => server.close(closed))
    expect([exit, err]).toEqual([4, expect.stringContaining("must be without /v1")])
    expect(err).toMatch(new RegExp(`: ${base}\n$`, "u"))
  })

  test("6: a service that is too slow, with the option that gives it more time", async () => {
    const server = createHttpServer(() => undefined)
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = ["run", "--base-url", base, "--operator-token", token, "--timeout", "1"]
    const { exit, err } = await outlayConformance(args)
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    expect([exit, err]).toEqual([6, expect.stringContaining("no answer within 1 s (--timeout)")])
  })

  test.each([401, 403, 404])(
    "4: a token that is refused with %i, and what to do about it",
    async (status) => {
      const server = createHttpServer((_, response) => response.writeHead(status).end("{}"))
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
      const { port } = server.address() as AddressInfo
      const base = `http://127.0.0.1:${port}`
      const args = ["run", "--base-url", `${base}/`, "--operator-token", token]
      const { exit, out, err } = await outlayConformance(args)
      await new Promise((closed) => server.close(closed))
      expect(exit).toBe(4)
      expect(err).toContain(`GET ${base}/operator/v1/businesses?limit=1: ${status} {}\n`)
      for (const part of ["OUTLAY_OPERATOR_TOKEN", "--operator-url", "--provisioner"]) {
        expect(err).toContain(part)
      }
      expect(out + err).not.toContain(token)
    },
  )
})

describe("every exit ends the provisioner and its child processes", () => {
  const node = `"${process.execPath}"`
  /** A provisioner that starts a child process and writes down the ids of both. */
  const begun = (statement: string) => {
    const pids = fileOf("pids", "")
    const script = fileOf(
      "provisioner.mjs",
      `import { spawn } from "node:child_process"
import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"
const idle = ["-e", "setInterval(() => {}, 1000)"]
const child = spawn(process.execPath, idle, { stdio: "ignore" })
appendFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid + "\\n")
for await (const line of createInterface({ input: process.stdin })) {
  const { id, message } = JSON.parse(line)
  ${statement}
}
setInterval(() => {}, 1000)`,
    )
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    const alive = () =>
      readFileSync(pids, "utf8")
        .split(/\s+/u)
        .filter((pid) => pid !== "")
        .filter((pid) => isAlive(Number(pid)))
    return { line: `${node} "${script}"`, alive, started: () => readFileSync(pids, "utf8") !== "" }
  }
  const error = '{ ok: false, error: { code: "failed", detail: "no database" } }'
  const started = `{ ok: true, result: { version: 1, base_url: "${nowhere[1]}",
    product: { name: "It", version: "1" }, acts: [] } }`
  const say = (what: string) => `console.log(JSON.stringify({ id, ...${what} }))`

  test.each([
    [4, "start is refused", say(error)],
    [4, "noise on standard output", 'console.log("listening")'],
    [6, "the target cannot be reached", say(started)],
  ])("%i: %s", async (exit, _, statement) => {
    const { line, alive, started: began } = begun(statement)
    const ended = await conformanceProcess(["run", "--provisioner", line])
    expect([ended.exit, began()]).toEqual([exit, true])
    await expect.poll(alive).toEqual([])
  })

  test("6: it was not called yet", async () => {
    const { line, alive } = begun(say(started))
    const at = ["--base-url", nowhere[1] ?? ""]
    const ended = await conformanceProcess(["run", ...at, "--provisioner", line])
    expect(ended.exit).toBe(6)
    await expect.poll(alive).toEqual([])
  })

  test("143: the run is ended by a signal", async () => {
    const { line, alive, started: began } = begun("")
    const run = spawn(process.execPath, [main, "run", "--provisioner", line], { stdio: "ignore" })
    const code = new Promise((ended) => run.once("exit", ended))
    await expect.poll(began).toBe(true)
    run.kill("SIGTERM")
    expect(await code).toBe(143)
    await expect.poll(alive).toEqual([])
  })
})

describe("commands about the suite", () => {
  test.each(["--help", "run --help", "list --help", "explain --help", "coverage --help"])(
    "%s",
    async (line) => {
      const { exit, out } = await outlayConformance(line.split(" "))
      expect([exit, out]).toEqual([0, expect.stringContaining("outlay-conformance")])
    },
  )

  test("list, as text and as data", async () => {
    const text = await outlayConformance(["list"])
    expect(text.out.trimEnd().split("\n")).toHaveLength(requirements.length)
    const checks = await outlayConformance(["list", "--checks", "--json"])
    expect(JSON.parse(checks.out)).toHaveLength(described.length)
    const smoke = await outlayConformance(["list", "--checks", "--profile", "smoke", "--json"])
    const expected = described.filter(({ profile }) => profile === "smoke")
    expect(JSON.parse(smoke.out).map(({ id }: { id: string }) => id)).toEqual(
      expected.map(({ id }) => id),
    )
  })

  test("explain a requirement, also by one of its checks", async () => {
    const [row] = requirements.filter((one) => one.excluded === undefined)
    const check = described.find(({ requirement }) => requirement === row?.id)
    const one = await outlayConformance(["explain", row?.id ?? ""])
    const other = await outlayConformance(["explain", check?.id ?? ""])
    expect(one.out).toContain("Accepted")
    expect(other.out).toBe(one.out)
  })

  test("coverage is complete", async () => {
    const { exit, out } = await outlayConformance(["coverage", "--json"])
    const { total } = JSON.parse(out)
    expect([exit, total.requirements]).toEqual([0, requirements.length])
  })

  test("the same seed and moment give the same world", async () => {
    const args = ["world", "--seed", "7", "--now", "2026-01-01T00:00:00Z"]
    const [one, two] = await Promise.all([outlayConformance(args), outlayConformance(args)])
    expect(one.out).toBe(two.out)
    expect(Object.keys(JSON.parse(one.out))).toEqual(["alpha", "beta", "gamma", "delta"])
  })
})

const [known] = requirements.filter(({ excluded }) => excluded === undefined)

test.each<[exit: number, args: ReadonlyArray<string>]>([
  [0, ["--version"]],
  [0, ["list", "--checks", "--json"]],
  [0, ["explain", known?.id ?? ""]],
  [0, ["coverage"]],
  [0, ["world", "--seed", "7", "--now", "2026-01-01T00:00:00Z"]],
  [4, ["judge"]],
  [6, ["run", ...nowhere]],
])("%i: a separate process prints the same output completely: %j", async (exit, args) => {
  const found = await conformanceProcess(args)
  expect(found).toEqual(await outlayConformance(args))
  expect(found.exit).toBe(exit)
})

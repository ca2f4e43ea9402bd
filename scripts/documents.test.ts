import { execFile, spawnSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { serving } from "../apps/api/src/config.ts"
import { bundled } from "./bundle.ts"
import {
  type Fence,
  fencesOf,
  isProgram,
  isRead,
  isRun,
  prepare,
  shellOf,
  showsJson,
  showsText,
  showsWhole,
} from "./documents.ts"
import { freePort } from "./ports.ts"

const root = join(import.meta.dirname, "..")

const patterns = ["README.md", "AGENTS.md", "docs/*.md", "packages/*/README.md"]
const documents = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
const read = (document: string): string => readFileSync(join(root, document), "utf8")

/** Documents whose programs are run by another test, against a service with fixed responses. */
const elsewhere: Readonly<Record<string, string>> = {
  "packages/client/README.md": "packages/client/test/readme.test.ts",
}

const fencesIn = (document: string): ReadonlyArray<Fence> =>
  fencesOf(read(document)).filter((fence) => !(isProgram(fence) && document in elsewhere))

const work = mkdtempSync(join(tmpdir(), "outlay-documents-"))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Port named in documents, and the free port used here. */
type Port = readonly [named: number, free: number]

const withPorts = (text: string, ports: ReadonlyArray<Port>, from: 0 | 1): string =>
  ports.reduce(
    (moved, port) => moved.replaceAll(`127.0.0.1:${port[from]}`, `127.0.0.1:${port[1 - from]}`),
    text,
  )

/** Runs the fenced blocks of a document in order and returns the output of each. */
const run = async (document: string, fences: ReadonlyArray<Fence>) => {
  const folder = mkdtempSync(join(work, "session-"))
  const [port, listenPort] = [await freePort(), await freePort()]
  const ports: ReadonlyArray<Port> = [
    [8080, port],
    [4000, listenPort],
  ]
  const moved = fences.map((fence) => ({ ...fence, code: withPorts(fence.code, ports, 0) }))
  const { script } = await prepare(folder, root, moved)
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("OUTLAY_"))
  const PATH = `${folder}/.bin:${process.env["PATH"]}`
  const own = {
    ...{ OUTLAY_PORT: String(port), OUTLAY_LISTEN_PORT: String(listenPort) },
    ...{ PATH, TMPDIR: folder },
  }
  const env = { ...Object.fromEntries(inherited), ...own }
  const failure = await new Promise<string>((resolve) => {
    execFile("bash", [script], { cwd: folder, env, timeout: 500_000 }, (error, out, err) =>
      resolve(error === null ? "" : `${error.message}\n${out}${err}`),
    )
  })
  const outputs = fences.map(({ line }) => {
    const file = join(folder, ".out", String(line))
    const text = existsSync(file) ? withPorts(readFileSync(file, "utf8"), ports, 1) : ""
    return { line, text, done: existsSync(`${file}.done`) }
  })
  const undone = outputs.find(({ line, done }) => !done && fences.some((_) => _.line === line))
  if (failure !== "" && undone !== undefined) {
    throw new Error(`${document}:${undone.line} did not run:\n${undone.text}\n${failure}`)
  }
  return new Map(outputs.map(({ line, text }) => [line, text]))
}

/** Expected outputs in a document, each with the block that prints it. */
const shownIn = (fences: ReadonlyArray<Fence>): ReadonlyArray<readonly [Fence, Fence]> =>
  fences.flatMap((fence, at) => {
    const before = fences[at - 1]
    const isOutput = isRead(fence) && fence.follows && before !== undefined && isRun(before)
    return isOutput ? [[before, fence] as const] : []
  })

/**
 * The output of a program must be shown in full, so that nothing is forgotten; a shell's in part.
 */
const says = (command: Fence, { language, code }: Fence, found: string): boolean => {
  if (language === "json") return showsJson(JSON.parse(code), parsed(found))
  return isProgram(command) ? showsWhole(code, found) : showsText(code, found)
}

const utcDay = (): string => new Date().toISOString().slice(0, 10)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

describe("commands and programs in documents run, and print the documented output", () => {
  test("there are documents, and the tests that run some of them", () => {
    expect(documents.length).toBeGreaterThan(10)
    for (const path of Object.values(elsewhere)) expect(existsSync(join(root, path))).toBe(true)
  })

  test.each(documents)("%s: every fenced block is run, or is only for reading", (document) => {
    const odd = fencesIn(document).filter((fence) => !isRun(fence) && !isRead(fence))
    expect(odd).toEqual([])
  })

  test.each(documents)("%s: has no dead link", (document) => {
    const links = [...read(document).matchAll(/\]\((?<to>[^)#\s]+)(?:#[^)]*)?\)/gu)]
    const paths = links.map(({ groups }) => groups?.["to"] ?? "").filter((to) => !to.includes(":"))
    const missing = paths.filter((to) => !existsSync(join(root, dirname(document), to)))
    expect(missing).toEqual([])
  })

  test.each(documents)("%s: a page with commands says that they are not on npm yet", (at) => {
    const text = read(at)
    const isInstalled = /npm install [^\n]*outlay|npx @?outlay/u.test(text)
    const isUsed = fencesIn(at).some((fence) => isRun(fence) && /^outlay\S* /mu.test(fence.code))
    const isSaid = at === "docs/installing.md" || /\]\([./\w]*installing\.md/u.test(text)
    expect(isSaid || !(isInstalled || isUsed)).toBe(true)
  })

  const running = documents.filter((document) => fencesIn(document).some(isRun))

  const follow = async (document: string) => {
    const fences = fencesIn(document)
    const found = await run(document, fences.filter(isRun))
    for (const [before, shown] of shownIn(fences)) {
      const text = found.get(before.line) ?? ""
      const where = `${document}:${shown.line}, but this was printed:\n${text}`
      expect(says(before, shown, text), where).toBe(true)
    }
  }

  test.concurrent.each(running)("%s", async (document) => {
    const begun = utcDay()
    try {
      await follow(document)
    } catch (error) {
      // A document assumes one day: a budget reset at midnight would change the amounts.
      if (utcDay() === begun) throw error
      await follow(document)
    }
  })

  test("programs are well typed", async () => {
    const prepared = documents.map((document) => {
      const folder = mkdtempSync(join(work, `${basename(document, ".md")}-`))
      return prepare(folder, root, fencesIn(document))
    })
    const programs = (await Promise.all(prepared)).flatMap((each) => each.programs)
    const effect = join(root, "packages/domain/node_modules/effect/dist")
    const tsconfig = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        lib: ["es2024", "dom"],
        typeRoots: [join(root, "node_modules/@types")],
        paths: {
          "@outlay/conformance-tests/*": [
            join(root, "packages/conformance-tests/dist/*/index.d.ts"),
          ],
          "@outlay/domain/*": [join(root, "packages/domain/dist/*.d.ts")],
          "@outlay/*": [join(root, "packages/*/dist/index.d.ts")],
          effect: [join(effect, "index.d.ts")],
          "effect/*": [join(effect, "*/index.d.ts")],
          standardwebhooks: [join(root, "apps/api/node_modules/standardwebhooks/dist/index.d.ts")],
        },
      },
      files: programs,
      include: [],
    }
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(tsconfig))
    const { stdout } = spawnSync("tsc", ["-p", work], { encoding: "utf8" })
    expect(stdout).toBe("")
    expect(programs.length).toBeGreaterThan(3)
  })
})

describe("docs/operating.md", () => {
  const markdown = read("docs/operating.md")

  test.each(Object.values(serving))("has a row for $variable", (setting) => {
    const fallback = setting.default === "" ? " " : ` \`${setting.default}\` `
    const row = `| \`${setting.variable}\` | \`--${setting.flag}\` |${fallback}|`
    expect(markdown).toContain(row)
  })

  test("has a row for every command", async () => {
    const main = await bundled(join(root, "apps/api/dist/main.js"))
    const { stdout } = spawnSync(process.execPath, [main, "--help"], { encoding: "utf8" })
    const listed = /SUBCOMMANDS\n(?<rows>[\s\S]*?)\n *\n?EXAMPLES/u.exec(stdout)?.groups?.["rows"]
    const commands = (listed ?? "").split("\n").map((row) => row.trim().split(" ")[0] ?? "")
    expect(commands.length).toBeGreaterThan(8)
    const missing = commands.filter((command) => !markdown.includes(`| \`outlay ${command}`))
    expect(missing.filter((command) => command !== "restore")).toEqual([])
  })
})

describe("an error in a document is found", () => {
  const wrong = async (markdown: string): Promise<string> => {
    const fences = fencesOf(markdown)
    try {
      const found = await run("wrong.md", fences.filter(isRun))
      const untrue = shownIn(fences).find(([before, shown]) => {
        return !says(before, shown, found.get(before.line) ?? "")
      })
      return untrue === undefined ? "nothing" : `${untrue[1].line} is not what was printed`
    } catch (error) {
      return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
    }
  }

  test.each([
    ["a command that fails", "```sh\ntrue\n```\n```sh\nfalse\n```", "wrong.md:4 did not run:"],
    ["no such command", "```sh\noutlay fly\n```", "wrong.md:1 did not run:"],
    ["a program that throws", '```ts\nthrow Error("a")\n```', "wrong.md:1 did not run:"],
    ["another text", "```sh\necho a b\n```\n\n```text\na c\n```", "5 is not what was printed"],
    ["lines in another order", "```sh\necho a; echo b\n```\n```text\nb\na\n```", "4 is not"],
    ["a line that is not shown", "```ts\nconsole.log(`a\\nb`)\n```\n```text\na\n```", "4 is not"],
    ["nothing: a gap", "```ts\nconsole.log(`a\\nb\\nc`)\n```\n```text\na\n…\nc\n```", "nothing"],
    ["another JSON", '```sh\necho {}\n```\n```json\n{ "a": 1 }\n```', "4 is not what"],
    ["nothing: text", "```sh\necho a b c\n```\n```text\na … c\n```", "nothing"],
    ["nothing: not an output", "```sh\ntrue\n```\nAnd:\n```text\na\n```", "nothing"],
    ["nothing: JSON", '```sh\necho \'{"a":[1],"b":2}\'\n```\n```json\n{"a":["…"]}\n```', "nothing"],
  ])("%s", async (_, markdown, message) => {
    expect(await wrong(markdown)).toContain(message)
  })

  test("only the two commands of the README run elsewhere; consoles have prompts", () => {
    const fence = { line: 1, language: "sh", follows: false }
    expect(shellOf({ ...fence, code: "npx pnpm@12.21.0 start\nnpx pnpm@12.21.0 bench\n" })).toBe(
      "npx pnpm@12.21.0 bench\n",
    )
    expect(shellOf({ ...fence, language: "console", code: "$ echo a\na\n" })).toBe("echo a")
    expect(shellOf({ ...fence, code: "A=1 outlay serve --port 1\n" })).toContain("served outlay")
    const listen = "OUTLAY_WEBHOOK_SECRET=whsec_… outlay listen\n"
    expect(shellOf({ ...fence, code: listen })).toBe("heard outlay listen\n")
  })
})

/** What documents say can be run, and how it is run: a shell session for each document. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundled, bundledPackages } from "./bundle.ts"

/** A fenced block. */
export interface Fence {
  /** The line of its opening, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** Whether nothing but empty lines is between it and the fence before. */
  readonly follows: boolean
}

const opening = /^(`{3,})([\w-]*)$/u

/** The fences of a document, in its order. */
export const fencesOf = (markdown: string): ReadonlyArray<Fence> => {
  const fences: Array<Fence> = []
  const lines = markdown.split("\n")
  let between = ["the start"]
  for (let at = 0; at < lines.length; at++) {
    const [, ticks, language = ""] = opening.exec(lines[at] ?? "") ?? []
    if (ticks === undefined) {
      between.push(lines[at] ?? "")
      continue
    }
    const end = lines.indexOf(ticks, at + 1)
    if (end === -1) throw new Error(`line ${at + 1}: a fence that does not end`)
    const code = `${lines.slice(at + 1, end).join("\n")}\n`
    fences.push({ line: at + 1, language, code, follows: between.every((text) => text === "") })
    between = []
    at = end
  }
  return fences
}

const shells = ["sh", "bash", "console"]
const programs = ["ts", "js"]
export const isRun = ({ language }: Fence): boolean => [...shells, ...programs].includes(language)
export const isProgram = ({ language }: Fence): boolean => programs.includes(language)

/** What `other-languages.test.ts` runs. */
const elsewhereRun = ["python", "go"]

/** Languages that are only read. An output is one of these directly after a fence that runs. */
export const isRead = ({ language }: Fence): boolean =>
  ["", "text", "json", "nginx", "ini", "yaml", ...elsewhereRun].includes(language)

/** Lines of shell fences that are not run here, and why. */
const elsewhere: ReadonlyArray<{ readonly line: RegExp; readonly why: string }> = [
  {
    line: /^npx pnpm@[\d.]+ (start|test|install|build)\b/u,
    why: "CI itself does, in a fresh clone",
  },
  { line: /^git clone /u, why: "the clone is there" },
  { line: /^npm install --global outlay$/u, why: "a release is tried from its tarballs" },
  { line: /^npx pnpm@[\d.]+ executable /u, why: "a test of its own builds and runs it" },
  { line: /^litestream /u, why: "its program is not of this project" },
  {
    line: /^(?:(?:useradd|install -m|systemctl|runuser|podman) |cp ops\/)/u,
    why: "a machine is not changed by a test",
  },
]

/**
 * What the shell runs: prompts and lines that run elsewhere left out, servers and listeners in the
 * background.
 */
export const shellOf = ({ code, language }: Fence): string =>
  code
    .split("\n")
    .flatMap((line) => {
      if (language !== "console") return [line]
      return line.startsWith("$ ") ? [line.slice(2)] : []
    })
    .filter((line) => !elsewhere.some((each) => each.line.test(line)))
    .map((line) =>
      line
        .replace(/^((?:[A-Z_]+=\S+ )*)(outlay (?:serve|start)\b.*)$/u, "$1served $2")
        // A reader copies the secret to another terminal; the session has exported it.
        .replace(/^OUTLAY_WEBHOOK_SECRET=whsec_… (outlay listen\b.*)$/u, "heard $1"),
    )
    .join("\n")

/** The name that a program's first line may give it, so that others can import it. */
const nameOf = ({ code, language, line }: Fence): string =>
  /^\/\/ ([\w-]+\.[jt]s)\n/u.exec(code)?.[1] ?? `line-${line}.${language}`

/**
 * Waits until the server says where it listens; one that runs already is stopped before, and what
 * it said forgotten: the shell in the background empties the file only once it runs.
 */
const preamble = `set -e
heard() {
  : >"$out/heard"
  "$@" >>"$out/heard" 2>&1 &
  listener=$!
  until grep -q "^outlay listens" "$out/heard"; do
    kill -0 "$listener" 2>/dev/null || { cat "$out/heard"; return 1; }
    sleep 0.05
  done
  cat "$out/heard"
}
stop() {
  if [ -n "$listener" ]; then kill "$listener" 2>/dev/null || true; fi
  listener=
  if [ -n "$server" ]; then kill "$server" 2>/dev/null; wait "$server" || true; fi
}
served() {
  stop
  : >"$out/served"
  "$@" >>"$out/served" 2>"$out/log" &
  server=$!
  until grep -q "^outlay listening" "$out/served"; do
    kill -0 "$server" 2>/dev/null || { cat "$out/log"; return 1; }
    sleep 0.05
  done
  cat "$out/served"
}
trap stop EXIT
`

/** What programs in documents import, and the folder where each is installed. */
const homesIn = (root: string): Readonly<Record<string, string>> => {
  const homes = (folder: string, ...names: ReadonlyArray<string>) =>
    names.map((name) => [name, join(root, folder)] as const)
  const own = (name: string, ...parts: ReadonlyArray<string>) =>
    homes(`packages/${name}`, `@outlay/${name}`, ...parts.map((part) => `@outlay/${name}/${part}`))
  return Object.fromEntries([
    ...own("client"),
    ...own("conformance-tests"),
    ...own("domain", "fields", "ports", "rules"),
    ...own("file-storage"),
    ...own("http-contract"),
    ...own("http-server"),
    ...own("memory-storage"),
    ...own("postgres-storage"),
    ...own("sqlite-storage"),
    ...homes("packages/domain", "effect", "effect/testing"),
  ])
}

/** The commands that documents show, and what each runs. */
const commands = [
  ["outlay", "apps/api/dist/main.js"],
  ["outlay-conformance", "packages/conformance-tests/dist/cli/main.js"],
] as const

/** Lays out what a document runs in: its programs, the commands, and the script itself. */
export const prepare = async (
  folder: string,
  root: string,
  fences: ReadonlyArray<Fence>,
): Promise<{ readonly script: string; readonly programs: ReadonlyArray<string> }> => {
  const out = join(folder, ".out")
  for (const path of [out, join(folder, ".bin")]) mkdirSync(path, { recursive: true })
  for (const path of ["docs", "packages", "apps"]) {
    symlinkSync(join(root, path), join(folder, path), "dir")
  }
  for (const [name, main] of commands) {
    const command = join(folder, ".bin", name)
    const program = await bundled(join(root, main))
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
    chmodSync(command, 0o755)
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n')
  const resolver = await bundledPackages("documents", homesIn(root), {
    standardwebhooks: join(root, "apps/api"),
  })
  const run = fences.filter(isRun).map((fence) => {
    const name = nameOf(fence)
    if (isProgram(fence)) writeFileSync(join(folder, name), fence.code)
    const code = isProgram(fence)
      ? `"${process.execPath}" --import "${resolver}" ${name}`
      : shellOf(fence)
    return `exec >"$out/${fence.line}" 2>&1\n${code}\ntouch "$out/${fence.line}.done"\n`
  })
  const script = join(folder, ".session.sh")
  writeFileSync(script, [`server= listener= out="${out}"\n${preamble}`, ...run].join("\n"))
  return { script, programs: fences.filter(isProgram).map((fence) => join(folder, nameOf(fence))) }
}

/** Whether the lines of `shown` occur in `found` in this order; `…` stands for any text. */
export const showsText = (shown: string, found: string): boolean => {
  const rest = found.split("\n").map((line) => line.trimEnd())
  return shown
    .trimEnd()
    .split("\n")
    .every((line) => {
      const at = rest.findIndex((candidate) => isLike(line.trimEnd(), candidate))
      rest.splice(0, at + 1)
      return at !== -1
    })
}

/** Whether `shown` has every line of `found`, in this order; a line `…` stands for any lines. */
export const showsWhole = (shown: string, found: string): boolean => {
  const lines = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd())
  const matches = (
    [first, ...rest]: ReadonlyArray<string>,
    left: ReadonlyArray<string>,
  ): boolean => {
    if (first === undefined) return left.length === 0
    if (first === "…") return [...left, ""].some((_, at) => matches(rest, left.slice(at)))
    return left.length > 0 && isLike(first, left[0] as string) && matches(rest, left.slice(1))
  }
  return matches(lines(shown), lines(found))
}

const isLike = (shown: string, found: string): boolean => {
  const parts = shown.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&"))
  return new RegExp(`^${parts.join(".*")}$`, "u").test(found)
}

/** Whether `found` has all that `shown` has, and says the same; "…" stands for anything. */
export const showsJson = (shown: unknown, found: unknown): boolean => {
  if (typeof shown === "string" && typeof found === "string") return isLike(shown, found)
  if (shown === "…") return found !== undefined
  if (typeof shown !== "object" || shown === null) return shown === found
  if (typeof found !== "object" || found === null) return false
  if (Array.isArray(shown)) {
    return (
      Array.isArray(found) &&
      shown.length === found.length &&
      shown.every((each, at) => showsJson(each, found[at]))
    )
  }
  return Object.entries(shown).every(([name, value]) =>
    showsJson(value, (found as Readonly<Record<string, unknown>>)[name]),
  )
}

/** Runs the commands and programs in documents: one shell session for each document. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundled, bundledPackages } from "./bundle.ts"

/** Fenced code block. */
export interface Fence {
  /** Line number of its opening fence, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** True if only empty lines separate it from the previous block. */
  readonly follows: boolean
}

const opening = /^(`{3,})([\w-]*)$/u

/** Fenced blocks of a document, in order. */
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

/** Languages that `other-languages.test.ts` runs. */
const elsewhereRun = ["python", "go"]

/** True if the block is not run. An output is such a block directly after one that is run. */
export const isRead = ({ language }: Fence): boolean =>
  ["", "text", "json", "nginx", "ini", "yaml", ...elsewhereRun].includes(language)

/** Lines of shell blocks that are not run here, with the reason. */
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
 * Returns the script of a shell block: without prompts and lines that are not run here, and with
 * servers and listeners in the background.
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
        // A reader copies the secret to another terminal; this session has exported it.
        .replace(/^OUTLAY_WEBHOOK_SECRET=whsec_… (outlay listen\b.*)$/u, "heard $1"),
    )
    .join("\n")

/** File name in the first line of a program, if any, so that other programs can import it. */
const nameOf = ({ code, language, line }: Fence): string =>
  /^\/\/ ([\w-]+\.[jt]s)\n/u.exec(code)?.[1] ?? `line-${line}.${language}`

/**
 * Waits until the server prints its address. A server that is already running is stopped first and
 * its output discarded, because the background shell truncates the file only after it has started.
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

/** Packages that programs in documents import, and the folder where each is installed. */
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

/** Commands used in documents, and the program behind each. */
const commands = [
  ["outlay", "apps/api/dist/main.js"],
  ["outlay-conformance", "packages/conformance-tests/dist/cli/main.js"],
] as const

/** Writes the files that a document needs: its programs, the commands, and the script. */
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

/** True if the lines of `shown` occur in `found` in this order; `…` matches any text. */
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

/** True if `shown` has every line of `found` in this order; a line `…` matches any lines. */
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

/** True if `found` contains all of `shown` with equal values; "…" matches anything. */
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

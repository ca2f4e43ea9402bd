import { spawn, spawnSync } from "node:child_process"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"

/** A system call of a traced program; `from` and `to` are moments, in order. */
export interface Call {
  readonly name: string
  /** File of the call. */
  readonly path: string
  /** Bytes that were written; empty for other calls. */
  readonly data: Buffer
  /** Offset of the write, or the new length of the file. */
  readonly offset: number
  /** Moment at which it began. */
  readonly from: number
  /** Moment at which it returned without an error; Infinity if it never did. */
  readonly to: number
}

/** True if strace can be used here. */
export const canTrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0

/** Suffix of the names of tests. */
export const whetherLeftOut = canTrace ? "" : " (skipped: strace cannot be used here)"

/** Runs a Node.js program to its end under strace with these options; returns its output. */
export const strace = (
  options: ReadonlyArray<string>,
  program: ReadonlyArray<string>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const node = [process.execPath, ...program]
    const child = spawn("strace", ["-f", "--seccomp-bpf", ...options, ...node], {
      stdio: ["ignore", "pipe", "ignore"],
    })
    let output = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
    })
    child.once("error", reject)
    child.once("close", () => resolve(output))
  })

/** Returns the writes and syncs of a program. `log` is the file that strace writes. */
export const callsOf = async (
  program: ReadonlyArray<string>,
  log: string,
): Promise<ReadonlyArray<Call>> => {
  const names = "pwrite64,write,fsync,fdatasync,ftruncate"
  const options = ["-y", "-s", "10000000", "-e", `trace=${names}`, "-e", "signal=none", "-o", log]
  await strace(options, program)
  const calls: Array<Mutable<Call>> = []
  // Calls of other threads may interrupt a call in the log.
  const open = new Map<string, Mutable<Call>>()
  let now = 0
  const lines = createInterface({ input: createReadStream(log, { encoding: "latin1" }) })
  for await (const line of lines) {
    now++
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/su.exec(line) ?? []
    const resumed = rest.startsWith("<... ")
    const call = resumed ? open.get(thread) : begun(rest, now)
    if (call === null || call === undefined) continue
    if (!resumed) calls.push(call)
    if (rest.endsWith("<unfinished ...>")) open.set(thread, call)
    else if (!/ = -1 E[A-Z]+ /u.test(rest)) call.to = now
  }
  return calls
}

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

const begun = (text: string, from: number): Mutable<Call> | null => {
  const [, name, path, rest = ""] = /^(\w+)\(\d+<([^>]*)>(.*)$/su.exec(text) ?? []
  if (name === undefined || path === undefined) return null
  const end = rest.lastIndexOf('", ')
  const data = bytes(end === -1 ? "" : rest.slice(3, end))
  const [, offset = "0"] = /^(?:", \d+)?, (\d+)/u.exec(rest.slice(Math.max(0, end))) ?? []
  return { name, path, data, offset: Number(offset), from, to: Infinity }
}

const escapes: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13 }

const backslash = 92
const zero = 48

/** Reused buffer: a text is up to four times as long as its bytes, and only these are returned. */
let scratch = Buffer.alloc(0)

/**
 * Decodes a string of strace: a C string with bytes in octal, as short as possible. It is read
 * character by character: there are about ten million, and a regular expression for each escape
 * took three times as long.
 */
const bytes = (text: string): Buffer => {
  if (scratch.length < text.length) scratch = Buffer.allocUnsafe(2 * text.length)
  const result = scratch
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== backslash) {
      result[length++] = code
      continue
    }
    const start = at + 1
    let octal = 0
    for (; at - start < 2; at++) {
      const digit = text.charCodeAt(at + 1) - zero
      if (!(digit >= 0 && digit <= 7)) break
      octal = octal * 8 + digit
    }
    if (at < start) {
      const letter = text[++at] as string
      octal = escapes[letter] ?? letter.charCodeAt(0)
    }
    result[length++] = octal
  }
  return Buffer.from(result.subarray(0, length))
}

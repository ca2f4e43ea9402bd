/** Runs Debian's `pgbench` with the statements that a server has logged of one request. */
import { spawn } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Path of the newest `pgbench` on this machine; null if there is none. */
export const pgbench = globSync("/usr/lib/postgresql/*/bin/pgbench").sort().at(-1) ?? null

/** Executed statement. */
export interface Executed {
  readonly text: string
  readonly values: ReadonlyArray<string>
}

const statement = /^\[(\d+)\] LOG: {2}duration: [\d.]+ ms {2}(?:execute \w+|statement): ([\s\S]*)$/u
const quoted = /\$(\d+) = (NULL|'(?:[^']|'')*')/gu

/**
 * Returns the statements of a log in the order of their completion, with the connection that
 * executed each.
 */
const executedIn = (log: string): ReadonlyArray<Executed & { readonly pid: string }> => {
  const entries = log.split(/^(?=\[\d+\] )/mu)
  return entries.flatMap((entry, n) => {
    const [, pid = "", text = ""] = statement.exec(entry) ?? []
    if (text === "") return []
    const detail = entries[n + 1] ?? ""
    const isOwn = detail.startsWith(`[${pid}] DETAIL:  Parameters: `)
    const values = isOwn ? [...detail.matchAll(quoted)].map(([, , value = ""]) => value) : []
    return [{ pid, text: text.trim(), values }]
  })
}

/**
 * Returns the transactions of a log that write a row with one of these ids to a table, in order.
 */
export const transactionsIn = (
  log: string,
  table: string,
  ids: ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<Executed>> => {
  const all = executedIn(log)
  const writes = new Map(
    all
      .filter(({ text }) => text.startsWith(`insert into "${table}"`))
      .flatMap((each) => each.values.map((value) => [value, each] as const)),
  )
  return ids.map((id) => {
    const written = writes.get(`'${id}'`)
    if (written === undefined) throw new Error(`nothing wrote ${id} to ${table}`)
    const own = all.filter(({ pid }) => pid === written.pid)
    const at = own.indexOf(written)
    const begin = own.slice(0, at).findLastIndex(({ text }) => text === "BEGIN")
    return own.slice(begin, own.findIndex(({ text }, n) => n > at && text === "COMMIT") + 1)
  })
}

/** Returns a literal in which pgbench finds no variable. */
const plain = (literal: string): string =>
  literal.includes(":")
    ? `U&${literal.replaceAll("\\", "\\\\").replaceAll(":", "\\003A")}`
    : literal

/**
 * Returns a transaction as a pgbench script. Values that are new in each request are new in each
 * run of the script, and the chain of events continues from the event that was read.
 */
export const scriptOf = (executed: ReadonlyArray<Executed>, topup: string): string => {
  const sequences = new Set<string>()
  const ids = new Map([[`'${topup}'`, "topup"]])
  for (const { text, values } of executed) {
    if (!text.startsWith('insert into "events"')) continue
    sequences.add(values[1] ?? "")
    ids.set(values[2] ?? "", `event${sequences.size}`)
  }
  const ordered = [...sequences]
  const written = ({ text, values }: Executed): string => {
    const isEvent = text.startsWith('insert into "events"')
    const isHead = text.includes('select "sequence"')
    const filled = text.replaceAll(/\$(\d+)/gu, (_, n: string) => {
      const value = values[Number(n) - 1] ?? "NULL"
      const id = ids.get(value)
      if (id !== undefined) return `('${id}-' || :${id})`
      if (isEvent && n === "2") return `:sequence + ${1 + ordered.indexOf(value)}`
      return plain(value)
    })
    return `${filled.replaceAll(/\s*\n\s*/gu, " ")}${isHead ? " \\gset" : ";"}`
  }
  const drawn = [...ids.values()].map((id) => `\\set ${id} random(1, 9000000000000000000)`)
  return `${[...drawn, ...executed.map(written)].join("\n")}\n`
}

/**
 * Runs the scripts in turn, one after another for each client, and returns transactions per second.
 */
export const runScripts = (
  url: string,
  scripts: ReadonlyArray<string>,
  { folder, clients, seconds }: { folder: string; clients: number; seconds: number },
): Promise<number> => {
  const files = scripts.map((script, n) => {
    const file = join(folder, `script-${n}.sql`)
    writeFileSync(file, script)
    return ["--file", file]
  })
  const { hostname, port, username, pathname } = new URL(url)
  const args = [
    ...["--no-vacuum", "--protocol", "prepared", "--time", String(seconds), "--jobs", "1"],
    ...["--client", String(clients), "--host", hostname, "--port", port, "--username", username],
    ...[...files.flat(), pathname.slice(1)],
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(pgbench as string, args, { stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.once("error", reject)
    // "exit" may be emitted before the last output was read.
    child.once("close", (code) => {
      const rate = /^tps = ([\d.]+)/mu.exec(output)?.[1]
      if (code === 0 && rate !== undefined) resolve(Number(rate))
      else reject(new Error(`pgbench ended with ${code}: ${output.slice(-2_000)}`))
    })
  })
}

export const logIn = (folder: string): string =>
  readFileSync(join(folder, "data/log/statements.log"), "utf8")

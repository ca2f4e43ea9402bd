/** Measures a database and its server: bytes of each table with its indexes, and CPU time. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { type Postgres, vacuumed } from "./postgres.ts"

/** Bytes by table. */
export type Bytes = ReadonlyMap<string, number>

const bySize = (rows: ReadonlyArray<{ readonly name: string; readonly bytes: number }>): Bytes =>
  new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))

/** Returns the bytes of a file by table; indexes count as part of their tables. */
export const bytesOfFile = (file: string): Bytes => {
  const db = new Database(file, { readonly: true })
  try {
    const rows = db.prepare(`
      select coalesce(s.tbl_name, 'of the file itself') as name, sum(d.pgsize) as bytes
      from dbstat as d left join sqlite_schema as s on s.name = d.name
      where d.aggregate = 1 group by 1`)
    return bySize(rows.all() as ReadonlyArray<{ name: string; bytes: number }>)
  } finally {
    db.close()
  }
}

/**
 * Returns the bytes of a server's database by table, after `vacuum`, which makes the space of
 * removed rows reusable.
 */
export const bytesOfServer = async (postgres: Postgres): Promise<Bytes> => {
  await vacuumed(postgres)
  const rows = await postgres.ask(`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return bySize(rows as unknown as ReadonlyArray<{ name: string; bytes: number }>)
}

export const sum = (bytes: Bytes): number =>
  [...bytes.values()].reduce((all, each) => all + each, 0)

/** Clock ticks per second in `/proc`. */
const ticks = 100

const fieldsOf = (pid: number): ReadonlyArray<number> => {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
    return rest.split(" ").map(Number)
  } catch {
    return []
  }
}

/**
 * Returns the CPU seconds that a PostgreSQL server has used, including processes that have exited.
 */
export const cpuOfServer = ({ folder }: Postgres): number => {
  const own = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0])
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
  // User and kernel time of the process, and of its children that have exited.
  const [utime, stime, ended, endedInKernel, parent] = [11, 12, 13, 14, 1]
  let used = 0
  for (const pid of all) {
    const fields = fieldsOf(pid)
    const at = (n: number) => fields[n] ?? 0
    if (pid === own) used += at(utime) + at(stime) + at(ended) + at(endedInKernel)
    else if (at(parent) === own) used += at(utime) + at(stime)
  }
  return used / ticks
}

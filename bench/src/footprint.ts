/** What a database and its server use: bytes of each table with its indexes, and processor time. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { type Postgres, vacuumed } from "./postgres.ts"

/** Bytes by table. */
export type Bytes = ReadonlyMap<string, number>

const bySize = (rows: ReadonlyArray<{ readonly name: string; readonly bytes: number }>): Bytes =>
  new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))

/** Of a file: indexes count as their tables. */
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

/** Of a server, after `vacuum`: what removed rows leave is used again. */
export const bytesOfServer = async (postgres: Postgres): Promise<Bytes> => {
  await vacuumed(postgres)
  const rows = await postgres.ask(`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return bySize(rows as unknown as ReadonlyArray<{ name: string; bytes: number }>)
}

export const sum = (bytes: Bytes): number =>
  [...bytes.values()].reduce((all, each) => all + each, 0)

/** Ticks of /proc in a second. */
const ticks = 100

const fieldsOf = (pid: number): ReadonlyArray<number> => {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
    return rest.split(" ").map(Number)
  } catch {
    return []
  }
}

/** Seconds of processor time that a PostgreSQL has used, with those of its processes that ended. */
export const cpuOfServer = ({ folder }: Postgres): number => {
  const own = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0])
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
  // In user and kernel mode: of the process, and of its children that have ended.
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

import { randomBytes } from "node:crypto"
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { Effect, Option, Schema } from "effect"
import { isServer } from "./database-url.ts"

const Outcome = Schema.Struct({
  /** RFC 3339, UTC. */
  at: Schema.String,
  succeeded: Schema.Boolean,
})

/** A backup that a process is making. */
const Pending = Schema.Struct({
  pid: Schema.Int,
  name: Schema.String,
  /** The folder that it works in. */
  work: Schema.String,
})

/** What was last done with a database, beside it, so that a restart knows. */
const Status = Schema.Struct({
  /** What names this service in the backups that it makes. */
  writer: Schema.String,
  /** The last attempt. */
  backup: Schema.NullOr(Outcome),
  /** The last backup that succeeded, and the bytes of its database. */
  kept: Schema.NullOr(Schema.Struct({ at: Schema.String, size: Schema.Int })),
  verify: Schema.NullOr(Outcome),
  pending: Schema.Array(Pending),
})

export type Status = typeof Status.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Status))

const none = (): Status => ({
  writer: randomBytes(12).toString("hex"),
  backup: null,
  kept: null,
  verify: null,
  pending: [],
})

const fileOf = (database: string): string => `${database}-status`

/** What is known of a database; null where nothing is, or it cannot be read. */
export const readStatus = (database: string): Status | null => {
  try {
    return Option.getOrNull(decode(readFileSync(fileOf(database), "utf8")))
  } catch {
    return null
  }
}

/**
 * Changes what is known of a database, at once. The file is of the database's owner, whoever runs
 * the command.
 *
 * @throws Error when it cannot be written.
 */
export const changeStatus = (database: string, change: (status: Status) => Status): Status => {
  const changed = change(readStatus(database) ?? none())
  const part = `${fileOf(database)}.${randomBytes(6).toString("hex")}.part`
  writeFileSync(part, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600, flush: true })
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(database)
    chownSync(part, uid, gid)
  }
  renameSync(part, fileOf(database))
  return changed
}

/**
 * Whether a database is, or was, served here: only then is anything noted beside it. A backup, or a
 * copy, has nothing beside it.
 */
const isServed = (database: string): boolean =>
  !isServer(database) && existsSync(`${database}-serving`)

/**
 * Notes the outcome of a command where there is a service that shows it. Never fails: who may not
 * write there has what was printed.
 */
export const noteOutcome = (database: string, change: (status: Status) => Status) =>
  isServed(database) ? Effect.ignore(Effect.try(() => changeStatus(database, change))) : Effect.void

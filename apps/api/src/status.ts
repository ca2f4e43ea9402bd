import { randomBytes } from "node:crypto"
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { Effect, Option, Schema } from "effect"
import { isServer } from "./database-url.ts"

const Outcome = Schema.Struct({
  /** RFC 3339, UTC. */
  at: Schema.String,
  succeeded: Schema.Boolean,
})

/** A backup in progress. */
const Pending = Schema.Struct({
  pid: Schema.Int,
  name: Schema.String,
  /** Its work folder. */
  work: Schema.String,
})

/** Status of the last backup and verification of a database, saved next to it for restarts. */
const Status = Schema.Struct({
  /** Id of this service in the backups that it makes. */
  writer: Schema.String,
  /** Last attempt. */
  backup: Schema.NullOr(Outcome),
  /** Last successful backup, and the size of its database in bytes. */
  last_success: Schema.NullOr(Schema.Struct({ at: Schema.String, size: Schema.Int })),
  verify: Schema.NullOr(Outcome),
  pending: Schema.Array(Pending),
})

export type Status = typeof Status.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Status))

const none = (): Status => ({
  writer: randomBytes(12).toString("hex"),
  backup: null,
  last_success: null,
  verify: null,
  pending: [],
})

const fileOf = (database: string): string => `${database}-status`

/** Returns the status of a database; null if it is missing or unreadable. */
export const readStatus = (database: string): Status | null => {
  try {
    return Option.getOrNull(decode(readFileSync(fileOf(database), "utf8")))
  } catch {
    return null
  }
}

/**
 * Changes the status of a database atomically. The file belongs to the owner of the database, also
 * if root runs the command.
 *
 * @throws Error if it cannot be written.
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
 * True if the database is or was served here. Only then is a status saved, so nothing appears next
 * to a backup or copy.
 */
const isServed = (database: string): boolean =>
  !isServer(database) && existsSync(`${database}-serving`)

/**
 * Records the outcome of a command if a service shows it. Never fails: a user without write
 * permission still has the printed output.
 */
export const noteOutcome = (database: string, change: (status: Status) => Status) =>
  isServed(database) ? Effect.ignore(Effect.try(() => changeStatus(database, change))) : Effect.void

import { Schema } from "effect"

/** Manifest of a backup. It is written last, so a backup without one is incomplete. */
const Manifest = Schema.Struct({
  /** Type of the file and version of the format. */
  outlay_backup: Schema.Literal(1),
  /** Version of the program that made the backup. */
  version: Schema.String,
  /** Id of the service that made the backup. Only that service removes it. */
  writer: Schema.String,
  /** Time at which copying began: RFC 3339, UTC. */
  made: Schema.String,
  /** Size of the database in bytes. */
  size: Schema.Int,
  /** SHA-256 of the database in hex. */
  sha256: Schema.String,
  /** Number of receipt files in the backup. */
  receipts: Schema.Int,
  /** True if `verify` found no errors in the restored backup. */
  verified: Schema.Boolean,
  /** Newest event of each business, for `verify --head`. */
  heads: Schema.Array(
    Schema.Struct({ client_id: Schema.Int, sequence: Schema.Int, hash: Schema.String }),
  ),
})

export type Manifest = typeof Manifest.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

/** Parses a manifest; none if the text is not one. */
export const readManifest = (text: string) => decode(text)

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** Prefix of the name of every backup file. */
export const nameStart = "outlay-"

/** Name such as `outlay-20261122T221541123Z-4f3a9c`, with the time and start of the writer's id. */
export const nameOf = (made: string, writer: string): string =>
  `${nameStart}${made.replaceAll(/[-:.]/gu, "")}-${writer.slice(0, 6)}`

/** Names of the files of a backup. */
export const databaseOf = (name: string): string => `${name}.db`
export const receiptsOf = (name: string): string => `${name}.receipts`
export const manifestOf = (name: string): string => `${name}.json`

const form = /^(outlay-\d{8}T\d{9}Z-[0-9a-f]{6})(?:\.(?:db|receipts|json))?$/u

/** Returns the name of the backup that a file belongs to; null if it is not a backup file. */
export const backupNamed = (file: string): string | null => form.exec(file)?.[1] ?? null

/** Folder for the receipts of all backups, next to them. Backups share identical files. */
export const receiptsFolder = "receipts-of-backups"

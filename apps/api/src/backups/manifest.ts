import { Schema } from "effect"

/** What a backup is and when it was made; its file is written last, so one without is none. */
const Manifest = Schema.Struct({
  /** What the file is, and the version of this form. */
  outlay_backup: Schema.Literal(1),
  /** The version of the program that made it. */
  version: Schema.String,
  /** The service that made it, which is the only one that removes it. */
  writer: Schema.String,
  /** When the copying began: RFC 3339, UTC. */
  made: Schema.String,
  /** Of the database, in bytes. */
  size: Schema.Int,
  /** Of the database, in hex. */
  sha256: Schema.String,
  /** How many files of receipts belong to it. */
  receipts: Schema.Int,
  /** Whether `verify` found nothing in what was restored from it. */
  verified: Schema.Boolean,
  /** The newest event of each business, for `verify --head`. */
  heads: Schema.Array(
    Schema.Struct({ client_id: Schema.Int, sequence: Schema.Int, hash: Schema.String }),
  ),
})

export type Manifest = typeof Manifest.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

/** The manifest that a text is; none for anything else. */
export const readManifest = (text: string) => decode(text)

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** What every file of a backup begins with. */
export const nameStart = "outlay-"

/** `outlay-20261122T221541123Z-4f3a9c`: when it was made, in milliseconds, and by whom. */
export const nameOf = (made: string, writer: string): string =>
  `${nameStart}${made.replaceAll(/[-:.]/gu, "")}-${writer.slice(0, 6)}`

/** The files of a backup. */
export const databaseOf = (name: string): string => `${name}.db`
export const receiptsOf = (name: string): string => `${name}.receipts`
export const manifestOf = (name: string): string => `${name}.json`

const form = /^(outlay-\d{8}T\d{9}Z-[0-9a-f]{6})(?:\.(?:db|receipts|json))?$/u

/** The backup that a file of it, or its own name, names; null for anything else. */
export const backupNamed = (file: string): string | null => form.exec(file)?.[1] ?? null

/** The folder of all backups' receipts, beside them: a file that several have is there once. */
export const receiptsFolder = "receipts-of-backups"

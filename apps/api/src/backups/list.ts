import { Option } from "effect"
import {
  backupNamed,
  databaseOf,
  type Manifest,
  manifestOf,
  readManifest,
  receiptsOf,
} from "./manifest.ts"
import type { Backups } from "./place.ts"

export interface Backup {
  readonly name: string
  readonly manifest: Manifest
  /** True if its database exists. If not, the backup is partly removed. */
  readonly isWhole: boolean
}

/** Returns the manifest of a backup; null if it is missing or not a manifest. */
export const manifestNamed = async (backups: Backups, name: string): Promise<Manifest | null> => {
  const text = await backups.text(manifestOf(name))
  return text === null ? null : Option.getOrNull(readManifest(text))
}

/** Returns all backups in a location, newest first. Ignores other files. */
export const listed = async (backups: Backups): Promise<ReadonlyArray<Backup>> => {
  const files = new Set(await backups.names())
  const found: Array<Backup> = []
  for (const file of files) {
    const name = backupNamed(file)
    if (name === null || file !== manifestOf(name)) continue
    const manifest = await manifestNamed(backups, name)
    const isWhole = files.has(databaseOf(name))
    if (manifest !== null) found.push({ name, manifest, isWhole })
  }
  return found.toSorted((a, b) => (a.manifest.made < b.manifest.made ? 1 : -1))
}

/** Returns the file names of the receipts of a backup. */
export const receiptNames = async (
  backups: Backups,
  { name, isWhole }: Omit<Backup, "manifest">,
): Promise<ReadonlyArray<string>> => {
  const text = await backups.text(receiptsOf(name))
  if (text === null && isWhole) throw new Error(`${receiptsOf(name)} is not there`)
  return (text ?? "").split("\n").filter((line) => line !== "")
}

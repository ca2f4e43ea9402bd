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
  /** Whether its database is there; without it, somebody has begun to remove it. */
  readonly isWhole: boolean
}

/** The manifest of a backup; null where there is none, or it is something else. */
export const manifestNamed = async (backups: Backups, name: string): Promise<Manifest | null> => {
  const text = await backups.text(manifestOf(name))
  return text === null ? null : Option.getOrNull(readManifest(text))
}

/** All backups of a place, the newest first; what is no backup of ours is passed over. */
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

/** The names of the files of receipts that belong to a backup. */
export const receiptNames = async (
  backups: Backups,
  { name, isWhole }: Omit<Backup, "manifest">,
): Promise<ReadonlyArray<string>> => {
  const text = await backups.text(receiptsOf(name))
  if (text === null && isWhole) throw new Error(`${receiptsOf(name)} is not there`)
  return (text ?? "").split("\n").filter((line) => line !== "")
}

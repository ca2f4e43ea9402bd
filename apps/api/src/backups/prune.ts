import { fileKey } from "@outlay/domain/ports"
import { Effect } from "effect"
import { filesOf } from "../receipts.ts"
import { attempt } from "./attempt.ts"
import { type Backup, listed, receiptNames } from "./list.ts"
import { databaseOf, manifestOf, receiptsOf } from "./manifest.ts"
import type { Backups } from "./place.ts"
import { type Keep, retainedOf } from "./retention.ts"

/**
 * Returns the backups of this writer to remove: those that no rule retains, unverified ones older
 * than a verified one, and partly removed ones.
 */
export const outdated = (
  all: ReadonlyArray<Backup>,
  writer: string,
  keep: Keep,
): ReadonlyArray<Backup> => {
  const ours = all.filter(({ manifest }) => manifest.writer === writer)
  const good = ours.filter(({ manifest, isWhole }) => manifest.verified && isWhole)
  const times = good.map(({ manifest }) => manifest.made)
  const retained = retainedOf(times, keep)
  const newest = times.toSorted().at(-1) ?? ""
  return ours.filter((backup) => {
    const { made } = backup.manifest
    if (!backup.isWhole) return true
    return good.includes(backup) ? !retained.has(made) : keep !== "all" && made < newest
  })
}

/**
 * Number of unverified backups to retain if no verified one is newer. If a bucket refuses a
 * receipt, the service makes four an hour.
 */
const maxUnverified = 3

/** Returns the oldest unverified backups above the maximum, to remove after an unverified one. */
export const surplus = (
  all: ReadonlyArray<Backup>,
  writer: string,
  keep: Keep,
): ReadonlyArray<Backup> => {
  if (keep === "all") return []
  const bad = all.filter(({ manifest, isWhole }) => {
    return manifest.writer === writer && isWhole && !manifest.verified
  })
  return bad.toSorted((a, b) => (a.manifest.made < b.manifest.made ? 1 : -1)).slice(maxUnverified)
}

/** Removes a backup. The manifest is removed last, so that pruning resumes after a crash. */
const remove = async (backups: Backups, { name }: Backup): Promise<void> => {
  await backups.remove(databaseOf(name))
  await backups.remove(receiptsOf(name))
  await backups.remove(manifestOf(name))
}

/** Returns the receipts that belong only to the removed backups. */
const orphans = async (
  backups: Backups,
  going: ReadonlyArray<Backup>,
  staying: ReadonlyArray<Backup>,
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  for (const backup of going) {
    for (const receipt of await receiptNames(backups, backup)) found.add(receipt)
  }
  for (const backup of found.size === 0 ? [] : staying) {
    for (const receipt of await receiptNames(backups, backup)) found.delete(receipt)
  }
  return found
}

/**
 * Removes the backups of this writer that no rule retains, and the receipts that only they used.
 * Returns the names of the removed backups.
 */
export const prune = Effect.fnUntraced(function* (
  backups: Backups,
  writer: string,
  keep: Keep,
  rule: typeof outdated = outdated,
) {
  const cannot = `Old backups in ${backups.shown} cannot be removed`
  const all = yield* attempt(cannot, () => listed(backups))
  const going = rule(all, writer, keep)
  if (going.length === 0) return []
  const staying = all.filter((backup) => !going.includes(backup))
  const receipts = yield* attempt(cannot, () => orphans(backups, going, staying))
  const files = yield* filesOf(backups.receipts)
  for (const receipt of receipts) {
    const key = fileKey(receipt)
    if (key !== null) yield* Effect.ignore(files.remove(key))
  }
  for (const backup of going) yield* attempt(cannot, () => remove(backups, backup))
  return going.map(({ name }) => name)
}, Effect.scoped)

import { mkdtemp, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { fileName } from "@outlay/domain/ports"
import { timestamp } from "@outlay/domain/rules"
import { restore, SqliteStorage } from "@outlay/sqlite-storage"
import { Cause, Clock, Effect, Stream } from "effect"
import { fileLayer } from "../layers.ts"
import { inspect } from "../operations/inspection.ts"
import { copied, filesOf, receiptFiles } from "../receipts.ts"
import type { ReceiptsPlace } from "../receipts-place.ts"
import { changeStatus, type Status } from "../status.ts"
import { version } from "../version.ts"
import { attempt, failed } from "./attempt.ts"
import { fileFacts } from "./file-facts.ts"
import {
  databaseOf,
  type Manifest,
  manifestOf,
  manifestText,
  nameOf,
  receiptsOf,
} from "./manifest.ts"
import { type Backups, ownFolder, putText } from "./place.ts"

/** Source and destination of a backup. */
export interface BackupInput {
  /** Path of the database file. */
  readonly database: string
  /** Location of its receipts. */
  readonly receipts: ReceiptsPlace
  readonly backups: Backups
}

/** Required disk space as a multiple of the database size: two copies, one of them with a log. */
const roomNeeded = 2.1

/** Fails if the disk has too little space, because a full disk would stop the service. */
const checkRoom = async (database: string, folder: string): Promise<void> => {
  const { size } = await stat(database)
  const { bavail, bsize } = await statfs(folder)
  const needed = Math.ceil(size * roomNeeded)
  if (bavail * bsize >= needed) return
  throw new Error(
    `${folder} has too little free space: a backup and its check need ${needed} bytes`,
  )
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Removes the work folders and partial backups of processes that died during a backup. */
const clean = async ({ database, backups }: BackupInput): Promise<void> => {
  const { pending } = changeStatus(database, (status) => status)
  const left = pending.filter(({ pid }) => pid === process.pid || !isAlive(pid))
  for (const { name, work } of left) {
    await rm(work, { recursive: true, force: true })
    if ((await backups.text(manifestOf(name))) !== null) continue
    await backups.abandon(databaseOf(name))
    await backups.remove(databaseOf(name))
    await backups.remove(receiptsOf(name))
  }
  if (left.length > 0) changeStatus(database, without(left.map(({ name }) => name)))
}

const without =
  (names: ReadonlyArray<string>) =>
  (status: Status): Status => ({
    ...status,
    pending: status.pending.filter(({ name }) => !names.includes(name)),
  })

/** Creates a work folder and records it, so that it is removed even if this process dies. */
const begun = (input: BackupInput, made: string) =>
  Effect.acquireRelease(
    attempt(`Cannot write to ${input.backups.shown}`, async () => {
      const { database, backups } = input
      if (backups.work !== null) ownFolder(backups.work)
      await clean(input)
      const work = await mkdtemp(
        backups.work === null ? `${database}-backup-` : join(backups.work, ".work-"),
      )
      const { writer } = changeStatus(database, (status) => {
        const name = nameOf(made, status.writer)
        return { ...status, pending: [...status.pending, { pid: process.pid, name, work }] }
      })
      return { work, writer, name: nameOf(made, writer) }
    }),
    ({ work, name }) =>
      Effect.promise(async () => {
        await rm(work, { recursive: true, force: true })
        changeStatus(input.database, without([name]))
      }),
  )

/** Restores a backup from where it is stored, and verifies everything in it. */
const check = Effect.fnUntraced(function* (
  { backups }: BackupInput,
  { name, work, size }: { readonly name: string; readonly work: string; readonly size: number },
) {
  const file = yield* attempt("The backup cannot be read again", async () => {
    const path = await backups.local(databaseOf(name), work, size)
    if (path === null) throw new Error("it does not exist")
    return path
  })
  const restored = join(work, "restored.db")
  yield* restore({ file, database: restored }).pipe(
    Effect.mapError(({ reason }) => failed("The backup cannot be restored", reason)),
  )
  const there = new Set<string>()
  const stored = yield* filesOf(backups.receipts)
  yield* Stream.runForEach(stored.all, (key) => Effect.sync(() => there.add(fileName(key)))).pipe(
    Effect.mapError(({ reason }) => failed("The receipts of the backup cannot be listed", reason)),
  )
  const receipts: Array<string> = []
  const hasFile = (receipt: string) => {
    receipts.push(receipt)
    return there.has(receipt)
  }
  const summary = yield* inspect(restored, { hasFile }).pipe(
    Effect.mapError(({ message }) => failed("The restored backup cannot be verified", message)),
  )
  return { receipts, summary }
}, Effect.scoped)

/** Copies the database and its receipts, and checks the copy. If this fails, no backup is left. */
const made = Effect.fnUntraced(function* (input: BackupInput, at: string) {
  const { database, receipts, backups } = input
  const { work, writer, name } = yield* begun(input, at)
  let isSent = false
  const remove = Effect.suspend(() =>
    isSent ? Effect.ignore(attempt("", () => backups.remove(databaseOf(name)))) : Effect.void,
  )
  return yield* Effect.gen(function* () {
    yield* attempt("There is no backup", () => checkRoom(database, work))
    const files = yield* filesOf(receiptFiles(receipts, database))
    const storedFiles = yield* filesOf(backups.receipts)
    // Copied before and after the database, because receipts may change while it is copied. Altered
    // or unreadable files are skipped; the check reports them as missing.
    yield* copied(files, storedFiles)
    const copy = join(work, "copy.db")
    yield* SqliteStorage.use((storage) => storage.backup(copy, { check: false })).pipe(
      Effect.provide(fileLayer({ file: database, mode: "readable" })),
      Effect.mapError(({ reason }) => failed("The database cannot be copied", reason)),
    )
    const uncopied = yield* copied(files, storedFiles)
    const cannot = `Cannot write to ${backups.shown}`
    const facts = yield* attempt(cannot, () => fileFacts(copy))
    yield* attempt(cannot, async () => {
      isSent = true
      await backups.put(databaseOf(name), copy)
      await rm(copy, { force: true })
    })
    const checked = yield* check(input, { name, work, size: facts.size })
    const { verified, heads } = checked.summary
    const list = checked.receipts.map((receipt) => `${receipt}\n`).join("")
    const manifest: Manifest = {
      ...{ outlay_backup: 1, version, writer, made: at, ...facts },
      ...{ receipts: checked.receipts.length, verified, heads },
    }
    yield* attempt(cannot, async () => {
      await putText(backups, receiptsOf(name), list, work)
      await putText(backups, manifestOf(name), manifestText(manifest), work)
    })
    return { name, manifest, uncopied }
  }).pipe(Effect.onError(() => remove))
}, Effect.scoped)

/**
 * Makes a backup, restores it from where it is stored and verifies it. Saves the outcome next to
 * the database. A backup in which `verify` finds errors is retained, marked as not verified.
 */
export const makeBackup = Effect.fnUntraced(function* (input: BackupInput) {
  const { database } = input
  const at = timestamp(yield* Clock.currentTimeMillis)
  const note = (change: (status: Status) => Partial<Status>) =>
    attempt(`Cannot write next to ${database}`, async () => {
      changeStatus(database, (status) => ({ ...status, ...change(status) }))
    })
  const backup = yield* made(input, at).pipe(
    // An interrupted backup is not recorded as failed: the next start makes it.
    Effect.onError((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.ignore(note(() => ({ backup: { at, succeeded: false } }))),
    ),
  )
  const { size, verified: succeeded } = backup.manifest
  yield* note(({ last_success }) => ({
    backup: { at, succeeded },
    verify: { at, succeeded },
    last_success: succeeded ? { at, size } : last_success,
  }))
  return backup
})

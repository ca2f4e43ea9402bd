import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { fileName, ReceiptFiles } from "@outlay/domain/ports"
import { restore as put } from "@outlay/sqlite-storage"
import { Effect, type Option, Stream } from "effect"
import { attempt } from "../backups/attempt.ts"
import { fileFacts } from "../backups/file-facts.ts"
import { type Backup, listed, receiptNames } from "../backups/list.ts"
import { makeBackup } from "../backups/make.ts"
import { backupNamed, databaseOf } from "../backups/manifest.ts"
import { type BackupPlace, type Backups, backupsAt } from "../backups/place.ts"
import { prune, surplus } from "../backups/prune.ts"
import { backupKeep, backupUrl } from "../backups/settings.ts"
import { databaseFile, receiptsPlace, settingOf } from "../commands/flags.ts"
import { isServer } from "../database-url.ts"
import { commandFailed, failedAs } from "../failure.ts"
import { prepareFile } from "../layers.ts"
import { copied, filesOf, receiptFiles } from "../receipts.ts"
import { readStatus } from "../status.ts"
import { reportingStop } from "../stop.ts"
import { count, print, table } from "../terminal.ts"
import { checkTarget, restore as restoreFile, sayingRestored, serverTools } from "./backup.ts"
import { checkReceipts } from "./receipts.ts"

interface Input {
  readonly databaseUrl: Option.Option<string>
  readonly receiptsUrl: Option.Option<string>
  readonly backupUrl: Option.Option<string>
  readonly json: boolean
}

/** Returns the location of backups. A command needs it unless it is given a file. */
const placeOf = (url: Option.Option<string>, verb: "Say" | "Give a file, or say") =>
  Effect.flatMap(settingOf(backupUrl, url), ({ place }) => {
    if (place !== null) return Effect.succeed(place)
    const ways = `--backup-url (or ${backupUrl.variable})`
    return Effect.fail(failedAs("usage", `${verb} where backups are with ${ways}.`))
  })

/** `outlay backup` without a file. The service runs it when a backup is due. */
export const backupToPlace = (input: Input & { readonly backupKeep: Option.Option<string> }) =>
  Effect.gen(function* () {
    const database = yield* databaseFile(input.databaseUrl)
    if (isServer(database)) return yield* serverTools(database)
    const receipts = yield* receiptsPlace(input.receiptsUrl)
    const place = yield* placeOf(input.backupUrl, "Give a file, or say")
    const keep = yield* settingOf(backupKeep, input.backupKeep)
    yield* prepareFile(database, "read")
    const backups = backupsAt(place)
    const { name, manifest, uncopied } = yield* makeBackup({ database, receipts, backups }).pipe(
      reportingStop(() => `No backup was made in ${backups.shown}. Run it again.`),
    )
    const writer = readStatus(database)?.writer ?? ""
    if (!manifest.verified) {
      yield* prune(backups, writer, keep, surplus)
      const isOutage = uncopied?.isOutage === true
      const why = uncopied === null ? "" : ` Receipts cannot be copied: ${uncopied.reason}.`
      return yield* failedAs(
        isOutage ? "unavailable" : "differs",
        `${name} in ${backups.shown} differs from its ledger or events, or lacks receipts.${why} It is kept, and so are all verified backups. Run outlay verify.`,
      )
    }
    const removed = yield* prune(backups, writer, keep)
    const lines = [
      `${database} is backed up as ${name} in ${backups.shown}, restored from there and verified`,
      ...removed.map((old) => `${old} is removed`),
    ]
    const { size } = manifest
    yield* print(
      input.json,
      { database, place: backups.shown, name, size, removed },
      lines.join("\n"),
    )
  })

/** `outlay backups` */
export const list = (input: Pick<Input, "backupUrl" | "json">) =>
  Effect.gen(function* () {
    const backups = backupsAt(yield* placeOf(input.backupUrl, "Say"))
    const all = yield* attempt(`Cannot read ${backups.shown}`, () => listed(backups))
    const shown = all
      .filter(({ isWhole }) => isWhole)
      .map(({ name, manifest }) => {
        const { made, size, receipts, verified, version } = manifest
        return { name, made, size, receipts, verified, version }
      })
    const text = table(
      ["name", "made", "bytes", "receipts", "verified"],
      shown.map(({ name, made, size, receipts, verified }) => [
        ...[name, made, count(size), receipts],
        verified ? "yes" : "no",
      ]),
    )
    yield* print(
      input.json,
      shown,
      text === "" ? `There are no backups in ${backups.shown}.` : text,
    )
  })

/** Finds the backup named by a text, or the newest verified one. */
const found = (backups: Backups, text: string) =>
  Effect.gen(function* () {
    const all = yield* attempt(`Cannot read ${backups.shown}`, () => listed(backups))
    const there = all.filter(({ isWhole }) => isWhole)
    const isRequested = (backup: Backup) =>
      text === "latest" ? backup.manifest.verified : backup.name === backupNamed(text)
    const backup = there.find(isRequested)
    if (backup !== undefined) return backup
    return yield* commandFailed(
      `There is no backup ${text} in ${backups.shown}, which has ${there.length}. outlay backups lists them.`,
    )
  })

/** Returns the receipt files of a backup. */
const receiptsIn = (backups: Backups, backup: Backup) =>
  Effect.gen(function* () {
    const names = yield* attempt("The receipts of the backup are not known", () =>
      receiptNames(backups, backup),
    )
    const own = new Set(names)
    const stored = yield* filesOf(backups.receipts)
    return ReceiptFiles.of({
      ...stored,
      all: Stream.filter(stored.all, (key) => own.has(fileName(key))),
    })
  })

/** Returns the backup location that a file belongs to; null if it is a backup made to a file. */
const placeOfFile = (file: string): BackupPlace | null =>
  backupNamed(basename(file)) !== null && existsSync(file.replace(/\.db$/u, ".json"))
    ? { folder: dirname(file) }
    : null

type RestoreInput = Input & { readonly file: string; readonly force: boolean }

/** `outlay restore`: restores a file, or a backup from the service's location. */
export const restore = (input: RestoreInput) =>
  Effect.suspend(() => {
    const { file, backupUrl: url } = input
    if (existsSync(file)) {
      const place = placeOfFile(file)
      return place === null ? restoreFile(input) : restoreFromPlace(input, place)
    }
    const isName = file === "latest" || (file === basename(file) && backupNamed(file) !== null)
    if (!isName) return restoreFile(input)
    return Effect.flatMap(placeOf(url, "Give a file, or say"), (place) =>
      restoreFromPlace(input, place),
    )
  })

/** Restores a backup made by the service or by `outlay backup` without a file. */
const restoreFromPlace = (input: RestoreInput, place: BackupPlace) =>
  Effect.gen(function* () {
    const database = yield* databaseFile(input.databaseUrl)
    if (isServer(database)) return yield* serverTools(database)
    const reported = sayingRestored(input.file, database)
    return yield* restoreInto(input, place, database).pipe(reported)
  })

const restoreInto = (input: RestoreInput, place: BackupPlace, database: string) =>
  Effect.gen(function* () {
    const receipts = yield* receiptsPlace(input.receiptsUrl)
    const backups = backupsAt(place)
    yield* checkTarget(database, input.force)
    const backup = yield* found(backups, basename(input.file))
    const { name, manifest } = backup
    yield* prepareFile(database, "make")
    const work = yield* Effect.acquireRelease(
      attempt(`Cannot write next to ${database}`, () => mkdtemp(`${database}-restore-`)),
      (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
    )
    const cannot = `${name} cannot be read from ${backups.shown}`
    const file = yield* attempt(cannot, async () => {
      const path = await backups.local(databaseOf(name), work, manifest.size)
      if (path === null) throw new Error("it does not exist")
      const { sha256 } = await fileFacts(path)
      if (sha256 !== manifest.sha256)
        throw new Error("it differs from what was written, so it is damaged")
      return path
    })
    const files = yield* filesOf(receiptFiles(receipts, database))
    const uncopied = yield* copied(yield* receiptsIn(backups, backup), files)
    yield* put({ file, database })
    const shown = `${name}, made at ${manifest.made}, is restored as ${database}`
    yield* checkReceipts(database, files, shown, uncopied)
    yield* print(input.json, { database, place: backups.shown, name, made: manifest.made }, shown)
  }).pipe(Effect.scoped)

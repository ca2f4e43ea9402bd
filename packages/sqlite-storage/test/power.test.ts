import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { bundled } from "../../../scripts/bundle.ts"
import { aBusiness, entry, folder, storage, transaction } from "./given.ts"
import { type Call, callsOf, canTrace, whetherLeftOut } from "./power/calls.ts"
import { chance, cuttable, isSync, type Reached } from "./power/disk.ts"
import { expectWhole } from "./whole.ts"

/** `CUTS=1000 pnpm test power` tests more moments. */
const cuts = Number(process.env["CUTS"] ?? 40)

const program = await bundled(fileURLToPath(new URL("killed.ts", import.meta.url)))
const parts = ["", "-wal"]

interface Payments {
  /** Characters in the explanation of a payment. */
  readonly length: number
  readonly payers: number
  readonly count: number
  /** Pause of a payer between payments, in milliseconds. */
  readonly pause: number
  readonly isLong?: boolean
}

/** Returns a database, and all disk calls of a program that made payments, up to the last one. */
const recorded = async ({ length, payers, count, pause, isLong = false }: Payments) => {
  const path = folder()
  const file = join(path, "outlay.db")
  const { run, close } = storage({ file })
  await run(aBusiness)
  await close()
  const before = readFileSync(file)
  const paid = transaction("t", { explanation: "x".repeat(length) })
  const template = JSON.stringify({ transaction: paid, entry: entry() })
  const how = [...[payers, count, pause].map(String), isLong ? "long" : "short"]
  const calls = await callsOf([program, file, template, ...how], join(path, "calls"))
  return {
    before,
    acknowledgements: calls.filter(
      ({ name, data }) => name === "write" && /^[0-9a-f-]{36}\n$/u.test(`${data}`),
    ),
    files: parts.map((part) => calls.filter(({ path }) => path === file + part)),
  }
}

type Recorded = Awaited<ReturnType<typeof recorded>>

/** Returns the moments just before and after each fsync returns, and after each acknowledgement. */
const momentsOf = ({ acknowledgements, files }: Recorded): ReadonlyArray<number> => {
  const syncs = files.flat().filter(({ name }) => isSync(name))
  const moments = [
    ...syncs.flatMap(({ to }) => [to, to + 1]),
    ...acknowledgements.map(({ from }) => from + 1),
  ]
  return moments.filter(Number.isFinite).toSorted((a, b) => a - b)
}

/** Returns `count` items, evenly distributed. */
const some = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  all.filter(
    (_, n) => Math.floor((n * count) / all.length) !== Math.floor(((n - 1) * count) / all.length),
  )

const acknowledged = (
  acknowledgements: ReadonlyArray<Call>,
  moment: number,
): ReadonlyArray<string> =>
  acknowledgements.filter(({ from }) => from < moment).map(({ data }) => data.toString().trim())

const whatReached: ReadonlyArray<(moment: number) => Reached> = [
  () => () => false,
  () => () => true,
  (moment) => chance(moment),
  (moment) => chance(-moment),
]

/** Cuts the power at each of the moments, with different parts of the data on the disk. */
const cutAt = ({ before, acknowledgements, files }: Recorded, moments: ReadonlyArray<number>) => {
  const path = join(folder(), "outlay.db")
  const disks = parts.map((part, n) => {
    const start = n === 0 ? before : Buffer.alloc(0)
    return cuttable(path + part, start, files[n] as ReadonlyArray<Call>)
  })
  for (const moment of moments) {
    for (const reached of whatReached) {
      for (const { cut } of disks) cut(moment, reached(moment))
      expectWhole(path, acknowledged(acknowledgements, moment))
      // The check, which only reads, leaves this next to the log; a machine that starts has none.
      rmSync(`${path}-shm`, { force: true })
    }
  }
  for (const { close } of disks) close()
}

/** Returns the moments at which the log was started or restarted: its header is written then. */
const beginnings = ([, log = []]: Recorded["files"]): ReadonlyArray<number> =>
  log.filter(({ name, offset }) => name === "pwrite64" && offset === 0).map(({ from }) => from)

/** Records payments during which the log restarts; a slow machine needs longer pauses for that. */
const recordedAnew = async (payments: Payments): Promise<Recorded> => {
  for (const times of [1, 4, 16]) {
    const record = await recorded({ ...payments, pause: times * payments.pause })
    if (beginnings(record.files).length > 1) return record
  }
  throw new Error("The log is never begun anew")
}

test.skipIf(!canTrace).each([
  ["short", false],
  ["long", true],
])(
  `power cut at any moment loses no acknowledged unit, and leaves no partial one: %s${whetherLeftOut}`,
  async (_, isLong) => {
    const record = await recorded({ length: 10, payers: 3, count: 200, pause: 0, isLong })
    expect(record.acknowledgements.length).toBe(200)
    cutAt(record, some(momentsOf(record), cuts))
  },
)

test.skipIf(!canTrace).each([
  ["short", { length: 40_000, count: 400, pause: 5, isLong: false }],
  // The log restarts if all of it was moved between two units.
  ["long", { length: 100_000, count: 160, pause: 60, isLong: true }],
])(
  `power cut while the log is moved into the database and restarted has the same effect: %s${whetherLeftOut}`,
  async (_, payments) => {
    const record = await recordedAnew({ payers: 1, ...payments })
    expect(record.acknowledgements.length).toBe(payments.count)
    const [database = []] = record.files
    const begun = beginnings(record.files)
    const moved = momentsOf(record).filter((moment) => moment > (database[0]?.from ?? Infinity))
    expect(moved[0]).toBeLessThan(begun[1] as number)
    cutAt(record, some(moved, cuts / 4))
  },
)

/** What tests have made goes when they end, in whichever module it was made. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

type Close = () => void | Promise<void>

const open: { readonly test: Array<Close>; readonly file: Array<Close> } = { test: [], file: [] }

/** Closes all that was opened for a test or a test file, the newest first, whatever fails. */
export const close = async (scope: keyof typeof open): Promise<void> => {
  const failures: Array<unknown> = []
  for (const each of open[scope].splice(0).reverse()) {
    try {
      await each()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

export const atEndOfTest = (close: Close): void => void open.test.push(close)
export const atEndOfFile = (close: Close): void => void open.file.push(close)

/**
 * Also where a process that ends still writes into it, or removes what is in it: to Node, a file
 * that is gone meanwhile is the end of its work.
 */
export const remove = (path: string): void => {
  do rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  while (existsSync(path))
}

const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), name))

/** A folder that is removed when the test file ends. */
export const temporaryFolder = (name: string): string => {
  const path = newFolder(`outlay-${name}-`)
  atEndOfFile(() => remove(path))
  return path
}

const shared = "outlay-shared-"

/** A folder for all test files of a worker: it goes with the run. */
export const sharedFolder = (name: string): string => newFolder(`${shared}${name}-`)

const lockPoll = 50 // milliseconds

/** Work that only one process of a run does at a time. */
const oneAtATime = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const lock = join(tmpdir(), `${shared}${name}-lock`)
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      await pause(lockPoll)
    }
  }
  try {
    return await work()
  } finally {
    rmdirSync(lock)
  }
}

/**
 * What the first test that needs it makes, in a folder that goes with the run, and every test of
 * every worker uses: what `make` tells of it has to be JSON.
 */
export const madeOnce = <A>(name: string, make: (folder: string) => Promise<A>): Promise<A> =>
  oneAtATime(name, async () => {
    const folder = join(tmpdir(), shared + name)
    const told = join(folder, "made.json")
    if (existsSync(told)) return JSON.parse(readFileSync(told, "utf8")) as A
    remove(folder)
    mkdirSync(folder)
    const made = await make(folder)
    writeFileSync(told, JSON.stringify(made))
    return made
  })

/** Whether a run may leave this name in its folder: what files share, and what is not ours. */
export const mayStay = (name: string): boolean =>
  name.startsWith(shared) || !name.startsWith("outlay-")

/** Removes what tests have created when they end, regardless of the module that created it. */
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

/** Closes everything opened for a test or a test file, newest first, even if some closings fail. */
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
 * Removes a path, and retries if a process that is about to exit still writes into it or removes
 * from it: Node's own removal fails on a file that disappears.
 */
export const remove = (path: string): void => {
  do rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  while (existsSync(path))
}

const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), name))

/** Creates a folder that is removed when the test file ends. */
export const temporaryFolder = (name: string): string => {
  const path = newFolder(`outlay-${name}-`)
  atEndOfFile(() => remove(path))
  return path
}

const shared = "outlay-shared-"

/** Creates a folder for all test files of a worker, removed at the end of the run. */
export const sharedFolder = (name: string): string => newFolder(`${shared}${name}-`)

const lockPoll = 50 // milliseconds

/** Runs work in only one process of a test run at a time. */
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
 * Makes something once for all tests of all workers, in a folder that is removed at the end of the
 * run. The first test that needs it runs `make`, whose result must be JSON.
 */
export const madeOnce = <A>(name: string, make: (folder: string) => Promise<A>): Promise<A> =>
  oneAtATime(name, async () => {
    const folder = join(tmpdir(), shared + name)
    const resultFile = join(folder, "made.json")
    if (existsSync(resultFile)) return JSON.parse(readFileSync(resultFile, "utf8")) as A
    remove(folder)
    mkdirSync(folder)
    const made = await make(folder)
    writeFileSync(resultFile, JSON.stringify(made))
    return made
  })

/**
 * True if a run may leave a file of this name in its folder: it is shared between test files, or is
 * not ours.
 */
export const mayStay = (name: string): boolean =>
  name.startsWith(shared) || !name.startsWith("outlay-")

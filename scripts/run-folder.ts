import { spawnSync } from "node:child_process"
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { mayStay, remove } from "./temporary.ts"

/** Returns the first files in a folder, which show what made it. */
const partsOf = (path: string): ReadonlyArray<string> =>
  statSync(path).isDirectory()
    ? readdirSync(path, { encoding: "utf8", recursive: true })
        .slice(0, 5)
        .map((name) => join(basename(path), name))
    : []

/** Folder that Linux keeps in memory. */
const memory = "/dev/shm"

/** Required free memory in bytes; a run has used at most a quarter of it at once. */
const neededBytes = 4 * 2 ** 30

/**
 * Returns the memory available to programs, in bytes: Node, browsers and PostgreSQL need memory
 * too.
 */
const availableMemory = (): number =>
  1_024 * Number(/^MemAvailable:\s+(\d+) kB/mu.exec(readFileSync("/proc/meminfo", "utf8"))?.[1])

/** Tests run programs that they have written, which a container may forbid in this folder. */
const isExecutable = (folder: string): boolean => {
  const program = join(folder, "program")
  writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o700 })
  return spawnSync(program).status === 0
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** A killed run leaves its folder, which would take memory until the machine restarts. */
const removeLeft = (): void => {
  for (const name of readdirSync(memory)) {
    const pid = /^outlay-tests-(\d+)-/u.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(memory, name))
  }
}

/**
 * Creates the folder of a run: in memory if there is enough, because tests spend a third of their
 * time waiting for the disk. Otherwise, or if `TMPDIR` is set, it is among temporary files.
 */
const newFolder = (): string => {
  const make = (parent: string) => mkdtempSync(join(parent, `outlay-tests-${process.pid}-`))
  if (tmpdir() !== "/tmp") return make(tmpdir())
  try {
    removeLeft()
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < neededBytes || !(availableMemory() >= 2 * neededBytes)) {
      return make(tmpdir())
    }
    const folder = make(memory)
    if (isExecutable(folder)) return folder
    remove(folder)
  } catch {
    // The folder does not exist or is not writable.
  }
  return make(tmpdir())
}

/**
 * Puts temporary files of a test run, and of all its processes, in one folder that is removed at
 * the end. A file that a test leaves in it fails the run.
 */
export default (): (() => void) => {
  const folder = newFolder()
  // PostgreSQL runs as the user `nobody`, which must be able to reach its files in this folder.
  chmodSync(folder, 0o711)
  Object.assign(process.env, { TMPDIR: folder })
  return () => {
    const left = readdirSync(folder).filter((name) => !mayStay(name))
    const parts = left.flatMap((name) => [name, ...partsOf(join(folder, name))])
    remove(folder)
    if (left.length > 0) {
      throw new Error(`Tests left these in their temporary folder: ${parts.sort().join(", ")}`)
    }
  }
}

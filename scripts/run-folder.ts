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

/** The first of what is in a folder: they say whose it was. */
const partsOf = (path: string): ReadonlyArray<string> =>
  statSync(path).isDirectory()
    ? readdirSync(path, { encoding: "utf8", recursive: true })
        .slice(0, 5)
        .map((name) => join(basename(path), name))
    : []

/** Where Linux keeps files in memory. */
const memory = "/dev/shm"

/** In bytes: a run has had a quarter of it in its folder at once, at most. */
const neededBytes = 4 * 2 ** 30

/** In bytes, what programs may still take: Node, browsers and PostgreSQL need theirs. */
const availableMemory = (): number =>
  1_024 * Number(/^MemAvailable:\s+(\d+) kB/mu.exec(readFileSync("/proc/meminfo", "utf8"))?.[1])

/** Tests run programs that they have written; a container may forbid that there. */
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

/** A run that was killed has left its folder: it would take memory until the machine restarts. */
const removeLeft = (): void => {
  for (const name of readdirSync(memory)) {
    const pid = /^outlay-tests-(\d+)-/u.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(memory, name))
  }
}

/**
 * A new folder of a run: in memory where there is enough, since tests wait for a disk for a third
 * of their time; elsewhere, or where `TMPDIR` names a folder, among temporary files.
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
    // There is no such folder, or it is not for us.
  }
  return make(tmpdir())
}

/**
 * Temporary files of one run of the tests, and of all that it starts, have a folder of their own,
 * which goes with the run. What a test has left in it fails the run.
 */
export default (): (() => void) => {
  const folder = newFolder()
  // PostgreSQL runs as nobody, who has to reach what is its own in there.
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

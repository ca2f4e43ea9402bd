import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

/** In milliseconds: a file that is received, or sent, is so within a quarter of this. */
const oldMs = 3_600_000

/** What staged files are called. */
const form = /^[0-9a-f]{24}$/u

const removeOld = async (folder: string, now: number): Promise<void> => {
  for (const name of (await readdir(folder)).filter((each) => form.test(each))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > oldMs) await rm(path, { force: true })
  }
}

/**
 * Staged files that processes left that were killed. Whether a process still runs is not known of
 * those in other containers, so it is their age that tells them from files of those that do.
 */
export class Remains {
  readonly #folders: () => Promise<ReadonlyArray<string>>
  #last = Number.NEGATIVE_INFINITY

  /** @param folders in which staged files may be. */
  constructor(folders: () => Promise<ReadonlyArray<string>>) {
    this.#folders = folders
  }

  /**
   * Removes those that are old, now and then. `now` is the time by the clock of the file system.
   * What cannot be removed only takes room.
   */
  async remove(now: number): Promise<void> {
    if (now - this.#last < oldMs) return
    this.#last = now
    for (const folder of await this.#folders().catch(() => [])) {
      await removeOld(folder, now).catch(() => {})
    }
  }
}

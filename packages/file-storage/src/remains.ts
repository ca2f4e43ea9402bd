import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

/**
 * Age in milliseconds after which a staged file is left over; receiving or sending one takes at
 * most a quarter of it.
 */
const oldMs = 3_600_000

/** Names of staged files. */
const form = /^[0-9a-f]{24}$/u

const removeOld = async (folder: string, now: number): Promise<void> => {
  for (const name of (await readdir(folder)).filter((each) => form.test(each))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > oldMs) await rm(path, { force: true })
  }
}

/**
 * Staged files of processes that were killed. Processes in other containers cannot be checked, so
 * the age of a file decides whether its process still runs.
 */
export class Remains {
  readonly #folders: () => Promise<ReadonlyArray<string>>
  #last = Number.NEGATIVE_INFINITY

  /** @param folders in which staged files may be. */
  constructor(folders: () => Promise<ReadonlyArray<string>>) {
    this.#folders = folders
  }

  /**
   * Removes old files, at most once an hour. `now` is the time of the file system's clock. Errors
   * are ignored, because a file that stays only takes up space.
   */
  async remove(now: number): Promise<void> {
    if (now - this.#last < oldMs) return
    this.#last = now
    for (const folder of await this.#folders().catch(() => [])) {
      await removeOld(folder, now).catch(() => {})
    }
  }
}

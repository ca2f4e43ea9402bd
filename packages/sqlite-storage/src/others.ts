import type Database from "better-sqlite3"

/** Whether another connection than this one has committed to the file. */
export class Others {
  readonly #version: Database.Statement<[], number>
  readonly #committed: () => void
  #seen: number
  #changes = 0

  /** `committed` is called when that is found out. */
  constructor(db: Database.Database, committed: () => void) {
    this.#committed = committed
    this.#version = db.prepare<[], number>("pragma data_version").pluck()
    this.#seen = this.#version.get() ?? 0
  }

  /** How often it was found since the start that another one has committed. */
  get changes(): number {
    return this.#changes
  }

  /** The same, found out now. */
  look(): number {
    const version = this.#version.get() ?? 0
    if (version !== this.#seen) {
      this.#seen = version
      this.#changes++
      this.#committed()
    }
    return this.#changes
  }
}

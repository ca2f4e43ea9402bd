import type Database from "better-sqlite3"

/** Detects commits of other connections to the file. */
export class Others {
  readonly #version: Database.Statement<[], number>
  readonly #committed: () => void
  #seen: number
  #changes = 0

  /** `committed` is called when one is detected. */
  constructor(db: Database.Database, committed: () => void) {
    this.#committed = committed
    this.#version = db.prepare<[], number>("pragma data_version").pluck()
    this.#seen = this.#version.get() ?? 0
  }

  /** Number of times since the start that one was detected. */
  get changes(): number {
    return this.#changes
  }

  /** Looks for commits now, and returns that number. */
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

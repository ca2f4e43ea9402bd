import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** Saved verdicts of a self-test, so that one that was interrupted can continue. */
export interface Journal {
  /** Returns the verdict saved under a name, or that of `test`, which is saved if it is right. */
  readonly once: <A>(
    name: string,
    isRight: (verdict: A) => boolean,
    test: () => Promise<A>,
  ) => Promise<A>
}

/** Tests everything, and saves nothing. */
export const noJournal: Journal = { once: (_, __, test) => test() }

/** True if a line was written completely: the last one of a run that was killed may not be. */
const isWhole = (line: string): boolean => line.startsWith("[") && line.endsWith("]")

/**
 * A file with a line of JSON for each verdict. It does not notice later changes: a change of a
 * server or of a check needs a new file.
 */
export const journalAt = (file: string): Journal => {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(isWhole) : []
  const known = new Map<string, unknown>(lines.map((line) => JSON.parse(line)))
  return {
    once: async <A>(name: string, isRight: (verdict: A) => boolean, test: () => Promise<A>) => {
      if (known.has(name)) return known.get(name) as A
      const verdict = await test()
      if (isRight(verdict)) appendFileSync(file, `\n${JSON.stringify([name, verdict])}\n`)
      return verdict
    },
  }
}

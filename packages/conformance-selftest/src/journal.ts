import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** Verdicts of a self-test as they come, so that one which was ended goes on where it was. */
export interface Journal {
  /** The verdict saved under a name, or that of `test`, which is saved if it is right. */
  readonly once: <A>(
    name: string,
    isRight: (verdict: A) => boolean,
    test: () => Promise<A>,
  ) => Promise<A>
}

/** Tests everything, and saves nothing. */
export const noJournal: Journal = { once: (_, __, test) => test() }

/** Whether a line was written to its end: the last one of a run that was killed may not be. */
const isWhole = (line: string): boolean => line.startsWith("[") && line.endsWith("]")

/**
 * A file with a line of JSON for each verdict. It knows nothing of what was changed since then: a
 * change of a server or of a check needs a new file.
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

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { leftOut, realImport, realRows } from "../../../scripts/real-data.ts"
import { bareImport } from "../bare-import.ts"
import { type Measured, rowsIn, type Settings, spreadOf } from "../measure.ts"
import { command } from "../processes.ts"

/** Imports the real purchases into a new database. Returns rows per second, and the peak in MiB. */
const round = async (folder: string, n: number) => {
  const file = join(folder, `${n}.db`)
  const url = ["--database-url", `sqlite:${file}`]
  await command(["migrate", ...url])
  await command(["business", "create", "Council", "--currency", "GBP", ...url])
  const { seconds, peak } = await command([...realImport("1"), ...url])
  const bare = bareImport({ file, rows: realRows })
  rmSync(file)
  return { rate: realRows / seconds, bare, peak }
}

/**
 * Imports the real purchases by command, from the compressed file to the exit, compared with bare
 * inserts of the same rows. It is left out without the file.
 */
export const importingReal = async ({ rounds, tell }: Settings): Promise<Measured> => {
  if (leftOut !== null) return { reason: leftOut }
  const folder = mkdtempSync(join(tmpdir(), "outlay-bench-"))
  try {
    const measured: Array<Awaited<ReturnType<typeof round>>> = []
    for (let n = 1; n <= rounds; n++) {
      tell(`import of the real purchases: round ${n} of ${rounds}`)
      measured.push(await round(folder, n))
    }
    const work = `import of the real purchases, ${rowsIn(realRows)}, by command`
    return {
      rows: realRows,
      figures: [
        {
          ...{ work, unit: "rows/s", floor: null, ...spreadOf(measured.map(({ rate }) => rate)) },
          detail: "users, budgets, categories and fields included, which it creates",
        },
        {
          ...{ work: `${work}, to bare inserts`, unit: "×", floor: { at: "least", value: 0.5 } },
          ...spreadOf(measured.map(({ rate, bare }) => rate / bare)),
          detail: "bare SQLite writes the same rows, prebuilt, into the same tables and indexes",
        },
        {
          ...{ work: `${work}, memory`, unit: "MiB", floor: null },
          ...spreadOf(measured.map(({ peak }) => peak)),
          detail: "the most while it ran",
        },
      ],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { setTimeout as wait } from "node:timers/promises"
import Database from "better-sqlite3"
import { ended, watched, type workplace } from "./outlay.ts"

type Workplace = ReturnType<typeof workplace>

/** Interrupts an import in progress. Returns its output and the number of saved rows. */
export const importBroken = async (
  here: Workplace,
  client_id: string,
  args: ReadonlyArray<string>,
  breakIt: (child: ReturnType<Workplace["begin"]>) => void,
) => {
  const db = new Database(here.path("data/outlay.db"), { readonly: true })
  const count = db.prepare("select count(*) from transactions where client_id = ?").pluck()
  const savedRows = () => Number(count.get(Number(client_id)))
  const child = here.begin(args)
  const exit = ended(child)
  const text = watched(child)
  while (child.exitCode === null && savedRows() < 8_000) await wait(5)
  // The import has now read the lines of the next unit and is processing them.
  await wait(300)
  breakIt(child)
  const code = await exit
  const rows = savedRows()
  db.close()
  return { code, message: /outlay: .*/u.exec(text.err)?.[0], rows }
}

/** Runs an import that is killed at each of these numbers of saved rows, then one to the end. */
export const importKilled = async (
  here: Workplace,
  client_id: string,
  args: ReadonlyArray<string>,
  killedAt: ReadonlyArray<number>,
) => {
  // Number of saved transactions, as another process sees it while the import runs.
  const db = new Database(here.path("data/outlay.db"), { readonly: true })
  const count = db.prepare("select count(*) from transactions where client_id = ?").pluck()
  let killed = 0
  for (const rows of killedAt) {
    const child = here.begin(args)
    const exit = ended(child)
    while (child.exitCode === null && Number(count.get(Number(client_id))) < rows) await wait(5)
    child.kill("SIGKILL")
    if ((await exit) === "SIGKILL") killed += 1
  }
  db.close()
  return { killed, report: await here.document(args) }
}

import { setTimeout as wait } from "node:timers/promises"
import Database from "better-sqlite3"
import { ended, watched, type workplace } from "./outlay.ts"

type Workplace = ReturnType<typeof workplace>

/** Does something to an import in its middle; answers what it says, and how many rows are kept. */
export const importBroken = async (
  here: Workplace,
  client_id: string,
  args: ReadonlyArray<string>,
  breakIt: (child: ReturnType<Workplace["begin"]>) => void,
) => {
  const db = new Database(here.path("data/outlay.db"), { readonly: true })
  const count = db.prepare("select count(*) from transactions where client_id = ?").pluck()
  const kept = () => Number(count.get(Number(client_id)))
  const child = here.begin(args)
  const exit = ended(child)
  const text = watched(child)
  while (child.exitCode === null && kept() < 8_000) await wait(5)
  // Meanwhile it has read the lines of the next unit, and works on them.
  await wait(300)
  breakIt(child)
  const code = await exit
  const rows = kept()
  db.close()
  return { code, said: /outlay: .*/u.exec(text.err)?.[0], rows }
}

/** Runs an import that is killed when so many rows are kept, each time, and one that is not. */
export const importKilled = async (
  here: Workplace,
  client_id: string,
  args: ReadonlyArray<string>,
  killedAt: ReadonlyArray<number>,
) => {
  // How many transactions are kept, as another process sees them while they become more.
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

import { constants, copyFileSync, cpSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { madeOnce } from "../../../scripts/temporary.ts"
import { workplace } from "./outlay.ts"

/** Output of `outlay demo --json` about the business that it made. */
export interface Demo {
  readonly client_id: number
  readonly token: string
  readonly transactions: number
}

const make = async (folder: string) => {
  const place = workplace(folder)
  const args = ["demo", "--months", "2", "--seed", "7", "--until", "2026-06-17"]
  return { file: place.path("data/outlay.db"), demo: (await place.document(args)) as Demo }
}

/** Copies a demo business with its receipts to a workplace. It is made once per run. */
export const copyDemo = async (here: ReturnType<typeof workplace>): Promise<Demo> => {
  const { file, demo } = await madeOnce("demo", make)
  const copy = here.path("data/outlay.db")
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  const receipts = (database: string) => database.replace(/\.db$/u, "-receipts")
  cpSync(receipts(file), receipts(copy), { recursive: true })
  return demo
}

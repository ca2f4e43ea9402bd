import { execFile } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { main, root, workplace } from "./outlay.ts"

const here = workplace()
afterAll(here.leave)

/** The commands of a document, and the lines that it shows of what they print. */
const steps = (markdown: string) =>
  [...markdown.matchAll(/```sh\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/gu)].map(
    ([, commands = "", shown = ""]) => ({
      commands,
      shown: shown.split("\n").filter((_) => _ !== ""),
    }),
  )

const shell = (script: string): Promise<{ readonly code: number; readonly out: string }> =>
  new Promise((done) => {
    const env = {
      ...process.env,
      PATH: `${here.path("bin")}:${process.env["PATH"]}`,
      NO_COLOR: "1",
    }
    execFile("sh", ["-e", "-c", script], { cwd: here.folder, env }, (error, out, err) =>
      done({ code: error === null ? 0 : 1, out: `${out}${error === null ? "" : err}` }),
    )
  })

test("every command of docs/importing.md runs, and prints what the document shows", async () => {
  mkdirSync(here.path("bin"))
  writeFileSync(here.path("bin/outlay"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(here.path("bin/outlay"), 0o755)
  mkdirSync(here.path("docs/samples"), { recursive: true })
  copyFileSync(join(root, "docs/samples/purchases.csv"), here.path("docs/samples/purchases.csv"))
  const found = steps(readFileSync(join(root, "docs/importing.md"), "utf8"))
  expect(found.length).toBeGreaterThanOrEqual(5)
  const setting = "export OUTLAY_DATABASE_URL=sqlite:./library.db\n"
  for (const { commands, shown } of found) {
    const { code, out } = await shell(setting + commands)
    expect({ commands, code, out: code === 0 ? "" : out }).toEqual({ commands, code: 0, out: "" })
    for (const line of shown) expect(out.split("\n")).toContain(line)
  }
})

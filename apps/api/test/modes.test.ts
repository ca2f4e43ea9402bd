import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { document, begin, path } = here
afterAll(here.leave)

const modes = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(path(folder)).map((name) => [
      name,
      (statSync(path(join(folder, name))).mode & 0o777).toString(8),
    ]),
  )

test.skipIf(process.platform === "win32")(
  "new files are readable only by their owner, regardless of umask; readable ones are warned about",
  async () => {
    const before = process.umask(0)
    try {
      mkdirSync(path("kept"))
      await document(["business", "list"]).catch(() => null)
      await document(["migrate"])
      await document(["business", "create", "Private"])
      await document(["backup", "kept/a.db"])
      await document(["restore", "kept/a.db", "--database-url", "sqlite:restored/outlay.db"])
      const secret = "operator-secret-0123456789"
      const serve = async () => {
        const child = begin(["serve", "--port", "0", "--log", "json"], {
          OUTLAY_OPERATOR_TOKEN: secret,
        })
        const text = watched(child)
        await expect.poll(() => text.out).toContain("\n")
        const url = /http\S+/u.exec(text.out)?.[0] ?? ""
        await fetch(`${url}/operator/v1/businesses`, {
          method: "POST",
          headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
          body: JSON.stringify({ name: "Second" }),
        })
        const found = modes("data")
        child.kill("SIGTERM")
        expect(await ended(child)).toBe(0)
        return { found, err: text.err }
      }
      const own = await serve()
      expect(own.err).toBe("")
      expect(own.found).toEqual({
        "outlay.db": "600",
        "outlay.db-serving": "600",
        "outlay.db-shm": "600",
        "outlay.db-status": "600",
        "outlay.db-wal": "600",
      })
      expect(modes("kept")).toEqual({ "a.db": "600" })
      expect(modes("restored")).toEqual({ "outlay.db": "600", "outlay.db-serving": "600" })
      chmodSync(path("data/outlay.db"), 0o644)
      const shared = await serve()
      expect(shared.err).toContain("outlay.db can be read by others (its mode is 0644)")
      expect(shared.err).toContain("chmod 600")
    } finally {
      process.umask(before)
    }
  },
)

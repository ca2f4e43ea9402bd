/** Packs every publishable package as a release does, and checks the tarballs. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { complaintsOf, packInto } from "./tarballs.ts"

const folder = mkdtempSync(join(tmpdir(), "outlay-packages-"))
try {
  const tarballs = packInto(folder)
  const complaints = await complaintsOf(tarballs)
  for (const complaint of complaints) console.error(complaint)
  console.log(`packages: ${tarballs.length} packed, ${complaints.length} complaints`)
  process.exitCode = tarballs.length > 0 && complaints.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

import { readFileSync } from "node:fs"

interface Manifest {
  readonly name: string
  readonly version: string
}

const manifest: Manifest = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
)

/** Name and version of the suite in reports. */
export const suite = { name: manifest.name, version: manifest.version }

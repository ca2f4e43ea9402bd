import { readFileSync } from "node:fs"

interface Manifest {
  readonly name: string
  readonly version: string
}

const manifest: Manifest = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
)

/** The suite, as reports name it. */
export const suite = { name: manifest.name, version: manifest.version }

import { readFileSync } from "node:fs"

const manifest: unknown = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
)

/** The version of this program: that of its package, which a release moves with all others. */
export const version: string = String((manifest as { readonly version: unknown }).version)

import { readFileSync } from "node:fs"

const manifest: unknown = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
)

/** Version of this program, read from its package. A release changes it with all others. */
export const version: string = String((manifest as { readonly version: unknown }).version)

import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const { resolve } = createRequire(import.meta.url)

/** Where the built console is, in the workspace and where it was installed from its package. */
export const consoleFolder = join(dirname(resolve("@outlay/console/package.json")), "dist")

/**
 * Builds the console: types generated from the API description, the bundle, a compressed copy of
 * each file, and `addresses.txt`, the list of paths at which the service shows the console.
 */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import openapiTS, { astToString } from "openapi-typescript"
import { addresses } from "../src/app/addresses.ts"

const folder = join(import.meta.dirname, "..")
const dist = join(folder, "dist")
const run = (command: string, ...args: ReadonlyArray<string>) =>
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })

// `x-problem-values` is not a component, because no request or response contains such a record.
const { "x-problem-values": ProblemValues, ...api } = JSON.parse(
  readFileSync(join(folder, "../../docs/openapi.json"), "utf8"),
)
api.components.schemas = { ...api.components.schemas, ProblemValues }
writeFileSync(join(folder, "src/api/schema.ts"), astToString(await openapiTS(api)))
run("vite", "build", "--logLevel", "warn")

// The style sheet is moved into the body, so that the browser can draw the spinner before the style
// sheet has loaded.
const index = join(dist, "index.html")
const [sheet = ""] = /^ *<link rel="stylesheet".*\n/mu.exec(readFileSync(index, "utf8")) ?? []
const page = readFileSync(index, "utf8").replace(sheet, "")
writeFileSync(index, page.replace(/^ *<div id="console">/mu, `${sheet}$&`))

/** Fonts and images are already compressed. */
const texts = globSync("assets/*.{js,css,svg}", { cwd: dist })
for (const path of texts) {
  const bytes = readFileSync(join(dist, path))
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(join(dist, `${path}.br`), brotliCompressSync(bytes, { params: quality }))
  writeFileSync(join(dist, `${path}.gz`), gzipSync(bytes, { level: 9 }))
}
writeFileSync(join(dist, "addresses.txt"), addresses.join("\n"))

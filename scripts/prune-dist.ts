/**
 * Removes files from `dist` of the current package that have no source: `tsc` leaves the output of
 * moved sources, and it would be published.
 */
import { existsSync, globSync, rmSync } from "node:fs"

const isStale = (output: string): boolean => {
  const source = output.replace(/^dist/u, "src").replace(/(\.d\.ts|\.js)(\.map)?$/u, ".ts")
  return !existsSync(source)
}

for (const output of globSync("dist/**/*.{js,ts,map}").filter(isStale)) rmSync(output)

/**
 * Removes from `dist` of the package in the current folder what no source makes any more: `tsc`
 * leaves the outputs of a source that was moved, and they would be published.
 */
import { existsSync, globSync, rmSync } from "node:fs"

const isStale = (output: string): boolean => {
  const source = output.replace(/^dist/u, "src").replace(/(\.d\.ts|\.js)(\.map)?$/u, ".ts")
  return !existsSync(source)
}

for (const output of globSync("dist/**/*.{js,ts,map}").filter(isStale)) rmSync(output)

import { availableParallelism, totalmem } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/sequence.ts"

// Every process that a test starts loads the same program: Node compiles it once.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled")

const all = ["{packages,apps}/*/{src,test}/**/*.test.ts", "{bench,scripts}/**/*.test.ts"]

/**
 * What looks at every statement that its process has written: no other file writes any there.
 */
const alone = ["packages/sqlite-storage/test/{plans,postgres,schema}.test.ts"]

/** In bytes, as a machine that is sold with so much tells. */
const eightGigabytes = 7.5 * 2 ** 30

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "together", include: all, exclude: [...configDefaults.exclude, ...alone] },
      },
      { extends: true, test: { name: "alone", include: alone, isolate: true } },
    ],
    globalSetup: "scripts/run-folder.ts",
    setupFiles: join(import.meta.dirname, "scripts/test-scope.ts"),
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    // Vitest leaves a core to whoever watches; nobody does. Tests wait a quarter of their time, for
    // processes and disks: one worker more uses it, where there is memory for it.
    maxWorkers: availableParallelism() + Math.min(2, Math.floor(totalmem() / eightGigabytes)),
    // A worker loads the packages once for all its files: whoever changes its process puts it back.
    isolate: false,
    // What is built is loaded as it is, by Node itself.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    // It ends a test that hangs, on a machine of any speed. No test has its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A poll waits for one thing, seconds at most on a quiet machine: this is enough where all is
    // many times slower, and one that waits in vain leaves a run of a quarter of an hour its end.
    expect: { poll: { timeout: 180_000 } },
  },
})

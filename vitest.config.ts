import { availableParallelism, totalmem } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/sequence.ts"

// Processes started by tests load the same program, which Node compiles only once with this cache.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled")

const all = ["{packages,apps}/*/{src,test}/**/*.test.ts", "{bench,scripts}/**/*.test.ts"]

/**
 * Test files that check every statement of their process, so no other file may run statements
 * there.
 */
const alone = ["packages/sqlite-storage/test/{plans,postgres,schema}.test.ts"]

/** Bytes of a machine sold as having 8 GB. */
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
    // Vitest leaves a core to a developer in watch mode, which is not used here. Tests spend a
    // quarter of their time waiting for processes and disks, so additional workers use it, if there
    // is memory for them.
    maxWorkers: availableParallelism() + Math.min(2, Math.floor(totalmem() / eightGigabytes)),
    // A worker loads the packages once for all its files. A test that changes the process must
    // restore it.
    isolate: false,
    // Built packages are loaded by Node itself, without transformation.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    // Ends a test that hangs, on a machine of any speed. No test has its own timeout.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A poll takes seconds on a quiet machine. This is enough for a machine that is many times
    // slower, and a poll that fails still leaves a run of 15 minutes time to end.
    expect: { poll: { timeout: 180_000 } },
  },
})

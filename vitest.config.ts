import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "{bench,scripts}/**/*.test.ts"],
    allowOnly: false,
    passWithNoTests: false,
    // The only limit: it ends a test that hangs, on a machine of any speed. No test has its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
  },
})

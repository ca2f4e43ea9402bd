import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Slowest test files, slowest first, so that short files run last and all cores finish at the same
 * time. In a clean clone, durations of earlier runs are not available.
 */
export const longest = [
  "apps/api/test/console/console.test.ts",
  "apps/api/test/console/screens.test.ts",
  "packages/conformance-selftest/test/selftest.test.ts",
  "packages/postgres-storage/test/suite.test.ts",
  "scripts/new-resource.test.ts",
  "scripts/documents.test.ts",
  "apps/api/test/corruptions.test.ts",
  "packages/sqlite-storage/test/power.test.ts",
  "apps/api/test/import-real.test.ts",
  "apps/api/test/large-imports.test.ts",
  "apps/api/test/move.test.ts",
  "packages/sqlite-storage/test/agreement.test.ts",
  "apps/api/test/conformance.test.ts",
  "apps/api/test/keeping.test.ts",
  "packages/conformance-tests/test/command-line.test.ts",
  "apps/api/test/commands.test.ts",
  "apps/site/test/site.test.ts",
  "apps/api/test/serve.test.ts",
  "apps/api/test/postgres.test.ts",
  "apps/api/test/concurrency.test.ts",
  "apps/api/test/random-requests.test.ts",
  "apps/api/test/backup.test.ts",
  "apps/api/test/console/jobs.test.ts",
  "apps/api/test/stopped.test.ts",
  "packages/postgres-storage/test/engine.test.ts",
  "apps/api/test/dying.test.ts",
  "packages/sqlite-storage/test/money.test.ts",
  "packages/sqlite-storage/test/suite.test.ts",
  "packages/sqlite-storage/test/killed.test.ts",
  "packages/postgres-storage/test/stalls.test.ts",
  "apps/api/test/receipt-thumbnails.test.ts",
  "apps/api/test/scheduled-backups.test.ts",
  "apps/api/test/receipt-storage.test.ts",
  "apps/api/test/hardening/tenancy.test.ts",
  "packages/conformance-selftest/test/crashes.test.ts",
  "apps/api/test/provisioners.test.ts",
  "packages/sqlite-storage/test/refusing.test.ts",
  "apps/api/test/hardening/hostile.test.ts",
  "apps/api/test/webhooks/killed.test.ts",
  "packages/postgres-storage/test/agreement.test.ts",
  "apps/api/test/webhooks/served.test.ts",
  "apps/api/test/replaying.test.ts",
  "packages/conformance-tests/test/file-storage.test.ts",
  "packages/sqlite-storage/test/named-rows.test.ts",
  "scripts/executable.test.ts",
  "packages/conformance-selftest/test/packed.test.ts",
]

/** Position among the slowest files, from 0; after all of them if it is not listed. */
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const alone = sorted.filter(({ project }) => project.config.isolate)
    const together = sorted.filter(({ project }) => !project.config.isolate)
    return [...alone, ...together.sort((a, b) => placeOf(a) - placeOf(b))]
  }
}

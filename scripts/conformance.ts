/**
 * Runs the conformance suite against the product: starts the service, runs every profile, and
 * writes every report format to `results/conformance`. `--profile`, `--only`, `--seed` and `--jobs`
 * and the exit code are those of `outlay-conformance run`. `--database-url` names an empty
 * database. `pnpm conformance selftest` tests the suite itself; its options are those of
 * `packages/conformance-selftest`.
 */
import { parseArgs } from "node:util"
import { selftestCommand } from "../packages/conformance-selftest/src/command.ts"
import { progress } from "../packages/conformance-tests/src/cli/progress.ts"
import { summary } from "../packages/conformance-tests/src/cli/summary.ts"
import {
  type Exit,
  exitOf,
  forms,
  operator,
  profiles,
  runConformance,
  writeReports,
} from "../packages/conformance-tests/src/index.ts"
import { profilesOf } from "../packages/conformance-tests/src/suite.ts"
import { type Served, serveProduct } from "./served.ts"

const folder = "results/conformance"

const options = {
  profile: { type: "string", default: "all" },
  only: { type: "string", default: "" },
  seed: { type: "string", default: "42" },
  jobs: { type: "string", default: "8" },
  "database-url": { type: "string", default: "" },
} as const

const named = (text: string): ReadonlyArray<string> => text.split(",").filter((name) => name !== "")

const testProduct = async (served: Served, args: ReadonlyArray<string>): Promise<Exit> => {
  const { values } = parseArgs({ args: [...args], options })
  const chosen = named(values.profile).flatMap((name) => profilesOf(name, profiles) ?? [])
  const shown = progress(process.stderr)
  const { url: baseUrl, operatorToken: token, crash } = served
  const report = await runConformance({
    provisioner: operator({ baseUrl, token, crash }),
    baseUrl,
    profiles: profiles.filter((profile) => chosen.includes(profile)),
    only: named(values.only),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    onProgress: shown.tell,
  }).finally(shown.end)
  process.stdout.write(summary(report))
  for (const path of await writeReports(report, forms, folder)) console.error(`wrote ${path}`)
  return exitOf(report)
}

const selftest = ({ url, operatorToken }: Served, args: ReadonlyArray<string>): Promise<Exit> =>
  selftestCommand([
    ...["--base-url", url, "--operator-token", operatorToken, "--openapi", "docs/openapi.json"],
    ...args,
  ])

const [first, ...rest] = process.argv.slice(2)
const { values } = parseArgs({ args: process.argv.slice(2), options, strict: false })
const served = await serveProduct(undefined, String(values["database-url"] ?? ""))
try {
  process.exitCode = await (first === "selftest"
    ? selftest(served, rest)
    : testProduct(served, process.argv.slice(2)))
} finally {
  await served.stop()
}

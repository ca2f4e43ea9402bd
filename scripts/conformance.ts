/**
 * Judges the product: serves it, runs every profile, writes every form of report to
 * `results/conformance`. `pnpm conformance selftest` judges the judge. Exits as
 * `outlay-conformance` does. `--profile`, `--only`, `--seed` and `--jobs` are passed on.
 */
import { parseArgs } from "node:util"
import { progress } from "../packages/conformance-tests/src/cli/progress.ts"
import { summary } from "../packages/conformance-tests/src/cli/summary.ts"
import {
  exitOf,
  forms,
  judge,
  operator,
  profiles,
  writeReports,
} from "../packages/conformance-tests/src/index.ts"
import { profilesOf } from "../packages/conformance-tests/src/suite.ts"
import { serveProduct } from "./served.ts"

const folder = "results/conformance"

const { values } = parseArgs({
  options: {
    profile: { type: "string", default: "all" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "42" },
    jobs: { type: "string", default: "8" },
  },
})

const chosen = values.profile.split(",").flatMap((name) => profilesOf(name, profiles) ?? [])
const served = await serveProduct()
const shown = progress(process.stderr)
try {
  const report = await judge({
    provisioner: operator({
      baseUrl: served.url,
      token: served.operatorToken,
      crash: served.crash,
    }),
    baseUrl: served.url,
    profiles: profiles.filter((profile) => chosen.includes(profile)),
    only: values.only.split(",").filter((prefix) => prefix !== ""),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    onProgress: shown.tell,
  })
  shown.end()
  process.stdout.write(summary(report))
  for (const path of await writeReports(report, forms, folder)) console.error(`wrote ${path}`)
  process.exitCode = exitOf(report)
} finally {
  await served.stop()
}

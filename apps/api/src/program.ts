import "effect/schema/SchemaJITCompiler/enable"
import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer } from "@effect/platform-node/NodeServices"
import { Effect, type Runtime } from "effect"
import { run } from "./cli.ts"
import { flushed } from "./flush.ts"
import { outcomeOf } from "./outcome.ts"
import { version } from "./version.ts"

/** What the command printed, and why it failed, has been taken before the process ends. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  const { stopped, code, report } = outcomeOf(exit, process.exitCode)
  if (report !== "") process.stderr.write(report)
  flushed(stopped, () => onExit(code))
}

runMain(Effect.provide(run(version), layer), { disableErrorReporting: true, teardown })

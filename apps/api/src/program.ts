import "effect/schema/SchemaJITCompiler/enable"
import { runMain } from "@effect/platform-node-shared/NodeRuntime"
import { Effect, type Runtime } from "effect"
import { run } from "./cli.ts"
import { flushed } from "./flush.ts"
import { boundHeap } from "./heap.ts"
import { nodeServices } from "./node-services.ts"
import { outcomeOf } from "./outcome.ts"
import { version } from "./version.ts"

/** What the command printed, and why it failed, has been taken before the process ends. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  const { stopped, code, report } = outcomeOf(exit, process.exitCode)
  if (report !== "") process.stderr.write(report)
  flushed(stopped, () => onExit(code))
}

boundHeap()
runMain(Effect.provide(run(version), nodeServices), { disableErrorReporting: true, teardown })

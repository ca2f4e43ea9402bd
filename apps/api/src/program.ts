import "effect/schema/SchemaJITCompiler/enable"
import { runMain } from "@effect/platform-node-shared/NodeRuntime"
import { Effect, type Runtime } from "effect"
import { run } from "./cli.ts"
import { flushed } from "./flush.ts"
import { boundHeap } from "./heap.ts"
import { nodeServices } from "./node-services.ts"
import { outcomeOf } from "./outcome.ts"
import { version } from "./version.ts"

/** Flushes the output and the error of the command before the process exits. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  const { stopped, code, report } = outcomeOf(exit, process.exitCode)
  if (report !== "") process.stderr.write(report)
  flushed(stopped, () => onExit(code))
}

boundHeap()
runMain(Effect.provide(run(version), nodeServices), { disableErrorReporting: true, teardown })

import type { Option } from "effect"
import { Command, type Flag } from "effect/cli"
import { serving } from "../config.ts"
import { isSwitch, type Setting } from "../setting-form.ts"
import { lazily, settingFlag, switchFlag } from "./flags.ts"

/** Flags of all settings. */
const settings = Object.fromEntries(
  Object.entries<Setting<unknown>>(serving).map(([name, setting]) => [
    name,
    isSwitch(setting) ? switchFlag(setting) : settingFlag(setting),
  ]),
) as { readonly [Name in keyof typeof serving]: Flag.Flag<Option.Option<boolean | string>> }

export const serve = Command.make("serve", settings, (input) =>
  lazily(
    () => import("../server/serve.ts"),
    (_) => _.serve(input),
  ),
).pipe(
  Command.withDescription("Serve the HTTP API until SIGTERM or Ctrl-C"),
  Command.withExamples([
    { command: "outlay serve" },
    { command: "outlay serve --host 0.0.0.0 --port 80 --rate-limit off" },
    { command: "OUTLAY_SANDBOX=true OUTLAY_OPERATOR_TOKEN=… outlay serve" },
  ]),
)

export const start = Command.make("start", settings, (input) =>
  lazily(
    () => import("../server/start.ts"),
    (_) => _.start(input),
  ),
).pipe(
  Command.withDescription("Start a trial: migrate, create a demo business, serve"),
  Command.withExamples([{ command: "outlay start" }, { command: "outlay start --port 9000" }]),
)

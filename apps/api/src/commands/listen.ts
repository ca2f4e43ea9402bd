import { Command } from "effect/cli"
import { listening } from "../webhooks/listener-settings.ts"
import { json, lazily, settingFlag } from "./flags.ts"

export const listen = Command.make(
  "listen",
  {
    port: settingFlag<number>(listening.port),
    secret: settingFlag<string>(listening.secret),
    forward: settingFlag<string>(listening.forward),
    json,
  },
  (input) =>
    lazily(
      () => import("../operations/listen.ts"),
      (_) => _.listen(input),
    ),
).pipe(
  Command.withDescription(
    "Print the deliveries of a webhook as they arrive, and check their signatures, until Ctrl-C",
  ),
  Command.withExamples([
    { command: "outlay listen" },
    {
      command: "outlay listen --forward http://127.0.0.1:3000/hooks",
      description: "Forward them to your own program",
    },
  ]),
)

import { SandboxClock } from "@outlay/domain"
import { clock } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

/** Only of a service that was started as a sandbox. */
export const clockHandlers = [
  handler(clock.set, ({ body }) => SandboxClock.use((_) => _.set(body))),
]

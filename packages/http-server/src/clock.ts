import { SandboxClock } from "@outlay/domain/ports"
import { clock } from "@outlay/http-contract"
import { handlersOf, listOf } from "./kernel/handler.ts"

/** Only for a service that was started as a sandbox. */
export const clockHandlers = listOf({
  clock: handlersOf(clock, {
    set: ({ body }) => SandboxClock.use((_) => _.set(body)),
  }),
})

import { Events } from "@outlay/domain"
import { events } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const eventsHandlers = handlersOf(events, {
  list: ({ params, query: { offset, limit, ...filter } }) =>
    Events.use((_) => _.list(params.client_id, filter, { offset, limit })),
})

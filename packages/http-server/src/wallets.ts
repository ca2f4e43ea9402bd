import { Wallets } from "@outlay/domain"
import { wallets } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const walletsHandlers = handlersOf(wallets, {
  create: ({ params, body }) => Wallets.use((_) => _.create({ ...params, ...body })),
})

import { Wallets } from "@outlay/domain"
import { wallets } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const walletHandlers = [
  handler(wallets.create, ({ params, body }) =>
    Wallets.use((_) => _.create({ ...params, ...body })),
  ),
]

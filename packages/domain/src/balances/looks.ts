import { money } from "../core/money.ts"
import { all, type Look, look, seen } from "../core/questions.ts"
import type { Balance } from "./model.ts"

/** The wallets of a business, "ordered by currency". */
export const balances: Look<ReadonlyArray<Balance>> = look(
  { wallets: all("wallets", {}, [["currency", "ascending"]]) },
  ({ wallets }) =>
    seen(wallets.map(({ currency, balance }) => ({ currency, balance: money(balance) }))),
)

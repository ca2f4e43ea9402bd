/** English texts about balances and statements. */
export const moneyEnglish = {
  title: "Money",
  lead: "The balances of the business, its statements, and its books.",
  balances: "Balances",
  balance: "Balance",
  noneTitle: "No wallet yet",
  noneHelp: "The person who runs the service adds a wallet for each currency.",
  statement: (currency: string) => `Statement, ${currency}`,
  opening: "Opening balance",
  closing: "Closing balance",
  change: "Change",
  daily: "Daily balances",
}

/** The sentences about what the business has, in English. */
export const moneyEnglish = {
  title: "Money",
  lead: "What the business has, how it came to that, and its books.",
  balances: "Balances",
  balance: "Balance",
  noneTitle: "No wallet yet",
  noneHelp: "Whoever runs the service adds a wallet for each currency.",
  statement: (currency: string) => `Statement, ${currency}`,
  opening: "Opening balance",
  closing: "Closing balance",
  change: "Change",
  daily: "Daily balances",
}

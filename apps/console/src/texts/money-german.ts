import type { moneyEnglish } from "./money-english.ts"

/** The sentences about what the business has, in German. */
export const moneyGerman: typeof moneyEnglish = {
  title: "Konten",
  lead: "Was das Unternehmen hat, wie es dazu kam, und seine Bücher.",
  balances: "Salden",
  balance: "Saldo",
  noneTitle: "Noch kein Konto",
  noneHelp: "Die Betreiber des Dienstes legen für jede Währung eines an.",
  statement: (currency) => `Auszug, ${currency}`,
  opening: "Anfangssaldo",
  closing: "Endsaldo",
  change: "Veränderung",
  daily: "Tägliche Salden",
}

import type { moneyEnglish } from "./money-english.ts"

/** The sentences about what the business has, in German. */
export const moneyGerman: typeof moneyEnglish = {
  title: "Konten",
  lead: "Die Salden der Firma, ihre Auszüge und ihre Bücher.",
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

import type { moneyEnglish } from "./money-english.ts"

/** German texts about balances and statements. */
export const moneyGerman: typeof moneyEnglish = {
  title: "Finanzen",
  lead: "Guthaben, Kontoauszüge und Bücher der Firma.",
  balances: "Guthaben",
  balance: "Saldo",
  noneTitle: "Noch kein Guthabenkonto",
  noneHelp: "Die Systemverwaltung legt für jede Währung eines an.",
  statement: (currency) => `Kontoauszug ${currency}`,
  opening: "Anfangssaldo",
  closing: "Endsaldo",
  change: "Veränderung",
  daily: "Tagessalden",
}

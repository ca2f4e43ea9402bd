import type { booksEnglish, exportsEnglish } from "./books-english.ts"

/** German texts about closing and exporting the books. */
export const booksGerman: typeof booksEnglish = {
  title: "Abschluss",
  open: "Noch ist kein Zeitraum abgeschlossen",
  closed: (day) => `Abgeschlossen bis ${day}`,
  locks:
    "In einen abgeschlossenen Zeitraum lassen sich keine Bewegungen mehr datieren. Positionen, Kategorien und Steuer seiner Transaktionen sind endgültig; Belege, Teilnehmende und Felder lassen sich noch ergänzen.",
  who: "Abschließen können Personen mit der Rolle Buchhaltung oder Admin. Nur Admins können die Bücher wieder öffnen.",
  through: "Abschließen bis",
  throughHelp: "Der letzte abgeschlossene Tag, in UTC. Bewegungen bis dahin sind endgültig.",
  endOf: (month) => `Ende ${month}`,
  allComplete: "Alle Ausgaben bis zu diesem Tag sind vollständig.",
  incomplete: (count, isOne) =>
    `${count} ${isOne ? "Ausgabe" : "Ausgaben"} bis zu diesem Tag ${isOne ? "ist" : "sind"} unvollständig. Nach dem Abschluss lassen sich fehlende Kategorien nicht mehr ergänzen.`,
  seeIncomplete: "Anzeigen",
  toClose: "Bücher abschließen",
  closeTitle: (day) => `Bücher bis zum ${day} abschließen?`,
  closeSure: "Alle Bewegungen bis zu diesem Tag sind dann endgültig.",
  closeSureOnce:
    "Alle Bewegungen bis zu diesem Tag sind dann endgültig. Nur Admins können das rückgängig machen.",
  onlyForward: (day) =>
    `Wählen Sie einen Tag nach dem ${day}. Nur Admins können die Bücher wieder öffnen.`,
  toReopen: "Bücher wieder öffnen",
  reopenTitle: (day) => `Bücher ab dem ${day} wieder öffnen?`,
  reopenSure: "Diese Tage lassen sich dann wieder ändern, auch wenn sie schon exportiert wurden.",
  openAll: "Alle Zeiträume wieder öffnen",
  openAllSure:
    "Alles Abgeschlossene lässt sich dann wieder ändern, auch wenn es schon exportiert wurde.",
  history: "Verlauf der Abschlüsse",
  openedAll: "Alle Zeiträume wieder geöffnet",
  by: (who, when) => `${who}, ${when}`,
  lockedTitle: "Diese Transaktion ist abgeschlossen",
  locked: (day) =>
    `Die Bücher sind bis zum ${day} abgeschlossen. Positionen, Kategorien und Steuer dieser Transaktion sind endgültig; Belege, Teilnehmende und Felder lassen sich noch ergänzen. Admins können die Bücher wieder öffnen.`,
  lockedToRead: (day) =>
    `Die Bücher sind bis zum ${day} abgeschlossen. Positionen, Kategorien und Steuer dieser Transaktion sind endgültig.`,
}

export const exportsGerman: typeof exportsEnglish = {
  turned: "Der letzte Tag liegt vor dem ersten.",
  title: "Exporte",
  help: "Dateien für Ihre Buchhaltungssoftware. Eine Datei ändert sich nie, und ihre Summen stimmen mit dem Hauptbuch überein.",
  create: "Neuer Export",
  noneTitle: "Noch keine Exporte",
  noneHelp:
    "Exportieren Sie einen Monat, sobald seine Ausgaben vollständig sind. Spätere Exporte können bereits exportierte Bewegungen weglassen.",
  format: "Format",
  from: "Erster Tag",
  to: "Letzter Tag",
  period: "Zeitraum",
  lastMonth: "Vormonat",
  thisMonth: "Aktueller Monat",
  lastQuarter: "Vorquartal",
  onlyNew: "Nur noch nicht exportierte Bewegungen",
  onlyNewHelp:
    "Lässt die Bewegungen früherer Exporte weg; für Transaktionen, die verspätet eingetroffen sind.",
  onlyNewOn:
    "Eingeschaltet, weil es frühere Exporte gibt. Schalten Sie es aus, um alle Bewegungen dieser Tage noch einmal zu exportieren.",
  taken: (count, isOne) =>
    `${count} ${isOne ? "Bewegung" : "Bewegungen"} dieser Tage ${isOne ? "ist" : "sind"} bereits in einem früheren Export enthalten und ${isOne ? "wird" : "werden"} hier weggelassen.`,
  takenHelp:
    "Um sie noch einmal zu exportieren, etwa für andere Software, schalten Sie „Nur noch nicht exportierte Bewegungen“ aus.",
  takeAgain: "Ausschalten",
  noCodeTitle: "Einige Ausgaben dieser Tage haben kein Buchungskonto",
  noCategory: (count, isOne) => `Ohne Kategorie: ${count} ${isOne ? "Ausgabe" : "Ausgaben"}`,
  noCode: (category, count, isOne) => `${category}: ${count} ${isOne ? "Ausgabe" : "Ausgaben"}`,
  noCodeHelp:
    "In der Datei steht ihre Kategorie anstelle eines Kontos. Vervollständigen Sie vor dem Export diese Ausgaben, und ordnen Sie diesen Kategorien ein Buchungskonto zu:",
  toCategories: "Kategorien in den Einstellungen",
  preview: "Vorschau anzeigen",
  make: "Export erstellen",
  nothing: "An diesen Tagen gibt es keine Bewegungen zu exportieren.",
  count: (count, isOne) => `${count} ${isOne ? "Bewegung" : "Bewegungen"}`,
  movements: "Bewegungen",
  made: "Erstellt",
  size: "Größe",
  created: "Der Export ist fertig",
  open: (name) => `${name} anzeigen`,
  download: "Herunterladen",
  downloadOf: (name) => `${name} herunterladen`,
  totals: "Summen",
  contains: "Enthält",
  opening: "Anfangssaldo",
  earlier: "Früher exportiert",
  own: "In diesem Export",
  closing: "Endsaldo",
  agrees: "Stimmt mit dem Hauptbuch überein",
  differs: (amount) => `Das Hauptbuch endet jetzt bei ${amount}`,
  differsHelp:
    "Nachdem dieser Export erstellt wurde, ist für diese Tage noch etwas erfasst worden. Exportieren Sie dieselben Tage noch einmal mit „Nur noch nicht exportierte Bewegungen“, und schließen Sie die Bücher ab, damit es nicht wieder geschieht.",
  rest: "Nur der Rest",
  everything: "Alles",
  statement: (currency) => `Kontoauszug ${currency}`,
  formats: {
    csv: "CSV",
    xlsx: "Excel",
    "journal-csv": "Journal (CSV)",
    xero: "Xero",
    "quickbooks-iif": "QuickBooks",
    beancount: "Beancount",
    ledger: "Ledger",
  },
  formatHelp: {
    csv: "Eine Zeile je Position, für jede Tabellenkalkulation.",
    xlsx: "Eine Zeile je Position, als Excel-Arbeitsmappe.",
    "journal-csv": "Soll, Haben, Konto und Steuerschlüssel jeder Buchung.",
    xero: "Manuelle Buchungssätze für den Import in Xero.",
    "quickbooks-iif": "Buchungssätze für den Import in QuickBooks Desktop.",
    beancount: "Buchungssätze als Text für Beancount.",
    ledger: "Buchungssätze als Text für Ledger und hledger.",
  },
}

import type { booksEnglish, exportsEnglish } from "./books-english.ts"

/** The sentences about closing the books and exporting them, in German. */
export const booksGerman: typeof booksEnglish = {
  title: "Abschluss",
  open: "Noch ist kein Zeitraum abgeschlossen",
  closed: (day) => `Abgeschlossen bis ${day}`,
  locks:
    "Auf einen abgeschlossenen Tag lässt sich nichts mehr datieren. Positionen, Kategorien und Steuer seiner Umsätze stehen fest; Belege, Teilnehmende und Felder lassen sich noch ergänzen.",
  who: "Abschließen dürfen Accountants und Admins. Nur Admins öffnen die Bücher wieder.",
  through: "Abschließen bis",
  throughHelp: "Der letzte abgeschlossene Tag, in UTC. Bewegungen bis dahin stehen fest.",
  endOf: (month) => `Ende ${month}`,
  allComplete: "Alle Ausgaben bis zu diesem Tag sind vollständig.",
  incomplete: (count, isOne) =>
    `${count} ${isOne ? "Ausgabe" : "Ausgaben"} bis zu diesem Tag ${isOne ? "ist" : "sind"} unvollständig. Fehlende Kategorien lassen sich später nicht ergänzen.`,
  seeIncomplete: "Anzeigen",
  toClose: "Bücher abschließen",
  closeTitle: (day) => `Bücher bis ${day} abschließen?`,
  closeSure: "Alle Bewegungen bis zu diesem Tag stehen dann fest.",
  closeSureOnce:
    "Alle Bewegungen bis zu diesem Tag stehen dann fest. Nur ein Admin kann das zurücknehmen.",
  onlyForward: (day) => `Wählen Sie einen Tag nach dem ${day}. Nur ein Admin öffnet die Bücher.`,
  toReopen: "Wieder öffnen",
  reopenTitle: (day) => `Bücher ab ${day} wieder öffnen?`,
  reopenSure: "Diese Tage lassen sich dann wieder ändern, auch wenn sie schon exportiert sind.",
  openAll: "Alle wieder öffnen",
  openAllSure:
    "Alles Abgeschlossene lässt sich dann wieder ändern, auch wenn es schon exportiert ist.",
  history: "Verlauf der Abschlüsse",
  openedAll: "Alle wieder geöffnet",
  by: (who, when) => `von ${who}, ${when}`,
  lockedTitle: "Dieser Umsatz ist abgeschlossen",
  locked: (day) =>
    `Die Bücher sind bis ${day} abgeschlossen. Positionen, Kategorien und Steuer stehen fest; Belege, Teilnehmende und Felder lassen sich noch ergänzen. Ein Admin kann die Bücher wieder öffnen.`,
  lockedToRead: (day) =>
    `Die Bücher sind bis ${day} abgeschlossen. Positionen, Kategorien und Steuer stehen fest.`,
}

export const exportsGerman: typeof exportsEnglish = {
  title: "Exporte",
  help: "Dateien für Ihre Buchhaltung. Jede bleibt, wie sie ist, und stimmt mit den Büchern überein.",
  create: "Neuer Export",
  noneTitle: "Noch keine Exporte",
  noneHelp:
    "Exportieren Sie einen Monat, sobald seine Ausgaben vollständig sind. Spätere Exporte können weglassen, was schon exportiert ist.",
  format: "Format",
  from: "Erster Tag",
  to: "Letzter Tag",
  period: "Zeitraum",
  lastMonth: "Voriger Monat",
  thisMonth: "Dieser Monat",
  lastQuarter: "Voriges Quartal",
  onlyNew: "Nur was noch kein Export enthält",
  onlyNewHelp: "Lässt die Bewegungen früherer Exporte weg, etwa für verspätete Umsätze.",
  onlyNewOn:
    "Eingeschaltet, weil es frühere Exporte gibt. Schalten Sie es aus, um alle Bewegungen dieser Tage noch einmal zu exportieren.",
  taken: (count, isOne) =>
    `${count} ${isOne ? "Bewegung" : "Bewegungen"} dieser Tage ${isOne ? "steht" : "stehen"} in einem früheren Export und ${isOne ? "fehlt" : "fehlen"} hier.`,
  takenHelp:
    "Um sie noch einmal zu exportieren, etwa für andere Software, schalten Sie „Nur was noch kein Export enthält“ aus.",
  takeAgain: "Ausschalten",
  noCodeTitle: "Einige Ausgaben dieser Tage haben keine Kontonummer",
  noCategory: (count, isOne) => `Ohne Kategorie: ${count} ${isOne ? "Ausgabe" : "Ausgaben"}`,
  noCode: (category, count, isOne) => `${category}: ${count} ${isOne ? "Ausgabe" : "Ausgaben"}`,
  noCodeHelp:
    "In der Datei steht ihre Kategorie anstelle eines Kontos. Vervollständigen Sie vorher diese Ausgaben, und geben Sie diesen Kategorien eine Kontonummer:",
  toCategories: "Kategorien, in den Einstellungen",
  preview: "Zeigen, was er enthält",
  make: "Export anlegen",
  nothing: "An diesen Tagen gibt es keine Bewegungen zu exportieren.",
  count: (count, isOne) => `${count} ${isOne ? "Bewegung" : "Bewegungen"}`,
  movements: "Bewegungen",
  made: "Angelegt",
  size: "Größe",
  created: "Der Export ist fertig",
  open: (name) => `${name} zeigen`,
  download: "Herunterladen",
  downloadOf: (name) => `${name} herunterladen`,
  totals: "Summen",
  contains: "Enthält",
  opening: "Anfangssaldo",
  earlier: "Früher exportiert",
  own: "In diesem Export",
  closing: "Endsaldo",
  agrees: "Stimmt mit den Büchern überein",
  differs: (amount) => `Die Bücher enden jetzt bei ${amount}`,
  differsHelp:
    "Nach diesem Export wurde für diese Tage noch etwas erfasst. Exportieren Sie dieselben Tage noch einmal, nur mit dem, was noch kein Export enthält, und schließen Sie die Bücher ab, damit es nicht wieder geschieht.",
  rest: "Nur der Rest",
  everything: "Alles",
  statement: (currency) => `Auszug in ${currency}`,
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
    xero: "Manuelle Journale für den Import in Xero.",
    "quickbooks-iif": "Journale für den Import in QuickBooks Desktop.",
    beancount: "Buchungen als Text für Beancount.",
    ledger: "Buchungen als Text für Ledger und hledger.",
  },
}

/** The sentences about closing the books and exporting them, in English. */

const expenses = (count: string, isOne: boolean): string =>
  `${count} ${isOne ? "expense" : "expenses"}`

export const booksEnglish = {
  title: "Closing",
  open: "No period is closed yet",
  closed: (day: string) => `Closed through ${day}`,
  locks:
    "When a period is closed, nothing more can be dated within it. Line items, categories and tax of its transactions are final; receipts, attendees and fields can still be added.",
  who: "Accountants and Admins close the books. Only an Admin opens them again.",
  through: "Close through",
  throughHelp: "The last day that is closed, in UTC. Movements up to it are final.",
  endOf: (month: string) => `End of ${month}`,
  allComplete: "Every expense up to this day is complete.",
  incomplete: (count: string, isOne: boolean) =>
    `${expenses(count, isOne)} up to this day ${isOne ? "is" : "are"} incomplete. Once the period is closed, categories can no longer be added to them.`,
  seeIncomplete: "See them",
  toClose: "Close the books",
  closeTitle: (day: string) => `Close the books through ${day}?`,
  closeSure: "Every movement up to that day becomes final.",
  closeSureOnce: "Every movement up to that day becomes final. Only an Admin can undo this.",
  onlyForward: (day: string) => `Choose a day after ${day}. Only an Admin opens the books again.`,
  toReopen: "Open them again",
  reopenTitle: (day: string) => `Open the books from ${day} again?`,
  reopenSure: "These days can change again, also where they were exported.",
  openAll: "Open all of them",
  openAllSure: "Everything that was closed can change again, also where it was exported.",
  history: "Who closed them",
  openedAll: "Opened again, all of them",
  by: (who: string, when: string) => `by ${who}, ${when}`,
  lockedTitle: "This transaction is closed",
  locked: (day: string) =>
    `The books are closed through ${day}. Its line items, categories and tax are final; receipts, attendees and fields can still be added. An Admin can open the books again.`,
  lockedToRead: (day: string) =>
    `The books are closed through ${day}. Its line items, categories and tax are final.`,
}

export const exportsEnglish = {
  title: "Exports",
  help: "Files for your accounting software. Each is kept as it was made and adds up with the ledger.",
  create: "New export",
  noneTitle: "No exports yet",
  noneHelp:
    "Export a month once its expenses are complete. The next export can be limited to what no export has included yet.",
  format: "Format",
  from: "First day",
  to: "Last day",
  period: "Period",
  lastMonth: "Last month",
  thisMonth: "This month",
  lastQuarter: "Last quarter",
  onlyNew: "Only what no export has taken yet",
  onlyNewHelp: "Only what no earlier export included, such as transactions that came late.",
  onlyNewOn:
    "It is on since there are earlier exports. Turn it off to export everything of these days again.",
  taken: (count: string, isOne: boolean) =>
    `${count} ${isOne ? "movement of these days is" : "movements of these days are"} in an earlier export, and left out here.`,
  takenHelp:
    "To export them again, such as for other software, turn off “Only what no export has taken yet”.",
  takeAgain: "Turn it off",
  noCodeTitle: "Some expenses of these days have no account code",
  noCategory: (count: string, isOne: boolean) => `Without a category: ${expenses(count, isOne)}`,
  noCode: (category: string, count: string, isOne: boolean) =>
    `${category}: ${expenses(count, isOne)}`,
  noCodeHelp:
    "The file names their category in place of an account. Before you create it, complete these expenses, and give these categories a code:",
  toCategories: "Categories, in Settings",
  preview: "See what it exports",
  make: "Create the export",
  nothing: "No money moved on these days that this export would take.",
  count: (count: string, isOne: boolean) => `${count} ${isOne ? "movement" : "movements"}`,
  movements: "Movements",
  made: "Made",
  size: "Size",
  created: "The export is ready",
  open: (name: string) => `Show ${name}`,
  download: "Download",
  downloadOf: (name: string) => `Download ${name}`,
  totals: "Totals",
  contains: "Contains",
  opening: "Opening balance",
  earlier: "Exported earlier",
  own: "In this export",
  closing: "Closing balance",
  agrees: "Agrees with the ledger",
  differs: (amount: string) => `The ledger now ends at ${amount}`,
  differsHelp:
    "Something was recorded for these days after this export was made. Export the same days again with only what no export has taken, and close the books to keep it from happening.",
  rest: "Only the rest",
  everything: "Everything",
  statement: (currency: string) => `Statement of ${currency}`,
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
    csv: "One row for each line item, for any spreadsheet.",
    xlsx: "One row for each line item, as an Excel workbook.",
    "journal-csv": "Debit, credit, account and tax code of each posting.",
    xero: "Manual journals for the import of Xero.",
    "quickbooks-iif": "General journals for the import of QuickBooks Desktop.",
    beancount: "Entries in plain text for Beancount.",
    ledger: "Entries in plain text for Ledger and hledger.",
  },
}

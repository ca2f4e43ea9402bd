/** English texts about closing and exporting the books. */

const expenses = (count: string, isOne: boolean): string =>
  `${count} ${isOne ? "expense" : "expenses"}`

export const booksEnglish = {
  title: "Closing",
  open: "No period is closed yet",
  closed: (day: string) => `Closed through ${day}`,
  locks:
    "Once a period is closed, no movement can be dated within it. Line items, categories and tax of its transactions are final; receipts, attendees and fields can still be added.",
  who: "Accountants and Admins close the books. Only an Admin can reopen them.",
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
  onlyForward: (day: string) => `Choose a day after ${day}. Only an Admin can reopen the books.`,
  toReopen: "Reopen the books",
  reopenTitle: (day: string) => `Reopen the books from ${day}?`,
  reopenSure: "These days can change again, even if they were exported.",
  openAll: "Reopen all periods",
  openAllSure: "Everything that was closed can change again, even if it was exported.",
  history: "Closing history",
  openedAll: "All periods reopened",
  by: (who: string, when: string) => `by ${who}, ${when}`,
  lockedTitle: "This transaction is closed",
  locked: (day: string) =>
    `The books are closed through ${day}. The line items, categories and tax of this transaction are final; receipts, attendees and fields can still be added. An Admin can reopen the books.`,
  lockedToRead: (day: string) =>
    `The books are closed through ${day}. The line items, categories and tax of this transaction are final.`,
}

export const exportsEnglish = {
  turned: "The last day is before the first.",
  title: "Exports",
  help: "Files for your accounting software. A file never changes, and its totals agree with the ledger.",
  create: "New export",
  noneTitle: "No exports yet",
  noneHelp:
    "Export a month once its expenses are complete. Later exports can leave out movements that were already exported.",
  format: "Format",
  from: "First day",
  to: "Last day",
  period: "Period",
  lastMonth: "Last month",
  thisMonth: "This month",
  lastQuarter: "Last quarter",
  onlyNew: "Only movements not exported yet",
  onlyNewHelp:
    "Leaves out the movements of earlier exports; use it for transactions that came late.",
  onlyNewOn:
    "This is on because there are earlier exports. Turn it off to export all movements of these days again.",
  taken: (count: string, isOne: boolean) =>
    `${count} ${isOne ? "movement of these days is" : "movements of these days are"} in an earlier export and left out here.`,
  takenHelp:
    "To export them again, for example for other software, turn off “Only movements not exported yet”.",
  takeAgain: "Turn it off",
  noCodeTitle: "Some expenses of these days have no account code",
  noCategory: (count: string, isOne: boolean) => `Without a category: ${expenses(count, isOne)}`,
  noCode: (category: string, count: string, isOne: boolean) =>
    `${category}: ${expenses(count, isOne)}`,
  noCodeHelp:
    "The file will show their category instead of an account. Before you create it, complete these expenses and give these categories a code:",
  toCategories: "Categories, in Settings",
  preview: "See what it exports",
  make: "Create the export",
  nothing: "There are no movements to export on these days.",
  count: (count: string, isOne: boolean) => `${count} ${isOne ? "movement" : "movements"}`,
  movements: "Movements",
  made: "Created",
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
    "Something was recorded for these days after this export was created. Export the same days again with “Only movements not exported yet”, then close the books to prevent this.",
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

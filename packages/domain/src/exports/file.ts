import type { Steps } from "../core/decision.ts"
import type { ExportFormat } from "../core/records/exports.ts"
import { csvOf } from "./formats/cells.ts"
import type { TextFormat } from "./formats/format.ts"
import { journalCsv, quickbooksIif, xero } from "./formats/journal.ts"
import { beancount, ledger } from "./formats/plain-text.ts"
import { tableHead, tableRows } from "./formats/table.ts"
import { Workbook } from "./formats/workbook.ts"
import { base64, utf8Length } from "./formats/zip.ts"
import type { Entry } from "./lines.ts"

/** Content of an export file, as stored. */
export interface ExportFile {
  /** Parts in order: text, or base64 for a workbook. */
  readonly parts: ReadonlyArray<string>
  /** Size of the download in bytes. */
  readonly size: number
}

/** Length at which a part ends, in characters. */
const partLength = 65_536

/**
 * Number of bytes whose base64 text has this length. It is a multiple of 3, so that parts can be
 * joined.
 */
const partBytes = (partLength / 4) * 3

const table: TextFormat = {
  head: csvOf([tableHead]),
  of: (entry, currency) => csvOf(tableRows(entry, currency)),
}

const texts: { readonly [F in Exclude<ExportFormat, "xlsx">]: TextFormat } = {
  csv: table,
  "journal-csv": journalCsv,
  xero,
  "quickbooks-iif": quickbooksIif,
  beancount,
  ledger,
}

/** Creates the file of these entries, with a step for each. `currency` is that of the business. */
export const fileOf = (
  format: ExportFormat,
  entries: Iterable<Entry>,
  currency: string,
): Steps<ExportFile> =>
  format === "xlsx" ? workbookOf(entries, currency) : textOf(texts[format], entries, currency)

function* textOf(
  { head, of }: TextFormat,
  entries: Iterable<Entry>,
  currency: string,
): Steps<ExportFile> {
  const parts: Array<string> = []
  let size = 0
  let part = head
  const cut = (): void => {
    if (part === "") return
    parts.push(part)
    size += utf8Length(part)
    part = ""
  }
  for (const entry of entries) {
    part += of(entry, currency)
    if (part.length >= partLength) cut()
    yield
  }
  cut()
  return { parts, size }
}

function* workbookOf(entries: Iterable<Entry>, currency: string): Steps<ExportFile> {
  const workbook = new Workbook()
  workbook.add([tableHead])
  let rows: Array<ReturnType<typeof tableRows>[number]> = []
  for (const entry of entries) {
    rows.push(...tableRows(entry, currency))
    if (rows.length >= rowsAtOnce) {
      workbook.add(rows)
      rows = []
    }
    yield
  }
  workbook.add(rows)
  const bytes = workbook.end()
  const parts: Array<string> = []
  for (let at = 0; at < bytes.length; at += partBytes) {
    parts.push(base64(bytes.subarray(at, at + partBytes)))
    yield
  }
  return { parts, size: bytes.length }
}

/** Rows are added by the hundred, which is cheaper than one by one. */
const rowsAtOnce = 100

import type { Cell } from "./cells.ts"
import { ArchivedFile, zipOf } from "./zip.ts"

/** Characters that XML does not allow or that have a special meaning. */
const special = /[&<>]|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escapes: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const escaped = (text: string): string =>
  text.replaceAll(special, (character) => escapes[character] ?? "")

/** Leading and trailing white space is preserved only with the attribute. */
const textOf = (text: string): string =>
  /^\s|\s$/u.test(text) ? `<t xml:space="preserve">${escaped(text)}</t>` : `<t>${escaped(text)}</t>`

const cellOf = (cell: Cell): string => {
  if (typeof cell !== "string") return `<c><v>${cell.number}</v></c>`
  return cell === "" ? "<c/>" : `<c t="inlineStr"><is>${textOf(cell)}</is></c>`
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packages = "http://schemas.openxmlformats.org/package/2006"
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

const fixed: ReadonlyArray<readonly [name: string, content: string]> = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
  ],
  [
    "_rels/.rels",
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    "xl/workbook.xml",
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Movements" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
]

/**
 * An Office Open XML workbook with one sheet, in which texts are never formulas. Rows are added one
 * after another.
 */
export class Workbook {
  readonly #sheet = new ArchivedFile(
    "xl/worksheets/sheet1.xml",
    `${head}<worksheet xmlns="${main}"><sheetData>`,
  )

  add(rows: ReadonlyArray<ReadonlyArray<Cell>>): void {
    this.#sheet.add(rows.map((row) => `<row>${row.map(cellOf).join("")}</row>`).join(""))
  }

  /** Returns the bytes. No rows can be added afterwards. */
  end(): Uint8Array {
    this.#sheet.add("</sheetData></worksheet>")
    const others = fixed.map(([name, xml]) => new ArchivedFile(name, `${head}${xml}`))
    return zipOf([...others, this.#sheet])
  }
}

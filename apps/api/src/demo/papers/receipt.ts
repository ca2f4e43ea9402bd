import { decimalsOf } from "@outlay/domain/rules"
import { type Chance, chance } from "../chance.ts"
import { Page } from "./document.ts"
import { advance, plain } from "./font.ts"
import { blank, colours, fill, pngOf, write } from "./picture.ts"

/** Type of a receipt: a picture of a printed till receipt, or an invoice as a PDF. */
export type Look = "till" | "invoice"

/** Content of a receipt. Amounts are minor units and positive. */
export interface Proof {
  readonly look: Look
  readonly merchant: string
  readonly buyer: string
  /** A timestamp. */
  readonly at: string
  /** Last four digits of the card that paid; a till prints only these. */
  readonly card: string
  readonly currency: string
  readonly total: number
  readonly gst: number
  readonly lines: ReadonlyArray<readonly [description: string, amount: number]>
}

export interface Paper {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Random numbers for the details of a receipt, always the same for the same purchase. */
const diceOf = (text: string): Chance => {
  let seed = 0
  for (const character of text) {
    seed = (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  }
  return chance(seed)
}

const accents = [0x2f6f4f, 0x1f5f8b, 0x8b3a2f, 0x6b4a8b, 0x8a6a1f, 0x2b6c75] as const

/** Returns random digits in groups, separated by spaces. */
export const digits = (dice: Chance, ...groups: ReadonlyArray<number>): string =>
  groups.map((length) => Array.from({ length }, () => dice.integer(0, 9)).join("")).join(" ")

const moneyOf = (minor: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const text = (minor / 10 ** decimals).toFixed(decimals)
  return text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/gu, ",")
}

const fileNameOf = (merchant: string, at: string, type: string): string =>
  `${plain(merchant)
    .replace(/[^A-Za-z0-9]+/gu, "-")
    .toLowerCase()}-${at.slice(0, 10)}.${type}`

/** Draws the receipt of a purchase. The same purchase gives the same bytes. */
export const paperOf = (proof: Proof): Paper => {
  const { merchant, at, look } = proof
  const own = diceOf(merchant)
  const marks = {
    accent: own.pick(accents),
    abn: digits(own, 2, 3, 3, 3),
    number: digits(diceOf(`${merchant} ${at} ${proof.total}`), 6),
  }
  return look === "till"
    ? { name: fileNameOf(merchant, at, "png"), bytes: tillOf(proof, marks) }
    : { name: fileNameOf(merchant, at, "pdf"), bytes: invoiceOf(proof, marks) }
}

interface Marks {
  readonly accent: number
  readonly abn: string
  readonly number: string
}

const isLocal = ({ currency }: Proof): boolean => currency === "AUD"

const clock = new Intl.DateTimeFormat("en-AU", {
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  ...{ hourCycle: "h23", timeZone: "Australia/Sydney" },
})

/** Local date and time of the company: shops print their own time. */
const printedAt = (at: string): string => clock.format(new Date(at)).replace(",", "")

/** Width in characters, without the margins. */
const columns = 34

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 2)}..`

const pair = (left: string, right: string): string => {
  const shortened = shorten(left, columns - right.length - 1)
  return `${shortened}${" ".repeat(columns - shortened.length - right.length)}${right}`
}

const tillOf = (proof: Proof, { accent, abn, number }: Marks): Uint8Array => {
  const { merchant, at, card, currency, total, gst, lines } = proof
  const rule = "-".repeat(columns)
  const text = [
    isLocal(proof) ? `ABN ${abn}` : "",
    `${printedAt(at)}   No ${number}`,
    rule,
    ...lines.map(([description, amount]) => pair(description, moneyOf(amount, currency))),
    rule,
    pair(`TOTAL ${currency}`, moneyOf(total, currency)),
    ...(gst > 0 ? [pair("Includes GST", moneyOf(gst, currency))] : []),
    pair("CARD", `**** ${card}`),
    "",
    "Thank you",
  ]
  const width = (columns + 4) * advance
  const line = 11
  const picture = blank(width, 40 + text.length * line + 10)
  fill(picture, [0, 0, width, 6], colours.accent)
  const size = plain(merchant).length * advance * 2 <= width - 2 * advance ? 2 : 1
  const centre = (of: string, scale = 1) =>
    Math.max(advance, Math.floor((width - of.length * advance * scale) / 2))
  const head = shorten(merchant, columns)
  write(picture, head, [centre(head, size), 15], { size, colour: colours.accent })
  for (const [n, each] of text.entries()) {
    const colour = each === rule ? colours.grey : colours.ink
    write(picture, each, [centre(each), 38 + n * line], { colour })
  }
  return pngOf(picture, [0xfcfbf7, 0x2a2a2a, 0x9a978f, accent])
}

/** Width of a number in points. All digits of Helvetica have the same width. */
const widthOfNumber = (text: string, size = 9): number =>
  [...text].reduce((sum, each) => sum + (/\d/u.test(each) ? 0.556 : 0.278), 0) * size

const invoiceOf = (proof: Proof, { accent, abn, number }: Marks): Uint8Array => {
  const { merchant, buyer, at, currency, total, gst, lines } = proof
  const page = new Page()
    .fill([0, 535, 420, 60], accent)
    .write(merchant, [30, 560], { size: 17, bold: true, rgb: 0xffffff })
    .write(isLocal(proof) ? "Tax invoice" : "Invoice", [30, 500], { size: 15, bold: true })
    .write(`Number ${number}`, [30, 482])
    .write(`Date ${printedAt(at).slice(0, 10)}`, [30, 468])
    .write("Billed to", [230, 482], { rgb: 0x6a7078 })
    .write(buyer, [230, 468])
    .fill([30, 432, 360, 18], 0xeceef0)
    .write("Description", [36, 438], { bold: true })
    .write(currency, [364, 438], { bold: true })
  if (isLocal(proof)) page.write(`ABN ${abn}`, [30, 543], { rgb: 0xffffff })
  let bottom = 414
  const row = (label: string, amount: number, bold = false) => {
    const money = moneyOf(amount, currency)
    page.write(label, [36, bottom], { bold })
    page.write(money, [Number((384 - widthOfNumber(money)).toFixed(2)), bottom], { bold })
    bottom -= 18
  }
  for (const [description, amount] of lines) row(description, amount)
  page.fill([30, bottom + 10, 360, 0.7], 0xb5bac0)
  bottom -= 6
  if (gst > 0) row("GST included", gst)
  row("Total", total, true)
  return page.write("Paid. Thank you for your business.", [30, 60], { rgb: 0x6a7078 }).toPdf()
}

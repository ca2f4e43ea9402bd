import { createHash } from "node:crypto"
import { inflateSync } from "node:zlib"
import { mediaTypeOf } from "@outlay/domain/rules"
import { describe, expect, test } from "vitest"
import { inkAt } from "./papers/font.ts"
import { type Proof, paperOf } from "./papers/receipt.ts"
import { type Happening, planSteps } from "./plan.ts"
import { linksOf, proofOf } from "./receipts.ts"

const until = "2026-11-21T04:05:06.789Z"
const seed = 7
const owner = { name: "Wattle & Quay Pty Ltd", until, seed }
const purchases = (day = until): ReadonlyArray<Happening> =>
  planSteps({ seed, months: 6, until: day }).filter((step) => step.kind === "transaction")

const purchase: Proof = {
  ...{ look: "till", merchant: "Café Zürich", buyer: "Wattle", at: "2026-03-05T04:12:30.000Z" },
  card: "0417",
  ...{ currency: "AUD", total: 123_456, gst: 11_223, lines: [["Lunch (for two)", 123_456]] },
}

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** Returns the palette indexes of a PNG, two bits each, row by row. */
const pixelsOf = (bytes: Uint8Array) => {
  const view = Buffer.from(bytes)
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)]
  const at = view.indexOf("IDAT")
  const packed = view.subarray(at + 4, at + 4 + view.readUInt32BE(at - 4))
  const rows = inflateSync(packed)
  const length = width / 4 + 1
  return { width, height, row: (y: number) => rows.subarray(y * length, (y + 1) * length) }
}

describe("drawn receipts", () => {
  test("have the same bytes for the same purchase, and different bytes for another", () => {
    for (const look of ["till", "invoice"] as const) {
      const of = (other: Partial<Proof> = {}) =>
        digestOf(paperOf({ ...purchase, look, ...other }).bytes)
      expect(of()).toBe(of())
      for (const other of [{ total: 123_457 }, { merchant: "Rail" }, { gst: 0 }]) {
        expect(of(other)).not.toBe(of())
      }
    }
  })

  test("are small pictures with ink where the letters are", () => {
    const { name, bytes } = paperOf(purchase)
    expect([name, mediaTypeOf(bytes)]).toEqual(["cafe-zurich-2026-03-05.png", "image/png"])
    expect(bytes.length).toBeLessThan(4096)
    const { width, height, row } = pixelsOf(bytes)
    expect(width).toBe(456)
    expect(height).toBeGreaterThan(300)
    // Each second row is equal to the first, so its differences are 0.
    expect([row(0)[0], row(1)[0], Math.max(...row(1).subarray(1))]).toEqual([0, 2, 0])
    expect([...row(0).subarray(1)].every((byte) => byte === 0xff)).toBe(true)
    const rows = ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#", "....."]
    const drawn = rows.map((_, y) =>
      [0, 1, 2, 3, 4].map((x) => (inkAt("H".charCodeAt(0), x, y) ? "#" : ".")).join(""),
    )
    expect(drawn).toEqual(rows)
  })

  test("show the card that paid, for any purchase", () => {
    const drawn = (other: Partial<Proof>) => {
      const { height, row } = pixelsOf(paperOf({ ...purchase, ...other }).bytes)
      return Array.from({ length: height }, (_, y) => Buffer.from(row(y)).toString("hex"))
    }
    const [first, otherCard] = [drawn({}), drawn({ card: "9352" })]
    const ofCard = [...first.keys()].filter((y) => first[y] !== otherCard[y])
    expect(ofCard.length).toBeGreaterThan(5)
    expect(Math.max(...ofCard) - Math.min(...ofCard)).toBeLessThan(20)
    const another = drawn({ at: "2026-03-09T01:10:00.000Z", total: 999, merchant: "Rail" })
    expect(another).not.toEqual(first)
    expect(ofCard.map((y) => another[y])).toEqual(ofCard.map((y) => first[y]))
  })

  test("show the same card for each person, and different cards for different people", () => {
    const cardsOf = (of: number) => {
      const cards = new Map<number | null, Set<string>>()
      for (const step of purchases()) {
        const proof = proofOf(step, { ...owner, seed: of })
        if (proof === null) continue
        expect(proof.card).toMatch(/^\d{4}$/u)
        cards.set(step.user, (cards.get(step.user) ?? new Set()).add(proof.card))
      }
      return [...cards.values()].map((each) => [...each])
    }
    const cards = cardsOf(seed)
    expect(cards.length).toBeGreaterThan(10)
    expect(cards.filter(({ length }) => length > 1)).toEqual([])
    expect(new Set(cards.flat()).size).toBe(cards.length)
    expect(cardsOf(8)).not.toEqual(cards)
  })

  test("are PDFs with a correct cross-reference table and every amount", () => {
    const { name, bytes } = paperOf({ ...purchase, look: "invoice" })
    expect([name, mediaTypeOf(bytes)]).toEqual(["cafe-zurich-2026-03-05.pdf", "application/pdf"])
    const text = Buffer.from(bytes).toString("latin1")
    const start = Number(/startxref\n(\d+)/u.exec(text)?.[1])
    expect(text.slice(start, start + 4)).toBe("xref")
    const places = [...text.matchAll(/^(\d{10}) 00000 n $/gmu)].map(([, place]) => Number(place))
    expect(places.map((place) => text.slice(place, place + 7))).toEqual(
      places.map((_, n) => `${n + 1} 0 obj`),
    )
    const [, length, content] = /Length (\d+) >>\nstream\n(.*)\nendstream/su.exec(text) ?? []
    expect(content?.length).toBe(Number(length))
    expect(text).toContain("(Date 05/03/2026)")
    // An afternoon in London is the next morning in the time zone of the company.
    const night = paperOf({ ...purchase, look: "invoice", at: "2026-03-05T16:12:30.000Z" })
    expect(Buffer.from(night.bytes).toString("latin1")).toContain("(Date 06/03/2026)")
    for (const part of ["(Café Zürich)", "(Lunch \\(for two\\))", "(1,234.56)", "(112.23)"]) {
      expect(content).toContain(part)
    }
  })

  test("are the same regardless of the day on which the company is made", () => {
    const drawn = (day: string) =>
      purchases(day).flatMap((step) => {
        const proof = proofOf(step, { ...owner, until: day })
        return proof === null || !proof.at.startsWith("2026-10-1")
          ? []
          : [digestOf(paperOf(proof).bytes)]
      })
    const later = drawn("2026-11-30T00:00:00.000Z")
    expect(later.length).toBeGreaterThan(20)
    expect(drawn(until)).toEqual(expect.arrayContaining(later))
  })

  test("cover the spending: every receipt is a file or, if old, a link", () => {
    const steps = purchases()
    const looks = new Set<string>()
    for (const step of steps) {
      const proof = proofOf(step, owner)
      const links = linksOf(step, until)
      expect(links.length + (proof === null ? 0 : 1)).toBe(step.receipt === null ? 0 : 1)
      if (step.status === "DECLINED") expect(step.receipt).toBeNull()
      if (proof === null) continue
      looks.add(proof.look)
      expect(proof.total).toBe(Math.abs(step.fx_amount))
      const sum = proof.lines.reduce((total, [, amount]) => total + amount, 0)
      expect(sum).toBe(proof.total)
    }
    expect([...looks].sort()).toEqual(["invoice", "till"])
    expect(steps.filter((step) => linksOf(step, until).length > 0).length).toBeGreaterThan(100)
  })
})

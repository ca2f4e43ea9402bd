import { describe, expect, test } from "vitest"
import type { Letter } from "../core/records/messages.ts"
import { writtenLetter } from "./letter.ts"

const letter: Letter = {
  ...{ kind: "missing_receipts", user_id: 2, name: "Ann", unsubscribe: "7.2.x.abc" },
  lead: "2 of your expenses have no receipt.",
  items: [
    {
      title: `Fish & "Chips" <b>, 12.00 AUD`,
      details: ["Spent on 21 November 2026."],
      links: [{ label: "Add the receipt", path: "/transactions/t1?a=1&b=2" }],
    },
  ],
  more: { label: "All expenses", path: "/transactions" },
  reason: "You spend money of Acme.",
}

describe("a letter", () => {
  const { text, html, unsubscribe_url } = writtenLetter(letter, "https://a.test")

  test("is readable as plain text", () => {
    expect(text).toBe(`Hello Ann,

2 of your expenses have no receipt.

* Fish & "Chips" <b>, 12.00 AUD
  Spent on 21 November 2026.
  Add the receipt: https://a.test/transactions/t1?a=1&b=2

All expenses: https://a.test/transactions

-- 
You spend money of Acme.
Stop these e-mails: https://a.test/unsubscribe?token=7.2.x.abc`)
    expect(unsubscribe_url).toBe("https://a.test/unsubscribe?token=7.2.x.abc")
  })

  test("has the same content as HTML, with every text escaped", () => {
    expect(html).toContain("<strong>Fish &amp; &quot;Chips&quot; &lt;b&gt;, 12.00 AUD</strong>")
    expect(html).toContain(
      '<a href="https://a.test/transactions/t1?a=1&amp;b=2">Add the receipt</a>',
    )
    expect(html).toContain('<a href="https://a.test/unsubscribe?token=7.2.x.abc">')
    expect(html).not.toMatch(/<(script|img|link|style|b)\b/u)
  })

  test("has no link if the address of the service is unknown", () => {
    const without = writtenLetter(letter, null)
    expect(without.unsubscribe_url).toBe(null)
    for (const body of [without.text, without.html]) {
      expect(body).not.toMatch(/https?:|href|unsubscribe\?/u)
      expect(body).toContain("in the settings of the service")
    }
  })
})

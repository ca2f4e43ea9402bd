import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { count, duration, facts, pace, progress, table } from "./terminal.ts"

describe("text for people", () => {
  test("a table aligns numbers to the right and texts to the left", () => {
    expect(
      table(
        ["id", "name", "balance"],
        [
          [7, "Aurora", "1.00"],
          [12, null, "-20.50"],
        ],
      ),
    ).toBe("id  name    balance\n 7  Aurora  1.00\n12  -       -20.50")
    expect(table(["id"], [])).toBe("")
  })

  test("facts have their values in one column", () => {
    expect(
      facts([
        ["id", 7],
        ["name", null],
      ]),
    ).toBe("id    7\nname  -")
  })

  test.each([
    [0, "0:00"],
    [65, "1:05"],
    [7384.4, "2:03:04"],
    [-1, "0:00"],
  ])("%d seconds are formatted as %s", (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })

  test("counts have thousands separators", () => {
    expect(count(54237)).toBe("54,237")
  })
})

describe("pace", () => {
  test.each([
    [{ done: 34, total: 100, seconds: 2 }, " (34 %), 17 a second, 0:04 left"],
    [{ done: 0, total: 100, seconds: 1 }, " (0 %), 0 a second"],
    [{ done: 100, total: 100, seconds: 3 }, " (100 %), 33 a second, 0:00 left"],
    [{ done: 60, total: 100, before: 50, seconds: 5 }, " (60 %), 2 a second, 0:20 left"],
    [{ done: 99_999, total: 100_000, seconds: 10 }, " (99 %), 10,000 a second, 0:01 left"],
    [{ done: 5_000, total: null, seconds: 2 }, ", 2,500 a second"],
    [{ done: 0, total: 0, seconds: 0 }, ", 0 a second"],
  ])("%j is shown as %s", (extent, text) => {
    expect(pace(extent)).toBe(text)
  })

  test("the remaining time matches the rate that is shown", () => {
    const extents = fc.record({
      done: fc.integer({ min: 1, max: 1_000_000 }),
      more: fc.integer({ min: 0, max: 1_000_000 }),
      seconds: fc.integer({ min: 1, max: 10_000_000 }).map((milliseconds) => milliseconds / 1000),
    })
    fc.assert(
      fc.property(extents, ({ done, more, seconds }) => {
        const text = pace({ done, total: done + more, seconds })
        const [, share, rate = "", left = ""] =
          /^ \((\d+) %\), ([\d.,]+) a second, ([\d:]+) left$/u.exec(text) ?? []
        if (rate === "") {
          // The rate is too low to be shown: less than one in twenty seconds.
          expect(done / seconds).toBeLessThan(0.05)
          return
        }
        const shown = Number(rate.replaceAll(",", ""))
        const rest = left.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)
        // Both are rounded: the rate to half of its last digit, the remaining time up to a second.
        const half = shown < 10 ? 0.05 : 0.5
        expect(rest).toBeLessThanOrEqual(more / Math.max(shown - half, 1e-9) + 1)
        expect(rest).toBeGreaterThanOrEqual(more / (shown + half))
        expect(rest === 0).toBe(more === 0)
        expect(Number(share)).toBe(Math.floor((100 * done) / (done + more)))
      }),
    )
  })
})

describe("progress", () => {
  const shown = (isTTY: boolean, times: ReadonlyArray<number>): ReadonlyArray<string> => {
    const written: Array<string> = []
    let at = 0
    const line = progress({ isTTY, columns: 10, write: (text) => written.push(text) }, () => at)
    for (const time of times) {
      at = time
      line.show(`at ${time} ms, far along`)
    }
    line.end()
    return written
  }

  test("is one live line on a terminal, cut to its width, and removed at the end", () => {
    expect(shown(true, [0, 50, 100])).toEqual([
      "\r\u001b[Kat 0 ms, ",
      "\r\u001b[Kat 100 ms",
      "\r\u001b[K",
    ])
  })

  test("is a plain line every few seconds elsewhere", () => {
    expect(shown(false, [10, 4999, 5000, 5001, 10_000])).toEqual([
      "at 5000 ms, far along\n",
      "at 10000 ms, far along\n",
    ])
  })
})

import { describe, expect, test } from "vitest"
import { count, duration, facts, progress, table } from "./terminal.ts"

describe("text for people", () => {
  test("a table aligns numbers right and texts left", () => {
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
  ])("%d seconds are %s", (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })

  test("counts are grouped", () => {
    expect(count(54237)).toBe("54,237")
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

  test("is one live line on a terminal, as wide as the terminal, and gone at the end", () => {
    expect(shown(true, [0, 50, 100])).toEqual([
      "\r\u001b[Kat 0 ms, ",
      "\r\u001b[Kat 100 ms",
      "\r\u001b[K",
    ])
  })

  test("is plain lines now and then elsewhere", () => {
    expect(shown(false, [10, 4999, 5000, 5001, 10_000])).toEqual([
      "at 5000 ms, far along\n",
      "at 10000 ms, far along\n",
    ])
  })
})

import { describe, expect, it } from "vitest"
import { optionsShown } from "./options.ts"

const people = Array.from({ length: 350 }, (_, n) => ({
  value: `${n}`,
  label: n % 2 === 0 ? `Ada ${n}` : `Ben ${n}`,
}))

const shown = (typed: string, options = people) =>
  optionsShown(options, typed, (count) => `${count} more`)

describe("the options of a field", () => {
  it.each([
    ["nothing typed: a hundred, and how many others there are", "", 101, "250 more"],
    ["still too many: those of the words", "ada", 101, "75 more"],
    ["few enough: all of them", " BEN 1 ", 56, "Ben 199"],
    ["a part of a label, in any case", "a 34", 6, "Ada 348"],
    ["no option has it", "zz", 0, undefined],
  ])("%s", (_, typed, count, last) => {
    expect(shown(typed)).toHaveLength(count)
    expect(shown(typed).at(-1)?.label).toBe(last)
  })

  it("a hundred have no line about others; a hundred and one have", () => {
    expect(shown("", people.slice(0, 100))).toEqual(people.slice(0, 100))
    expect(shown("", people.slice(0, 101)).slice(100)).toEqual([
      { value: "", label: "1 more", disabled: true },
    ])
  })
})

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
    expect(
      shown(typed)
        .map((each) => "label" in each && each.label)
        .at(-1),
    ).toBe(last)
  })

  it("a line about further matches follows a hundred options if there are more", () => {
    expect(shown("", people.slice(0, 100))).toEqual(people.slice(0, 100))
    expect(shown("", people.slice(0, 101)).slice(100)).toEqual([
      { value: "", label: "1 more", disabled: true },
    ])
  })

  it("groups keep their matches, and disappear without any", () => {
    const groups = [
      { group: "Budgets", items: [{ value: "a", label: "Budget created" }] },
      { group: "Topups", items: people.slice(0, 80) },
      { group: "People", items: people.slice(80, 160) },
    ]
    const found = (typed: string) => optionsShown(groups, typed, (count) => `${count} more`)
    expect(found("budget")).toEqual([groups[0]])
    expect(found("zz")).toEqual([])
    expect(found("")).toEqual([
      groups[0],
      groups[1],
      { group: "People", items: people.slice(80, 99) },
      { value: "", label: "61 more", disabled: true },
    ])
  })
})

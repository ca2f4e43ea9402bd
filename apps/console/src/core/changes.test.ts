import { expect, test } from "vitest"
import { changedIn, merged, versionsOf } from "./changes.ts"

const before = { name: "Travel", amount: 100, people: ["Ann"] }
const mine = { ...before, amount: 200, people: ["Ann"] }
const theirs = { ...before, name: "Trips", people: ["Ann", "Bo"] }

test("what differs is what was changed, also inside of lists", () => {
  expect(changedIn(mine, before)).toEqual({ amount: 200 })
  expect(changedIn(theirs, before)).toEqual({ name: "Trips", people: ["Ann", "Bo"] })
  expect(changedIn(before, { ...before, people: [...before.people] })).toEqual({})
})

test("one's own change leaves what others changed elsewhere", () => {
  expect(merged(mine, before, theirs)).toEqual({
    name: "Trips",
    amount: 200,
    people: ["Ann", "Bo"],
  })
})

test("where both changed a field, one's own is over theirs", () => {
  expect(merged(mine, before, { ...before, amount: 300 }).amount).toBe(200)
})

test("versions are of the fields that anybody changed", () => {
  const shown = {
    name: ["Name", (_: typeof before) => _.name],
    amount: ["Amount", (_: typeof before) => String(_.amount)],
    people: ["People", (_: typeof before) => _.people.join()],
  } as const
  expect(versionsOf(shown, before, theirs, mine)).toEqual([
    { name: "Name", was: "Travel", theirs: "Trips", mine: "Trips" },
    { name: "Amount", was: "100", theirs: "100", mine: "200" },
    { name: "People", was: "Ann", theirs: "Ann,Bo", mine: "Ann,Bo" },
  ])
  expect(versionsOf(shown, before, before, before)).toEqual([])
})

import { expect, test } from "vitest"
import { changedIn, merged, versionsOf } from "./changes.ts"

const before = { name: "Travel", amount: 100, people: ["Ann"] }
const mine = { ...before, amount: 200, people: ["Ann"] }
const theirs = { ...before, name: "Trips", people: ["Ann", "Bo"] }

test("differences are found, also inside of lists", () => {
  expect(changedIn(mine, before)).toEqual({ amount: 200 })
  expect(changedIn(theirs, before)).toEqual({ name: "Trips", people: ["Ann", "Bo"] })
  expect(changedIn(before, { ...before, people: [...before.people] })).toEqual({})
})

test("one's own change keeps changes of other fields by others", () => {
  expect(merged(mine, before, theirs)).toEqual({
    name: "Trips",
    amount: 200,
    people: ["Ann", "Bo"],
  })
})

test("if both changed a field, one's own change wins", () => {
  expect(merged(mine, before, { ...before, amount: 300 }).amount).toBe(200)
})

test("versions are of the fields that anyone changed", () => {
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

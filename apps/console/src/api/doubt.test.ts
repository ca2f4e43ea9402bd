import { expect, test } from "vitest"
import { makeDoubt } from "./doubt.ts"

type Found = "same" | "other" | "nobody"

/** Doubt whose checks are resolved by the test, in the order of their start. */
const doubtOf = () => {
  const looks: Array<PromiseWithResolvers<Found>> = []
  const acts: Array<Found> = []
  const doubt = makeDoubt<Found>({
    look: () => {
      const look = Promise.withResolvers<Found>()
      looks.push(look)
      return look.promise
    },
    settles: (found) => found === "same",
    act: (found) => acts.push(found),
  })
  return { doubt, looks, acts }
}

/** Lets continuations of settled promises run. */
const turn = () => new Promise((done) => setImmediate(done))

test("there is no doubt until it is raised", () => {
  const { doubt, looks } = doubtOf()
  expect(doubt.isRaised()).toBe(false)
  doubt.raise()
  expect([doubt.isRaised(), looks.length]).toEqual([true, 0])
})

test("concurrent callers share one check, which is acted on once", async () => {
  const { doubt, looks, acts } = doubtOf()
  doubt.raise()
  const all = [doubt.check(), doubt.check(), doubt.check()]
  looks[0]?.resolve("same")
  expect(await Promise.all(all)).toEqual(["same", "same", "same"])
  expect([looks.length, acts, doubt.isRaised()]).toEqual([1, ["same"], false])
})

test.each(["other", "nobody"] as const)(
  "%s settles nothing: it is checked again",
  async (found) => {
    const { doubt, looks, acts } = doubtOf()
    doubt.raise()
    const first = doubt.check()
    looks[0]?.resolve(found)
    expect([await first, doubt.isRaised()]).toEqual([found, true])
    const second = doubt.check()
    looks[1]?.resolve("same")
    expect([await second, doubt.isRaised()]).toEqual(["same", false])
    expect(acts).toEqual([found, "same"])
  },
)

test("a result from before it was raised again is discarded", async () => {
  const { doubt, looks, acts } = doubtOf()
  doubt.raise()
  const before = doubt.check()
  doubt.raise()
  const after = doubt.check()
  looks[0]?.resolve("same")
  await turn()
  expect([looks.length, acts, doubt.isRaised()]).toEqual([2, [], true])
  looks[1]?.resolve("other")
  expect(await Promise.all([before, after])).toEqual(["other", "other"])
  expect([acts, doubt.isRaised()]).toEqual([["other"], true])
})

test("a check that fails settles nothing, and fails for all callers", async () => {
  const { doubt, looks, acts } = doubtOf()
  doubt.raise()
  const all = [doubt.check(), doubt.check()]
  looks[0]?.reject(new Error("lost"))
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect([acts, doubt.isRaised()]).toEqual([[], true])
  const again = doubt.check()
  looks[1]?.resolve("same")
  expect([await again, doubt.isRaised()]).toEqual(["same", false])
})

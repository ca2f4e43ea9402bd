import { expect, test } from "vitest"
import { beginWithOthers, sendHeld, sendWithOthers } from "./batch.ts"

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Begins reads in one turn, each of which takes `takesMs`. Returns what happens, in order. */
const reads = (names: string, takesMs = 0) => {
  const happened: Array<string> = []
  for (const name of names) {
    beginWithOthers(() => {
      happened.push(`begin ${name}`)
      for (const until = performance.now() + takesMs; performance.now() < until; );
      return sendWithOthers(() => void happened.push(`send ${name}`))
    })
  }
  return happened
}

/** Begins two reads in one turn, so that the next turn is a shared one. */
const share = async () => {
  reads("xy")
  await turn()
}

test("a lone read is processed and sent at once", async () => {
  reads("x")
  await turn()
  expect(reads("a")).toEqual(["begin a", "send a"])
  await turn()
})

test("if several reads arrive per turn, all begin at its end and are sent together", async () => {
  await share()
  const happened = reads("abc")
  expect(happened).toEqual([])
  await turn()
  expect(happened).toEqual(["begin a", "begin b", "begin c", "send a", "send b", "send c"])
})

test("a response waits at most one millisecond", async () => {
  await share()
  const happened = reads("abcd", 1.1)
  await turn()
  expect(happened).toEqual([
    ...["begin a", "begin b", "send a", "send b"],
    ...["begin c", "begin d", "send c", "send d"],
  ])
})

test("reads above the limit of one turn continue in the next, before later reads", async () => {
  await share()
  const happened = reads("a".repeat(65))
  await turn()
  expect(happened).toHaveLength(2 * 64)
  const later = reads("b")
  expect(later).toEqual([])
  await turn()
  expect([happened.at(-1), later]).toEqual(["send a", ["begin b", "send b"]])
})

test("after a turn with one read, the next read is processed at once again", async () => {
  await share()
  const happened = reads("a")
  expect(happened).toEqual([])
  await turn()
  expect(happened).toEqual(["begin a", "send a"])
  expect(reads("b")).toEqual(["begin b", "send b"])
  await turn()
})

test("a response that is ready later waits for the end of that turn or `sendHeld`", async () => {
  await share()
  const happened = reads("ab")
  const sent: Array<string> = []
  sendWithOthers(() => void sent.push("late"))
  expect(sent).toEqual([])
  sendHeld()
  expect(sent).toEqual(["late"])
  await turn()
  expect(happened).toHaveLength(4)
})

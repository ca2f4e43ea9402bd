import { type Decision, nothing, type Write } from "@outlay/domain/ports"
import { Effect } from "effect"
import { describe, expect, test, vi } from "vitest"
import { noteUndone, noteWrites, remembering } from "./cache.ts"

const writing = (table: Write["table"]): Decision<null> => ({
  ...nothing(null),
  writes: [{ table, before: null, after: null } as unknown as Write],
})

const counting = (answers: ReadonlyArray<string | null>) => {
  let asked = 0
  const find = remembering(["tokens", "roles"], () =>
    Effect.sync(() => answers[asked++ % answers.length] ?? null),
  )
  return { ask: (key = "a") => Effect.runSync(find(key)), asked: () => asked }
}

describe("what is remembered", () => {
  test("is answered again without asking", () => {
    const { ask, asked } = counting(["one", "two"])
    expect([ask(), ask(), ask()]).toEqual(["one", "one", "one"])
    expect(asked()).toBe(1)
    expect(ask("b")).toBe("two")
  })

  test("is forgotten when one of its tables is written, and only then", () => {
    const { ask } = counting(["one", "two"])
    ask()
    noteWrites([writing("topups")])
    expect(ask()).toBe("one")
    noteWrites([writing("roles")])
    expect(ask()).toBe("two")
  })

  test("is forgotten when something that was written is undone", () => {
    const { ask } = counting(["one", "two", "three"])
    noteWrites([writing("roles")])
    ask()
    noteUndone()
    expect(ask()).toBe("two")
    noteUndone()
    expect(ask()).toBe("two")
  })

  test("is nothing where nothing was found", () => {
    const { ask, asked } = counting([null])
    expect([ask(), ask()]).toEqual([null, null])
    expect(asked()).toBe(2)
  })

  test("is read again after half a second: another process may have written it", () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0)
    const { ask } = counting(["one", "two"])
    ask()
    clock.mockReturnValue(499)
    expect(ask()).toBe("one")
    clock.mockReturnValue(501)
    expect(ask()).toBe("two")
    clock.mockRestore()
  })
})

import { Savepoints, Sql } from "@outlay/sql-storage"
import { Effect, Exit } from "effect"
import { sql as text } from "kysely"
import { describe, expect, test } from "vitest"
import { statement, storage } from "./given.ts"

/** Steps: work begins (as a dry run with `?`), ends (rolled back with `!`), or writes (`w`). */
type Steps = ReadonlyArray<"(" | "(?" | "w" | ")" | ")!">

const controlsOf = (isHopeful: boolean, steps: Steps) => {
  const controls: Array<string> = []
  const savepoints = new Savepoints({ control: (sql) => controls.push(sql), isThere: true })
  savepoints.begin(isHopeful)
  const levels: Array<number> = []
  for (const step of steps) {
    if (step === "w") savepoints.write()
    else if (step === "(" || step === "(?") levels.push(savepoints.enter(step === "(?"))
    else savepoints.leave(levels.pop() as number, step === ")")
  }
  return { controls, isSpoilt: savepoints.isSpoilt }
}

interface Row {
  readonly what: string
  readonly isHopeful: boolean
  readonly steps: Steps
  readonly controls: ReadonlyArray<string>
  readonly isSpoilt?: boolean
}

const rows: ReadonlyArray<Row> = [
  {
    what: "work that only reads has none",
    isHopeful: false,
    steps: ["(", "(", ")!", ")"],
    controls: [],
  },
  {
    what: "work that writes has one",
    isHopeful: false,
    steps: ["(", "w", "w", ")"],
    controls: ["SAVEPOINT level_0", "RELEASE level_0"],
  },
  {
    what: "work that fails after it wrote is rolled back",
    isHopeful: false,
    steps: ["(", "w", ")!"],
    controls: ["SAVEPOINT level_0", "ROLLBACK TO level_0", "RELEASE level_0"],
  },
  {
    what: "nested work shares one that begins at the same write",
    isHopeful: false,
    steps: ["(", "(", "w", ")", "w", ")"],
    controls: ["SAVEPOINT level_0", "RELEASE level_0"],
  },
  {
    what: "nested work that is rolled back leaves the savepoint to the work around it",
    isHopeful: false,
    steps: ["(", "(", "w", ")!", "w", ")"],
    controls: ["SAVEPOINT level_0", "ROLLBACK TO level_0", "RELEASE level_0"],
  },
  {
    what: "work nested in work that has written has its own",
    isHopeful: false,
    steps: ["(", "w", "(", "w", ")!", ")"],
    controls: [
      "SAVEPOINT level_0",
      "SAVEPOINT level_1",
      "ROLLBACK TO level_1",
      "RELEASE level_1",
      "RELEASE level_0",
    ],
  },
  {
    what: "a write outside of all work has none",
    isHopeful: false,
    steps: ["w"],
    controls: [],
  },
  {
    what: "hopeful work has none",
    isHopeful: true,
    steps: ["(", "(", "w", ")", "w", ")"],
    controls: [],
  },
  {
    what: "hopeful work that fails before it writes spoils nothing",
    isHopeful: true,
    steps: ["(", "(", ")!", ")!"],
    controls: [],
  },
  {
    what: "hopeful work that fails later spoils everything",
    isHopeful: true,
    steps: ["(", "(", "w", ")!", ")"],
    controls: [],
    isSpoilt: true,
  },
  {
    what: "a dry run has one, and work after it has none",
    isHopeful: true,
    steps: ["(?", "(", "w", ")", ")!", "(", "w", ")"],
    controls: ["SAVEPOINT level_0", "ROLLBACK TO level_0", "RELEASE level_0"],
  },
]

test.each(rows)("$what", ({ isHopeful, steps, controls, isSpoilt = false }) => {
  expect(controlsOf(isHopeful, steps)).toEqual({ controls, isSpoilt })
})

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const unit = <A, E, R>(work: Effect.Effect<A, E, R>, options?: { readonly dryRun: boolean }) =>
  Effect.flatMap(Sql, ({ transaction }) => transaction(work, options))
const no = Effect.fail("no" as const)

describe("a unit in a group that is rolled back", () => {
  const fine = [unit(write("a")), unit(Effect.andThen(unit(write("b")), write("c")))]
  const cases = [
    ["after it wrote", unit(Effect.andThen(write("x"), no)), []],
    ["before it wrote", unit(no), []],
    ["by a duplicate row", unit(Effect.andThen(write("x"), write("x"))), []],
    ["as a dry run", unit(write("x"), { dryRun: true }), []],
    [
      "in a part, while the rest continues",
      unit(
        Effect.all([write("d"), Effect.ignore(unit(Effect.andThen(write("x"), no))), write("e")]),
      ),
      ["d", "e"],
    ],
    [
      "in its first part",
      unit(Effect.andThen(Effect.ignore(unit(Effect.andThen(write("x"), no))), write("d"))),
      ["d"],
    ],
    [
      "in a part that is a dry run",
      unit(Effect.andThen(unit(write("x"), { dryRun: true }), write("d"))),
      ["d"],
    ],
  ] as const

  test.each(cases)("%s: the others are committed", async (_, work, expected) => {
    const { run } = storage()
    const [a, b] = fine
    const all = [a, work, b].map((_) => Effect.exit(_ as Effect.Effect<unknown, unknown, Sql>))
    const exits = await run(Effect.all(all, { concurrency: "unbounded" }))
    expect([exits[0], exits[2]].map((exit) => exit !== undefined && Exit.isSuccess(exit))).toEqual([
      true,
      true,
    ])
    const rows = await run(Effect.flatMap(Sql, ({ all }) => all(names, {})))
    expect(rows.map(({ name }) => name)).toEqual(["a", "b", "c", ...expected])
  })
})

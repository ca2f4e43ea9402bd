import { describe, expect, test } from "vitest"
import { crashing, honouringKeys } from "../src/crashes/server.ts"
import { resultOfMutant } from "../src/kills.ts"
import { crashes } from "../src/mutants/crashes.ts"
import { ended } from "../src/runs.ts"

const seed = 42
const profiles = ["durability"] as const

describe("a server that is killed", () => {
  test("that is sound passes", async () => {
    const provisioner = crashing(honouringKeys())
    const { exit, report, why } = await ended({ provisioner, profiles, seed })
    const faults = report?.checks.filter(({ verdict }) => verdict !== "pass")
    expect({ exit, why, faults: faults?.map(({ id, seen }) => ({ id, seen })) }).toEqual({
      exit: 0,
      why: null,
      faults: [],
    })
  })

  test.each(crashes.map((mutant) => [mutant.name, mutant] as const))(
    "%s is found by a check of its broken requirement",
    async (_, mutant) => {
      const { killed, by, names, unrelated } = await resultOfMutant(mutant, { seed })
      expect({ names, by, killed, unrelated }).toMatchObject({ killed: true, unrelated: [] })
    },
  )

  test("that honours no keys leaves their replay untestable", async () => {
    const provisioner = crashing({ edge: (next) => next, onCrash: () => undefined })
    const only = ["durability.key-replay", "durability.keys-kept"]
    const { report } = await ended({ provisioner, profiles, only, seed })
    expect(report?.checks.map(({ verdict }) => verdict)).toEqual(["untestable", "untestable"])
  })
})

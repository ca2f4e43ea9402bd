import { describe, expect, test } from "vitest"
import type { Counts } from "../src/careless/front.ts"
import { carelessReference } from "../src/careless/provisioner.ts"
import { ended } from "../src/runs.ts"

const framing = ["hardening.smuggling", "hardening.two-", "hardening.cut-off"]
const tested: ReadonlyArray<readonly [Counts, ReadonlyArray<string>, string]> = [
  // It takes the first of an invalid and a valid credential, and is right by accident.
  ["first", [...framing, "hardening.pipelined"], "hardening.two-credentials.invalid-first"],
  ["last", ["hardening.two-"], "hardening.two-credentials.valid-first"],
]

describe("a server that reads HTTP carelessly", () => {
  test.each(tested)(
    "fails every check of framing, with the %s field counting",
    async (counts, only, spared) => {
      const provisioner = carelessReference(counts)
      const { report, why } = await ended({ provisioner, profiles: ["hardening"], only, seed: 42 })
      expect(why).toBeNull()
      const passed = report?.checks.filter(({ verdict }) => verdict !== "fail") ?? []
      expect(passed.map(({ id }) => id)).toEqual([spared])
      expect(report?.checks.length).toBeGreaterThan(only.length)
    },
  )
})

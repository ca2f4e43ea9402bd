import type { Provisioner } from "@outlay/conformance-tests"
import { describe, expect, test } from "vitest"
import { type Counts, careless } from "../src/careless/front.ts"
import { ended } from "../src/judging.ts"
import { referenceProvisioner } from "../src/reference/provisioner.ts"
import { type Handle, type Listening, listening } from "../src/wire.ts"

/** The second reference, behind a server that reads HTTP carelessly. */
const carelessReference = (counts: Counts): Provisioner => {
  let handle: Handle | undefined
  let front: Listening | undefined
  const reference = referenceProvisioner({
    edge: (next) => {
      handle = next
      return next
    },
  })
  return {
    ...reference,
    start: async (run) => {
      const started = await reference.start(run)
      front = await listening(careless((asked) => (handle as Handle)(asked), counts))
      return { ...started, base_url: front.url }
    },
    stop: async () => {
      await reference.stop()
      // What still waits on a connection would keep it open.
      front?.close().catch(() => undefined)
    },
  }
}

const framing = ["hardening.smuggling", "hardening.two-", "hardening.cut-off"]
const judged: ReadonlyArray<readonly [Counts, ReadonlyArray<string>, string]> = [
  // Of an invalid and a valid credential it takes the first, and is right by accident.
  ["first", [...framing, "hardening.pipelined"], "hardening.two-credentials.invalid-first"],
  ["last", ["hardening.two-"], "hardening.two-credentials.valid-first"],
]

describe("a server that reads HTTP carelessly", () => {
  test.each(judged)(
    "fails every check of framing, the %s field counting",
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

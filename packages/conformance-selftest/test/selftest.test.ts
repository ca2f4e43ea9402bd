import { readFile } from "node:fs/promises"
import { levels, requirements, url } from "@outlay/conformance-tests"
import { proven } from "@outlay/conformance-tests/catalogue"
import { describe, expect, test } from "vitest"
import { behind } from "../src/behind.ts"
import { dumbTargets } from "../src/dumb/index.ts"
import { resultOfMutant } from "../src/kills.ts"
import { lawful, lawfulServers } from "../src/lawful/index.ts"
import { mutants } from "../src/mutants/index.ts"
import { type Edge, referenceProvisioner, servedReference } from "../src/reference/provisioner.ts"
import {
  checkedProfiles,
  ended,
  endedSettled,
  needProduct,
  settledRequirements,
} from "../src/runs.ts"

const seed = 42

describe("the second reference", () => {
  test("passes everything, including Core and Full", async () => {
    const provisioner = referenceProvisioner()
    const { exit, report, why } = await ended({ provisioner, profiles: checkedProfiles, seed })
    const faults = report?.checks.filter(({ verdict }) => verdict !== "pass")
    expect({ why, faults: faults?.map(({ id, reason }) => `${id}: ${reason}`) }).toEqual({
      why: null,
      faults: [],
    })
    expect(exit).toBe(0)
    expect(report?.levels).toMatchObject({ core: "passed", full: "passed" })
  })

  test("passes the parts of the settlement that it implements", async () => {
    const { exit, report, why } = await endedSettled({ provisioner: referenceProvisioner(), seed })
    const faults = report?.checks.filter(({ verdict }) => verdict !== "pass")
    expect({ exit, why, faults: faults?.map(({ id, seen }) => ({ id, seen })) }).toEqual({
      exit: 0,
      why: null,
      faults: [],
    })
  })

  test("is provisioned over HTTP as well", async () => {
    const { url: at, close } = await servedReference()
    const provisioner = url({ url: `${at}/provision` })
    const { exit, why } = await ended({ provisioner, profiles: ["smoke", "rules"], seed })
    await close()
    expect({ exit, why }).toEqual({ exit: 0, why: null })
  })
})

describe("lawful servers", () => {
  test("are at least twenty, each with its own name", () => {
    expect(lawful.length).toBeGreaterThanOrEqual(20)
    const covered = lawfulServers().flatMap(({ names }) => names)
    expect(covered.toSorted()).toEqual([...new Set(lawful.map(({ name }) => name))].toSorted())
  })

  test.each(lawfulServers().map((server) => [server.names.join(", "), server.edge] as const))(
    "%s: passes",
    async (_, edge) => {
      const provisioner = referenceProvisioner({ edge })
      // Core only, so that a run of all tests stays short; `selftest` tests the rest.
      const options = { provisioner, profiles: levels.core, seed }
      const { exit, report, why } = await ended(options)
      const faults = report?.checks.filter(({ verdict }) => verdict !== "pass")
      expect({ exit, why, faults: faults?.map(({ id, seen }) => ({ id, seen })) }).toEqual({
        exit: 0,
        why: null,
        faults: [],
      })
    },
  )
})

describe("mutants", () => {
  test("are at least sixty, each with its own name", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(60)
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })

  test("break existing requirements that are tested", () => {
    const tested = requirements.filter(({ excluded }) => excluded === undefined)
    const known = new Set(tested.map(({ id }) => id))
    const wrong = mutants.flatMap(({ name, names }) =>
      names.filter((id) => !known.has(id)).map((id) => `${name}: ${id}`),
    )
    expect(wrong).toEqual([])
  })

  test("prove the list of proven requirements", () => {
    const named = new Set(mutants.flatMap(({ names }) => names))
    expect([...proven].filter((id) => !named.has(id))).toEqual([])
    const alone = mutants.flatMap(({ names }) => (names.length === 1 ? names : []))
    expect(alone.filter((id) => !proven.has(id))).toEqual([])
  })

  // One of eight, and those that are tested in a moment, each only by the checks of its broken
  // requirement, so that a run of all tests stays short; `selftest` tests all, by more checks.
  const some = mutants.filter(
    ({ names }, index) =>
      !needProduct(names) &&
      (index % 8 === 0 || names.every((name) => settledRequirements.includes(name))),
  )
  test.each(some.map((mutant) => [mutant.name, mutant] as const))(
    "%s is killed by a check of its broken requirement",
    async (_, mutant) => {
      const { killed, exit, names, by } = await resultOfMutant(mutant, { seed, scope: "broken" })
      expect({ exit, names, by, killed }).toMatchObject({ exit: 1, killed: true })
    },
  )
})

describe("an edge in front of any server", () => {
  const edges = ["count-of-page", "get-another-user", "topup-twice"]
  const some = mutants.filter(({ name, edge }) => edge !== undefined && edges.includes(name))
  test.each(some.map((mutant) => [mutant.name, mutant] as const))(
    "%s is killed in front of a server elsewhere",
    async (_, mutant) => {
      const { url: at, close } = await servedReference()
      const server = (edge: Edge) => behind(edge, url({ url: `${at}/provision` }))
      const { killed, by } = await resultOfMutant(mutant, { seed, server, scope: "broken" })
      await close()
      expect({ by, killed }).toMatchObject({ killed: true })
    },
  )
})

test("a server that returns 200 {} for everything fails even the first profile", async () => {
  const [target] = dumbTargets().filter(({ name }) => name === "always-200")
  const provisioner = await target?.provisioner()
  if (provisioner === undefined) throw new Error("there is no such target")
  const { exit } = await ended({ provisioner, profiles: ["smoke"], seed })
  expect(exit).toBe(1)
})

describe("dumb targets", async () => {
  const openapi = new URL("../../../docs/openapi.json", import.meta.url)
  const document: unknown = JSON.parse(await readFile(openapi, "utf8"))
  test.each(dumbTargets(document).map((target) => [target.name, target] as const))(
    "%s never passes",
    async (_, target) => {
      const provisioner = await target.provisioner()
      const options = { provisioner, profiles: checkedProfiles, seed, timeout: 1000 }
      const { exit } = await ended(options)
      expect(exit).toBe(target.exit)
      expect(exit).not.toBe(0)
    },
  )
})

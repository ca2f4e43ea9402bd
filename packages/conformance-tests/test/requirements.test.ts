import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { unmatched } from "../src/cli/coverage.ts"
import { documents } from "../src/interface/documents.ts"
import { areas, type Requirement } from "../src/interface/requirement.ts"
import { requirements } from "../src/interface/requirements/index.ts"
import { checksOfRequirement, described } from "../src/suite.ts"

/**
 * The documents are next to the project, if they are present at all: it is complete without them.
 */
const shared = join(import.meta.dirname, "../../../../shared")
const files: { readonly [source in Requirement["source"]]: string } = {
  interface: join(shared, "interface/seed.md"),
  settlement: join(shared, "interface/settled.md"),
  faults: join(shared, "design/faults.md"),
}

const repeated = (ids: ReadonlyArray<string>) => ids.filter((id, at) => ids.indexOf(id) !== at)
const plain = (text: string) => text.replaceAll(/\s+/gu, " ").trim()

describe("the table", () => {
  test("no two requirements and no two checks have the same id", () => {
    expect(repeated(requirements.map(({ id }) => id))).toEqual([])
    expect(repeated(described.map(({ id }) => id))).toEqual([])
  })

  test("every requirement has a check or an exclusion, and every check a requirement", () => {
    expect(unmatched()).toEqual({ requirements: [], checks: [] })
    const both = requirements.filter(
      (row) => row.excluded !== undefined && checksOfRequirement(row.id).length > 0,
    )
    expect(both.map(({ id }) => id)).toEqual([])
  })

  test("the id of a check is that of its requirement or begins with it", () => {
    const astray = described.filter(
      ({ id, requirement }) => !(id === requirement || id.startsWith(`${requirement}.`)),
    )
    expect(astray.map(({ id }) => id)).toEqual([])
  })

  test("ids have one spelling, and every area has rows", () => {
    const odd = requirements.filter(({ id }) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/u.test(id))
    expect(odd.map(({ id }) => id)).toEqual([])
    const empty = areas.filter((area) => !requirements.some((row) => row.area === area))
    expect(empty).toEqual([])
  })

  test("a row says what is sent and what is accepted", () => {
    const silent = requirements.filter(({ sentence, sent, accepted }) =>
      [sentence, sent, accepted].includes(""),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })
})

describe.skipIf(!existsSync(shared))("the documents (skipped if they are absent)", () => {
  test.each(Object.entries(files))("%s has the pinned digest", (source, file) => {
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex")
    expect(digest).toBe(documents[source as Requirement["source"]])
  })

  test.each(Object.entries(files))("every sentence is in %s", (source, file) => {
    const text = plain(readFileSync(file, "utf8"))
    const rows = requirements.filter((row) => row.source === source)
    const astray = rows.filter((row) => !text.includes(plain(row.sentence)))
    expect(astray.map(({ id }) => id)).toEqual([])
  })
})

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { described } from "@outlay/conformance-tests/catalogue"
import { describe, expect, test } from "vitest"
import { extended } from "../../conformance-tests/src/http/checks/settled/extensions.ts"
import { lawfulOfSettlement, withoutExtensions } from "../src/lawful/settled/index.ts"

const choices = [...lawfulOfSettlement, withoutExtensions]

test("each lawful choice has its own name", () => {
  const names = choices.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test("each id that depends on an extension is one of a check or a requirement", () => {
  const known = new Set(described.flatMap(({ id, requirement }) => [id, requirement]))
  expect(extended.filter((id) => !known.has(id))).toEqual([])
})

test("a check of the settlement accepts a refusal by its kind: 400, 409 or 422", () => {
  const folder = join(import.meta.dirname, "../../conformance-tests/src/http/checks/settled")
  const exact = readdirSync(folder).filter((file) =>
    /status\)? (?:===|!==) (?:400|409|422)\b/u.test(readFileSync(join(folder, file), "utf8")),
  )
  expect(exact).toEqual([])
})

const shared = join(import.meta.dirname, "../../../../shared/interface")

describe.skipIf(!existsSync(shared))("the documents (skipped if they are absent)", () => {
  const plain = (text: string) => text.replaceAll(/\s+/gu, " ").trim()

  test("have the sentence that allows each choice", () => {
    const text = ["seed.md", "settled.md"]
      .map((file) => plain(readFileSync(join(shared, file), "utf8")))
      .join(" ")
    expect(choices.filter(({ allowed }) => !text.includes(plain(allowed)))).toEqual([])
  })
})

import { afterEach, describe, expect, test, vi } from "vitest"
import { loop, type WrittenField, writerOf } from "./writer.ts"

const plain: WrittenField = { encode: (value) => value, isPlain: true }
const doubled: WrittenField = {
  encode: (value, business) => (value as number) * (business as { times: number }).times,
}
const unlessNull: WrittenField = { encode: (value) => value ?? undefined, isOptional: true }
const ofRecord: WrittenField = { encode: (_, __, record) => Object.keys(record).length }

const names = ["id", 'a "quoted" name', "note", "__proto_", "size"]
const fields = [plain, doubled, unlessNull, plain, ofRecord]
const record = { id: "x", 'a "quoted" name': 21, note: null, __proto_: 1, size: null, secret: "s" }
const written = { id: "x", 'a "quoted" name': 42, __proto_: 1, size: 6 }

afterEach(() => vi.unstubAllGlobals())

describe("a writer", () => {
  test.each([
    ["as a literal", () => writerOf(names, fields)],
    ["field by field", () => loop(names, fields)],
    [
      "field by field if code generation is not allowed",
      () => {
        vi.stubGlobal("Function", () => {
          throw new EvalError("Refused to evaluate a string as JavaScript")
        })
        return writerOf(names, fields)
      },
    ],
  ])("%s writes its fields and no others", (_, make) => {
    const write = make()
    expect(write(record, { times: 2 })).toStrictEqual(written)
    expect(write({ ...record, note: "n" }, { times: 2 })).toStrictEqual({ ...written, note: "n" })
  })
})

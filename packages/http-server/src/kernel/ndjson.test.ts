import { Result } from "effect"
import { expect, test } from "vitest"
import { importLines } from "./ndjson.ts"

const faultOf = async (line: string | Buffer) => {
  const bytes = (async function* () {
    yield Buffer.from(line)
  })()
  for await (const { row } of importLines(bytes)) {
    return Result.isFailure(row) ? row.failure.code : "a row"
  }
  return null
}

test.each([
  ["what is not JSON", "{"],
  ["a name twice", '{"amount":1,"amount":1}'],
  ["what is not UTF-8", Buffer.from('"Café"', "latin1")],
  ["a lone surrogate", '"\\ud800"'],
])("%s has the code that it has as a body", async (_, line) => {
  expect(await faultOf(line)).toBe("malformed_json")
})

test.each([
  ["too_deep", `${"[".repeat(65)}${"]".repeat(65)}`],
  ["too_long", `"${"x".repeat(1_048_576)}"`],
  ["wrong_type", "[]"],
])("valid JSON that is refused has its own code: %s", async (code, line) => {
  expect(await faultOf(line)).toBe(code)
})

test("every error of a line is reported", async () => {
  const bytes = (async function* () {
    yield Buffer.from('{"colour":1}')
  })()
  for await (const { row } of importLines(bytes)) {
    expect(row).toMatchObject({ failure: { detail: expect.stringMatching(/colour.*amount/u) } })
  }
})

import { receiptFilesSuite } from "@outlay/conformance-tests/storage"
import { describe, test } from "vitest"
import { MemoryFiles } from "../src/index.ts"

const { name, cases } = receiptFilesSuite

describe(name, () => {
  test.each(cases)("$name", ({ run }) => run(MemoryFiles.layer))
})

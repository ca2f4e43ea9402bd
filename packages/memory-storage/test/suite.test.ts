import { storageSuites } from "@outlay/conformance-tests/storage"
import { describe, test } from "vitest"
import { witnessed } from "./witness.ts"

describe.each(storageSuites)("$name", ({ cases }) => {
  test.each(cases)("$name", ({ run }) => run(witnessed))
})

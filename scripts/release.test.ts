import { expect, test } from "vitest"
import { notesOf } from "./release.ts"

const changelog = `# outlay

## 0.2.0

### Minor Changes

- Second.

## 0.1.0

- First.
`

test.each([
  ["0.2.0", "### Minor Changes\n\n- Second."],
  ["0.1.0", "- First."],
  ["0.1", ""],
  ["0.3.0", ""],
])("the notes of %s are its part of the changelog", (version, notes) => {
  expect(notesOf(version, changelog)).toBe(notes)
})

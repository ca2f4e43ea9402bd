import { expect, test } from "vitest"
import { wrapComments } from "./wrap-comments.ts"

const words = (count: number): string => Array(count).fill("word").join(" ")

const rows = [
  {
    name: "what fits stays as it is",
    before: `/**\n * ${words(3)}\n * ${words(3)}\n */`,
    after: `/**\n * ${words(3)}\n * ${words(3)}\n */`,
  },
  {
    name: "a wide line becomes a block",
    before: `  /** ${words(20)} */\n  const a = 1`,
    after: `  /**\n   * ${words(19)}\n   * word\n   */\n  const a = 1`,
  },
  {
    name: "only the paragraph that is too wide is filled anew",
    before: `/**\n * ${words(2)}\n * ${words(2)}\n *\n * ${words(20)}\n * end\n */`,
    after: `/**\n * ${words(2)}\n * ${words(2)}\n *\n * ${words(19)}\n * word end\n */`,
  },
  {
    name: "a bullet hangs, and the next one is its own",
    before: `/**\n * - ${words(20)}\n * - b\n */`,
    after: `/**\n * - ${words(19)}\n *   word\n * - b\n */`,
  },
  {
    name: "code in a comment is left alone",
    before: `/**\n * \`\`\`ts\n * ${"x".repeat(120)}\n * y\n * \`\`\`\n */`,
    after: `/**\n * \`\`\`ts\n * ${"x".repeat(120)}\n * y\n * \`\`\`\n */`,
  },
  {
    name: "line comments are filled together",
    before: `// ${words(20)}\n// end`,
    after: `// ${words(19)}\n// word end`,
  },
  {
    name: "what the linter reads stays on its line",
    before: `// ${words(2)}\n// biome-ignore ${words(30)}`,
    after: `// ${words(2)}\n// biome-ignore ${words(30)}`,
  },
  {
    name: "code is not a comment",
    before: `const a = "${words(30)}" // ${words(3)}`,
    after: `const a = "${words(30)}" // ${words(3)}`,
  },
]

test.each(rows)("$name", ({ before, after }) => {
  expect(wrapComments(before)).toBe(after)
  expect(wrapComments(after)).toBe(after)
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { published } from "./tarballs.ts"

const root = join(import.meta.dirname, "..")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

test("packages are packed unless they are private", () => {
  expect(published()).toEqual(expect.arrayContaining(["apps/api", "packages/domain"]))
  expect(published()).not.toContain("packages/conformance-selftest")
  expect(published()).not.toContain("apps/site")
})

test("the page about installing packs them with a command that is there", () => {
  const page = readFileSync(join(root, "docs/installing.md"), "utf8")
  expect(page).toMatch(/^npx pnpm@[\d.]+ pack-packages$/mu)
  expect(scripts["pack-packages"]).toMatch(/ && node scripts\/pack-packages\.ts$/u)
})

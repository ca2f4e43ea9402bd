/** What `@outlay/domain` shows to whoever embeds it: few names, each with a doc comment. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const domain = join(import.meta.dirname, "../packages/domain")
const read = (path: string): string => readFileSync(join(domain, path), "utf8")

/** A name that `index.ts` exports, and the file that declares it. */
interface Shown {
  readonly name: string
  readonly file: string
}

const named = /^export (?:type )?\{([^}]*)\} from "\.\/(.*)"$/gmu
const spaces = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export \* as (\w+) from "\.\/(.*)"$/gmu

const shown = [...read("src/index.ts").matchAll(named)].flatMap(([, names = "", file = ""]) =>
  names
    .split(",")
    .map((name): Shown => ({ name: name.trim().replace(/^type /u, ""), file }))
    .filter(({ name }) => name !== ""),
)

const namespaces = [...read("src/index.ts").matchAll(spaces)].map(([, comment, name = ""]) => ({
  name,
  documented: comment !== undefined,
}))

/** Whether a comment ends right above a declaration of the name, in the types that are shipped. */
const isDocumented = ({ name, file }: Shown): boolean =>
  new RegExp(`\\*/\\nexport (declare )?(const|function|class|interface|type) ${name}\\b`, "u").test(
    read(join("src", file)),
  )

test("the front door has about sixty names: what a stranger needs, and nothing else", () => {
  const count = shown.length + namespaces.length
  expect(count).toBeGreaterThan(40)
  expect(count, "names of @outlay/domain; the rest belongs under a subpath").toBeLessThan(71)
})

test("each of them has a doc comment", () => {
  const bare = shown.filter((each) => !isDocumented(each)).map(({ name }) => name)
  const bareSpaces = namespaces.filter((each) => !each.documented).map(({ name }) => name)
  expect([...bare, ...bareSpaces], "without a doc comment where it is declared").toEqual([])
})

test("a name without a comment is found", () => {
  expect(isDocumented({ name: "make", file: "topups/service.ts" })).toBe(false)
  expect(isDocumented({ name: "Topups", file: "topups/service.ts" })).toBe(true)
})

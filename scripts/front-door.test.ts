/**
 * Tests that `@outlay/domain` exports few names, and that the methods of its services are
 * documented.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const domain = join(import.meta.dirname, "../packages/domain")
const read = (path: string): string => readFileSync(join(domain, path), "utf8")

/** Name exported by `index.ts`, and the file that declares it. */
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

/** True if a comment ends directly above the declaration of the name in the published types. */
const isDocumented = ({ name, file }: Shown): boolean =>
  new RegExp(`\\*/\\nexport (declare )?(const|function|class|interface|type) ${name}\\b`, "u").test(
    read(join("src", file)),
  )

test("the front door has about sixty names that embedders need, and nothing else", () => {
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

/** Method of a service as declared in `dist`, which is what an editor shows. */
interface Method {
  readonly name: string
  readonly comment: string | null
  readonly type: string
}

const declared = (service: string) =>
  new RegExp(`ServiceClass<${service}, "[^"]*", \\{\\n([\\s\\S]*?)^\\}>`, "mu")
const member = /^ {4}(?:readonly )?(\w+): (.*(?:\n {4}[ }].*)*)/gmu
const commentAbove = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/u

/** Returns the methods of a declared service, including those of its parts (`sync.upsert`). */
const methodsOf = (service: string, body: string): ReadonlyArray<Method> =>
  [...body.matchAll(member)].flatMap(({ index, 1: key = "", 2: type = "" }) => {
    const name = `${service}.${key}`
    const comment = commentAbove.exec(body.slice(0, index))?.[1] ?? null
    const part = /^\{\n([\s\S]*)\n {4}\}/u.exec(type)?.[1]
    const methods = part === undefined ? [] : methodsOf(name, part.replace(/^ {4}/gmu, ""))
    return [{ name, comment, type: part === undefined ? type : "" }, ...methods]
  })

const methods = shown.flatMap(({ name, file }) => {
  const types = read(join("dist", file.replace(/\.ts$/u, ".d.ts")))
  const body = declared(name).exec(types)?.[1]
  return body === undefined ? [] : methodsOf(name, body)
})

const sources = globSync("src/*/{errors,rules}.ts", { cwd: domain })
  .concat(globSync("src/*/rules/*.ts", { cwd: domain }), "src/core/refusals.ts")
  .map(read)
  .join("\n")

const refusals = new Set(
  [...sources.matchAll(/^export class (\w+) extends Data\.TaggedError/gmu)].map(([, name]) => name),
)

/**
 * Members of each union of refusals by name, because a declared type may use the name instead of
 * the members.
 */
const unions = new Map(
  [...sources.matchAll(/^(?:export )?type (\w+Refusal) =([\s\S]*?)\n\n/gmu)].map(
    ([, name = "", members = ""]) => [name, members],
  ),
)

const refusalsIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    (text.match(/\w+/gu) ?? []).flatMap((word) =>
      refusals.has(word) ? [word] : refusalsIn(unions.get(word) ?? ""),
    ),
  ),
]

const undocumented = (some: ReadonlyArray<Method>) =>
  some.filter(({ comment }) => comment === null).map(({ name }) => name)

const wrongRefusals = (some: ReadonlyArray<Method>) =>
  some.flatMap(({ name, comment, type }) => {
    const listed = refusalsIn(comment ?? "")
    const possible = refusalsIn(type)
    const missing = possible.filter((refusal) => !listed.includes(refusal))
    const impossible = listed.filter((refusal) => !possible.includes(refusal))
    return [
      ...missing.map((refusal) => `${name}: add ${refusal} to its comment`),
      ...impossible.map((refusal) => `${name}: remove ${refusal} from its comment`),
    ]
  })

describe("the methods of services", () => {
  test("are found in dist, the parts of a service too", () => {
    const names = methods.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith("Topups."))).toEqual([
      ...["Topups.list", "Topups.listOfBusiness", "Topups.create", "Topups.act"],
    ])
    expect(names).toContain("AccountingCodes.sync.upsert")
    expect(names).toContain("Mailer.send")
  })

  test("have doc comments", () => {
    const where = "without a doc comment: write it in the object that the service returns"
    expect(undocumented(methods), where).toEqual([])
  })

  test("name their refusals, each by its class", () => {
    expect(wrongRefusals(methods)).toEqual([])
  })

  test("fail by name if they have no comment, or other refusals than their type", () => {
    const some = methodsOf(
      "Things",
      `
    /** One thing. Refused: \`AlreadyOwner\`. */
    get: (id: string) => Effect.Effect<void, NotFound | UpdateMeRefusal>;
    remove: (patch: {
        readonly id: string;
    }) => Effect.Effect<void>;`,
    )
    expect(undocumented(some)).toEqual(["Things.remove"])
    expect(wrongRefusals(some)).toEqual(
      expect.arrayContaining([
        "Things.get: add NotFound to its comment",
        "Things.get: add DelegateIsSelf to its comment",
        "Things.get: remove AlreadyOwner from its comment",
      ]),
    )
  })
})

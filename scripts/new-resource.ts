/** Creates a new resource: `pnpm new-resource vendors`. See docs/adding-a-resource.md. */
import { execFileSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { type Names, namesOf } from "./new-resource/names.ts"
import { edited, edits, migrationsIndex, newFiles } from "./new-resource/slice.ts"
import { registers } from "./registers.ts"
import type { Source } from "./tidy.ts"

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const help = `Usage: pnpm new-resource NAME [--singular NOUN]

Writes a resource of a business that is listed, read, created, updated and deleted, with
permissions, events, a filter, its table and its tests. NAME is a plural noun: vendors,
cost-centres. The fields are a name and a flag: change them to yours afterwards.

  --singular NOUN   the singular of NAME, where it is not NAME without its s
  --help            shows this
`

const exported = /^export (?:declare )?(?:const|class|type|interface|function) (\w+)/gmu

/** Place where a name of the new resource is already used; null if there is none. */
const taken = ({ many, one, Many, One, kebab, table }: Names): string | null => {
  const folder = `packages/domain/src/${kebab}`
  if (existsSync(join(root, folder))) return `${kebab} is a resource already: see ${folder}.`
  if (new RegExp(`^ {2}${table}: `, "mu").test(read("packages/domain/src/core/records.ts"))) {
    return `${table} is a table already: see packages/domain/src/core/records.ts.`
  }
  const newNames = new Set([many, one, Many, One, `Create${One}`, `Update${One}`, `${One}Key`])
  for (const path of globSync("packages/{domain,http-contract}/src/**/*.ts", { cwd: root })) {
    for (const [, name = ""] of read(path).matchAll(exported)) {
      if (newNames.has(name)) return `${name} is a name of ${path} already: choose another.`
    }
  }
  return null
}

const write = ({ path, text }: Source): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const add = (names: Names): void => {
  const migrations = read(migrationsIndex)
  const files = newFiles(names, migrations)
  const changed = edits(names, migrations).map((edit) => ({
    path: edit.path,
    text: edited(read(edit.path), edit),
  }))
  for (const file of [...files, ...changed]) write(file)
  for (const list of registers(root)) write(list)
  const paths = [...files, ...changed].map(({ path }) => path)
  // Without lint rules, for which Biome reads the whole workspace; `pnpm lint` applies them.
  const format = ["check", "--write", "--linter-enabled=false", ...paths]
  execFileSync(join(root, "node_modules/.bin/biome"), format, { cwd: root, stdio: "pipe" })
  console.log(`New files:\n${files.map(({ path }) => `  ${path}`).join("\n")}`)
  console.log(`Changed files:\n${changed.map(({ path }) => `  ${path}`).join("\n")}`)
  console.log("Next: pnpm build && pnpm goldens && pnpm test")
}

/**
 * Returns the exit code: 0 if files were written, 2 if the command was refused and nothing was
 * written.
 */
const run = (): number => {
  const options = { singular: { type: "string" }, help: { type: "boolean" } } as const
  let given: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    given = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`)
    return 2
  }
  if (given.values.help === true) {
    console.log(help)
    return 0
  }
  const [name, ...more] = given.positionals
  if (name === undefined || more.length > 0) {
    console.error(`Give one name.\n\n${help}`)
    return 2
  }
  const names = namesOf(name, given.values.singular)
  const refusal = "refusal" in names ? names.refusal : taken(names)
  if ("refusal" in names || refusal !== null) {
    console.error(refusal)
    return 2
  }
  add(names)
  return 0
}

process.exitCode = run()

/** Text of a new resource: the files to create and the files to change. */
import type { Source } from "../tidy.ts"
import { looks, record, rules, rulesTest, service } from "./domain.ts"
import type { Names } from "./names.ts"
import { contract, migration, trial } from "./wire.ts"

const domain = "packages/domain/src"
const migrationsFolder = "packages/sql-storage/src/migrations"

/** Number of the next migration; a published migration is never changed. */
const numberOf = (index: string): string =>
  String([...index.matchAll(/\{ id: \d+,/gu)].length + 1).padStart(4, "0")

/** Returns the new files by path. */
export const newFiles = (names: Names, migrations: string): ReadonlyArray<Source> => {
  const { kebab } = names
  const files: ReadonlyArray<readonly [string, (names: Names) => string]> = [
    [`${domain}/core/records/${kebab}.ts`, record],
    [`${domain}/${kebab}/rules.ts`, rules],
    [`${domain}/${kebab}/rules.test.ts`, rulesTest],
    [`${domain}/${kebab}/looks.ts`, looks],
    [`${domain}/${kebab}/service.ts`, service],
    [`packages/http-contract/src/${kebab}.ts`, contract],
    [`${migrationsFolder}/${numberOf(migrations)}-${kebab}.ts`, migration],
    [`packages/sqlite-storage/test/resources/${kebab}.ts`, trial],
  ]
  return files.map(([path, textOf]) => ({ path, text: textOf(names).trimStart() }))
}

/** Insertion of a line after the last line of a block, which ends before `end`. */
interface Insertion {
  /** Text at the start of the block. */
  readonly start: string
  /** Text after the block. */
  readonly end: string
  readonly line: string
}

interface Edit {
  readonly path: string
  /** Import to add, if any; the formatter sorts it. */
  readonly imports: ReadonlyArray<string>
  readonly insertions: ReadonlyArray<Insertion>
}

export const migrationsIndex = `${migrationsFolder}/index.ts`

/** Returns the changes of files that list resources. */
export const edits = (names: Names, migrations: string): ReadonlyArray<Edit> => {
  const { kebab, table, noun, Many, One, many, one } = names
  const number = numberOf(migrations)
  const events = ["created", "deleted", "updated"].map((verb) => `"${noun}.${verb}"`).join(", ")
  return [
    {
      path: `${domain}/core/resources.ts`,
      imports: [],
      insertions: [
        { start: "permissionResources = [", end: "\n] as const", line: `  "${table}",` },
        { start: "eventsOf = {", end: "\n} as const", line: `  ${table}: [${events}],` },
      ],
    },
    {
      path: `${domain}/core/records.ts`,
      imports: [`import { ${One} } from "./records/${kebab}.ts"`],
      insertions: [
        {
          start: "export const records = {",
          end: "\n} as const",
          line: `  ${table}: { record: ${One}, key: ["id"] },`,
        },
      ],
    },
    {
      path: "packages/http-contract/src/resources.ts",
      imports: [`import { ${one}, ${many} } from "./${kebab}.ts"`, `export * from "./${kebab}.ts"`],
      insertions: [
        { start: "operations = {", end: "\n} as const", line: `  ${many},` },
        { start: "shown = {", end: "\n} satisfies", line: `  ${table}: ${one},` },
      ],
    },
    {
      path: "packages/http-server/src/handlers.ts",
      imports: [`import { ${Many} } from "@outlay/domain"`],
      insertions: [
        {
          start: "ofBusiness = {",
          end: "\n} satisfies",
          line: `  ${many}: plainHandlersOf(api.${many}, ${Many}),`,
        },
      ],
    },
    {
      path: migrationsIndex,
      imports: [`import { ${many} } from "./${number}-${kebab}.ts"`],
      insertions: [
        {
          start: "migrations: ReadonlyArray<Migration> = [",
          end: "\n]",
          line: `  { id: ${Number(number)}, name: "${number}-${kebab}", sql: ${many} },`,
        },
      ],
    },
  ]
}

/**
 * Applies a change to a file. @throws if the file does not have the expected structure; then update
 * this script.
 */
export const edited = (text: string, { path, imports, insertions }: Edit): string => {
  const withLines = insertions.reduce((before, { start, end, line }) => {
    const from = before.indexOf(start)
    const at = from === -1 ? -1 : before.indexOf(end, from)
    if (at === -1) throw new Error(`${path} has no "${start}…${end.trim()}": change slice.ts`)
    return `${before.slice(0, at)}\n${line}${before.slice(at)}`
  }, text)
  return imports.reduce((before, line) => {
    const isExport = line.startsWith("export ")
    const at = before.search(isExport ? /^export \* from /mu : /^import /mu)
    return `${before.slice(0, at)}${line}\n${before.slice(at)}`
  }, withLines)
}

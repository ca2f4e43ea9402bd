/**
 * House rules that a machine can check, as data: what is banned, in which files, and what to write
 * instead. `tidy.test.ts` checks the workspace against them, and each rule against its own made-up
 * offence.
 */

export interface Source {
  /** Path from the root of the workspace, with slashes. */
  readonly path: string
  readonly text: string
}

/** One line with the place, the offending text, and what to write instead. */
export type Offence = string

export const offence = (at: string, found: string, instead: string): Offence =>
  `${at} has ${found}: write ${instead}`

/** Banned code. Comments are not code; strings are. */
export interface Rule {
  readonly id: string
  readonly bans: RegExp
  readonly where: RegExp
  readonly except?: RegExp
  /** True if tests must follow the rule, too. */
  readonly includesTests?: true
  readonly instead: string
  /** Made-up source that breaks the rule, which proves that the rule works. */
  readonly offence: Source
}

const isTest = /\.test\.ts$|\/test\//u
const productSource = /^(packages|apps)\/[^/]+\/src\//u
const anySource = /^(packages|apps|bench)\/.*\.tsx?$/u

/** Adjectives and nouns that do not say what is bounded, and in which unit. */
const bareBounds = [
  ...["most", "least", "enough", "many", "few", "fewest", "longest", "shortest", "largest"],
  ...["smallest", "oldest", "pause", "patience", "timeout", "interval", "tries"],
]

/** Words of conversation, which do not say what a variable holds. */
const conversation = [
  ...["told", "said", "asked", "heard", "kept", "beside", "nobody", "alike", "gone", "answer"],
  ...["answered", "wanted", "dealt", "meant"],
]

export const rules: ReadonlyArray<Rule> = [
  {
    id: "time comes from the clock that a caller can turn",
    bans: /\bDate\.now\b|\bnew Date\(\s*\)/gu,
    where: /^packages\/(domain|http-contract|memory-storage|sql-storage)\/src\//u,
    instead: "Clock.currentTimeMillis, or `now` of @outlay/domain",
    offence: { path: "packages/domain/src/topups/rules.ts", text: "const at = new Date( )" },
  },
  {
    id: "ids and chance come from a service or a seed",
    bans: /\bMath\.random\b/gu,
    where: productSource,
    instead: "the Ids service; in the conformance suite, its seeded generator",
    offence: { path: "packages/domain/src/a.ts", text: "const id = Math.random()" },
  },
  {
    id: "a statement is compiled once",
    bans: /\.(execute|executeTakeFirst|executeTakeFirstOrThrow)\(\s*\)/gu,
    where: productSource,
    instead: "a prepared statement, built once where the module is loaded",
    offence: {
      path: "packages/sql-storage/src/users.ts",
      text: "db.selectFrom('users').selectAll().executeTakeFirst()",
    },
  },
  {
    id: "numbers are decoded, not parsed",
    bans: /\b(parseFloat|parseInt)\(/gu,
    where: /^packages\/(domain|http-contract|http-server|client)\/src\//u,
    instead: 'a Schema with a strict pattern: parsing takes "1e2", "0x10" and "5 apples"',
    offence: { path: "packages/http-contract/src/query.ts", text: "Number.parseFloat(text)" },
  },
  {
    id: "the domain, the contract and the client run where there is no Node",
    bans: /\b(process\.|Buffer\.|setImmediate\()/gu,
    where: /^packages\/(domain|http-contract|client)\/src\//u,
    instead: "what every JavaScript has, or a port",
    offence: { path: "packages/client/src/index.ts", text: "Buffer.from(text)" },
  },
  {
    id: "a request body is parsed without loss",
    bans: /\bJSON\.parse\b/gu,
    where: /^packages\/http-server\/src\//u,
    except: /^packages\/http-server\/src\/kernel\/json\.ts$/u,
    instead: "parseJson: it refuses duplicate keys, depth, and numbers that would be rounded",
    offence: { path: "packages/http-server/src/topups.ts", text: "JSON.parse(body)" },
  },
  {
    id: "a layer is X.layer, an implementation has the name of its port",
    bans: /\b(const|let|class|interface|type|function) \w*[a-z](Live|Impl)\b/gu,
    where: anySource,
    instead: "`static readonly layer` on the service; the plain noun",
    offence: { path: "packages/domain/src/a.ts", text: "export const UsersLive = 1" },
  },
  {
    id: "a type is named for the noun",
    bans: /\b(interface|type|class) I[A-Z][a-z]/gu,
    where: anySource,
    instead: "the plain noun: User, not the noun with an I before it",
    offence: { path: "packages/domain/src/a.ts", text: "export interface IUser {}" },
  },
  {
    id: "a bound says what it bounds, and in which unit",
    bans: new RegExp(`\\bconst (${bareBounds.join("|")}) = [0-9]`, "gu"),
    where: productSource,
    instead: "the thing and the unit: maxWaitMs, maxBusinesses, checkpointPages",
    offence: { path: "packages/domain/src/a.ts", text: "const patience = 5_000" },
  },
  {
    id: "a name is the field's standard term",
    bans: new RegExp(`\\b(const|let|function) (${conversation.join("|")})\\b`, "gu"),
    where: /^(((packages|apps)\/[^/]+|bench)\/(src|test)|scripts)\//u,
    includesTests: true,
    // The script of a report, which is a text, and this list.
    except: /^(packages\/conformance-tests\/src\/reports\/html\/style|scripts\/tidy)\.ts$/u,
    instead: "the thing that it holds: request, response, message, stored, expected",
    offence: { path: "packages/domain/src/a.ts", text: "const told = rows" },
  },
  {
    id: "what is typed into a form is not lost without a question",
    bans: /<form\b/gu,
    where: /^apps\/console\/src\//u,
    except: /^apps\/console\/src\/(parts\/form\.tsx$|sign-in\/)/u,
    instead: "Form of apps/console/src/parts/form.tsx, or FormDialog",
    offence: { path: "apps/console/src/a/page.tsx", text: "return <form onSubmit={save}>" },
  },
  {
    id: "what is over a page is closed by Back",
    bans: /\b(Modal|Drawer)\b[^}]*\} from "@mantine\/core"/gu,
    where: /^apps\/console\/src\//u,
    // Sheets have an address of their own, and the end of a session is not closed.
    except:
      /^apps\/console\/src\/(app\/session-end|parts\/panel|(audit|transactions)\/sheet)\.tsx$/u,
    instead: "Modal or Drawer of apps/console/src/parts/panel.tsx",
    offence: { path: "apps/console/src/a/page.tsx", text: 'import { Modal } from "@mantine/core"' },
  },
]

/** Replaces TypeScript comments with blanks and keeps line numbers. */
export const withoutComments = (text: string): string =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu,
    (found, literal: string | undefined) => literal ?? found.replace(/[^\n]/gu, " "),
  )

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

/** Returns the places where the sources break the rule. */
export const offencesAgainst = (
  rule: Rule,
  sources: ReadonlyArray<Source>,
): ReadonlyArray<Offence> =>
  sources
    .filter(({ path }) => rule.where.test(path) && !rule.except?.test(path))
    .filter(({ path }) => rule.includesTests === true || !isTest.test(path))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text)
      return [...code.matchAll(rule.bans)].map((match) =>
        offence(`${path}:${lineAt(code, match.index)}`, match[0], rule.instead),
      )
    })

const bannedNames = /^(utils?|helpers?|common|base|manager|misc|live|impl)$/u
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/u

const nouns = [
  ...["bookkeeping", "finding", "framing", "hardening", "mapping", "paging", "provisioning"],
  // Folder of the interface, and folders shared by several resources.
  ...["settled", "shared", "spending"],
]
/**
 * Matches gerunds and participles, which name neither a thing nor a decision, except nouns that
 * look like one.
 */
const verbForm = new RegExp(`^(?!(.*\\b)?(${nouns.join("|")})$).*(ing|[^e]ed)$`, "u")

/** Returns errors in the folder and file names of a source. */
export const badNames = ({ path }: Source): ReadonlyArray<Offence> =>
  path.split("/").flatMap((name) => {
    if (!kebabCase.test(name)) return [offence(path, name, "kebab-case")]
    const banned = name.split(/[-.]/u).find((word) => bannedNames.test(word))
    if (banned !== undefined) return [offence(path, banned, "the noun or verb it is about")]
    const stem = name.replace(/\..*$/u, "")
    const isVerbForm = productSource.test(path) && verbForm.test(stem)
    return isVerbForm ? [offence(path, stem, "the noun that it is about")] : []
  })

const columns = 100
const lines = 400

/** Line with one long string, which cannot be broken and stay searchable. */
const oneString = /^\s*(\w+: |"[^"]*": |const \w+ = |return )?(["'`]).*\2[,)]*$/u

/** Returns lines that are too wide. */
export const wideLines = ({ path, text }: Source): ReadonlyArray<Offence> =>
  text.split("\n").flatMap((line, index) => {
    const width = [...line].length
    if (width <= columns || oneString.test(line)) return []
    const instead = `at most ${columns}`
    return [offence(`${path}:${index + 1}`, `${width} columns`, instead)]
  })

/** Returns files that are too long. */
export const longFiles = ({ path, text }: Source): ReadonlyArray<Offence> => {
  const count = text.split("\n").length - 1
  const instead = `at most ${lines}, cut where the subject changes`
  return count > lines ? [offence(path, `${count} lines`, instead)] : []
}

const exportedName = /^export (?:const|function|class|interface|type) (\w+)/gmu

/** Returns exports of packages and apps whose name occurs nowhere else in the code. */
export const deadExports = (sources: ReadonlyArray<Source>): ReadonlyArray<Offence> => {
  const uses = new Map<string, number>()
  for (const { text } of sources) {
    for (const [word] of withoutComments(text).matchAll(/\w+/gu)) {
      uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  return sources
    .filter(({ path }) => productSource.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exportedName)].flatMap(([, name = ""]) =>
        uses.get(name) === 1 ? [offence(path, name, "nothing, because no one uses it")] : [],
      ),
    )
}

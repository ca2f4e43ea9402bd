/** Spellings of one noun in files, tables, types and texts. */
export interface Names {
  /** `cost-centres`: folders, files and paths. */
  readonly kebab: string
  /** `cost_centres`: the table, the permission, the kind of event. */
  readonly table: string
  /** `cost_centre`: the types of events, and the id in paths. */
  readonly noun: string
  /** `CostCentres`: the service. */
  readonly Many: string
  /** `CostCentre`: the record. */
  readonly One: string
  /** `costCentres`: the operations. */
  readonly many: string
  /** `costCentre`: the record on the wire, and functions about it. */
  readonly one: string
  /** `cost centres`: in sentences. */
  readonly texts: string
  /** `cost centre`: in sentences. */
  readonly text: string
  /** `a cost centre`: in sentences. */
  readonly aText: string
}

const form = /^[a-z]+([-_][a-z]+)*$/u

/** Words that cannot be names of constants. */
const reserved = new Set([
  ...["await", "break", "case", "catch", "class", "const", "continue", "debugger", "default"],
  ...["delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "function"],
  ...["if", "import", "in", "instanceof", "new", "null", "package", "return", "static", "super"],
  ...["switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
])

/** Names that the templates use for something else. */
const used = new Set([
  ...["all", "business", "change", "command", "context", "each", "endpoint", "existing", "field"],
  ...["fixture", "id", "key", "known", "look", "name", "none", "one", "page", "param", "patch"],
  ...["request", "resource", "row", "seen", "store", "text", "time", "wire", "work"],
])

/** Longest name, in letters, with which all generated lines fit in 100 columns. */
const maxLength = 24

/** `categories` is of `category`, `addresses` of `address`, `vendors` of `vendor`. */
const singularOf = (plural: string): string => {
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`
  return /(ss|x|ch|sh|tus)es$/u.test(plural) ? plural.slice(0, -2) : plural.slice(0, -1)
}

const camel = (snake: string): string =>
  snake.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const articleOf = (text: string): string => (/^([aeio]|u(?!ni|s))/u.test(text) ? "an" : "a")

/** Returns the spellings of a plural noun, or a sentence that says why it cannot be used. */
export const namesOf = (given: string, singular?: string): Names | { readonly refusal: string } => {
  if (!form.test(given)) {
    const allowed = "lower-case words of a to z with hyphens between them, such as cost-centres"
    return { refusal: `"${given}" is not a resource's name: write ${allowed}.` }
  }
  if (given.length > maxLength) {
    return { refusal: `"${given}" has more than ${maxLength} letters: choose a shorter name.` }
  }
  const table = given.replaceAll("-", "_")
  if (!table.endsWith("s") && singular === undefined) {
    return { refusal: `"${given}" does not end in s: write a plural, or add --singular NOUN.` }
  }
  const noun = (singular ?? singularOf(table)).replaceAll("-", "_")
  if (!form.test(noun) || noun === table) {
    return { refusal: `"${noun}" is not the singular of "${given}": add --singular NOUN.` }
  }
  const [many, one] = [camel(table), camel(noun)]
  for (const word of [many, one]) {
    if (reserved.has(word)) return { refusal: `"${word}" is a word of TypeScript: choose another.` }
    if (used.has(word)) return { refusal: `"${word}" is a word of the templates: choose another.` }
  }
  const [texts, text] = [table, noun].map((word) => word.replaceAll("_", " ")) as [string, string]
  return {
    ...{ kebab: table.replaceAll("_", "-"), table, noun, many, one, texts, text },
    ...{ Many: capital(many), One: capital(one), aText: `${articleOf(text)} ${text}` },
  }
}

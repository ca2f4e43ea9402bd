import { type Offence, offence, type Source } from "./tidy.ts"
import { type Phrase, phrases } from "./wording.ts"

/** Phrases of decision 0067 that are also banned in comments and in titles of tests. */
export const commentPhrases: ReadonlyArray<Phrase> = [
  {
    banned: /(^|[.!?] )(what|whether|who|whom|whose|which|how|where)\b(?![^.!?]*\?)/iu,
    instead: "a noun phrase, True if …, If …",
    example: "/** What a check is given. */",
  },
  {
    banned: /^(of|those|so|but) /iu,
    instead: "the subject first",
    example: "/** Of the database, in bytes. */",
  },
  { banned: /\b(told|tells)\b/iu, instead: "reports, shows", example: "// It tells the kind." },
  { banned: /\bbut for\b/iu, instead: "except", example: "// The row, but for its id." },
  { banned: /\bfor want of\b/iu, instead: "without", example: "// It fails for want of it." },
  { banned: /\b(hears?|heard)\b/iu, instead: "receives", example: "// It hears of the end." },
  {
    banned: /\b(comes?|came) to (0|what|more|less|the|as)\b/iu,
    instead: "adds up to",
    example: "// They come to 0.",
  },
  { banned: /\bas said\b/iu, instead: "as described", example: "// It resets as said." },
  { banned: /\bsay(s|ing)? so\b/iu, instead: "reports it", example: "// The code says so." },
  { banned: /\bat fault\b/iu, instead: "wrong", example: "// The body is at fault." },
  { banned: /\blacks?\b/iu, instead: "has no", example: "// It lacks a key." },
  { banned: /\bshall\b/iu, instead: "must, will", example: "// It shall stay." },
]

/** Text of a comment or of a title, and the number of its first line. */
interface Passage {
  readonly line: number
  readonly prose: string
}

/** Comments at the beginning of a line. Consecutive `//` lines are one comment. */
const comments = /^[ \t]*\{?\/\*.*?\*\/|(?:^[ \t]*\/\/[^\n]*\n?)+/gmsu

/** Calls of `test`, `it` and `describe` with a literal title, without and with a table. */
const titles = [
  /\b(?:test|it|describe)(?:\.\w+)*\(\s*"([^"\n]+)"/gu,
  /\)\(\s*"([^"\n]+)",\s*(?:async\s*)?\(/gu,
]

/** Quotations and code may contain any phrase. */
const withoutQuotes = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|\{@link [^}]*\}/gu, "…")

const proseOf = (comment: string): string =>
  withoutQuotes(
    comment
      .replace(/\*+\/\s*$/u, "")
      .replace(/^[ \t]*\{?\/\*+|^[ \t]*\/\/|^[ \t]*\*/gmu, " ")
      .replace(/\s+/gu, " ")
      .trim(),
  )

const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length

const passagesOf = (text: string): ReadonlyArray<Passage> => [
  ...Array.from(text.matchAll(comments), ({ index, 0: comment }) => ({
    line: lineOf(text, index),
    prose: proseOf(comment),
  })),
  ...titles.flatMap((form) =>
    Array.from(text.matchAll(form), ({ index, 1: title = "" }) => ({
      line: lineOf(text, index),
      prose: withoutQuotes(title),
    })),
  ),
]

/** Returns every banned phrase in comments and titles of tests of a module, by line. */
export const commentOffences = ({ path, text }: Source): ReadonlyArray<Offence> =>
  passagesOf(text).flatMap(({ line, prose }) =>
    [...commentPhrases, ...phrases]
      .filter(({ banned }) => banned.test(prose))
      .map(({ banned, instead }) =>
        offence(`${path}:${line}`, `${banned}`, `${instead}: ${prose}`),
      ),
  )

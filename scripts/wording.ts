import { type Offence, offence, type Source } from "./tidy.ts"

/** Phrase that readers have to read twice, a replacement, and an example text with the phrase. */
export interface Phrase {
  readonly banned: RegExp
  readonly instead: string
  readonly example: string
}

/**
 * Phrases of decision 0067 that are banned in documents, changesets and messages. Each was found
 * and replaced several times. Words that are right in some places (answer, fault, keep, make) are
 * not in this list, because a rule with false alarms is switched off.
 */
export const phrases: ReadonlyArray<Phrase> = [
  { banned: /\banew\b/iu, instead: "again", example: "It is computed anew." },
  { banned: /\b(no|some)body\b/iu, instead: "no one, someone", example: "Nobody sees it." },
  { banned: /\bwho(ever|soever)\b/iu, instead: "the person who", example: "Whoever runs it." },
  { banned: /\bwhatever\b/iu, instead: "regardless of", example: "Whatever the policies say." },
  { banned: /\bbeside\b/iu, instead: "next to, in addition to", example: "A file beside it." },
  { banned: /\b(go|goes|went) on\b/iu, instead: "continue", example: "The import goes on." },
  { banned: /\bfor ever\b/iu, instead: "forever", example: "It waits for ever." },
  { banned: /\b(is|are|was|were) told\b/iu, instead: "gets, is notified", example: "It is told." },
  { banned: /\btells? (of|that|whether)\b/iu, instead: "reports", example: "It tells of it." },
  { banned: /\balike\b/iu, instead: "both, all", example: "Debits and credits alike." },
  { banned: /\beither way\b/iu, instead: "±", example: "At most 5 AUD either way." },
  { banned: /\b(un)?judged?\b/iu, instead: "checked, tested", example: "It is judged again." },
  {
    banned: /\b(is|are|was) answered\b/iu,
    instead: "returns",
    example: "It is answered with 404.",
  },
  {
    banned: /\b(is|are|stays?) as (it|they) (was|were)\b/iu,
    instead: "unchanged",
    example: "It is as it was.",
  },
  { banned: /\bgiven up\b/iu, instead: "cancel, stop", example: "The request is given up." },
  { banned: /\b(gives?|takes?) (back|away)\b/iu, instead: "release", example: "It gives back it." },
  {
    banned: /\bso (many|much) (is|are|of)\b/iu,
    instead: "the number",
    example: "So many are sent.",
  },
  { banned: /\bto be had\b/iu, instead: "available", example: "It is not to be had." },
  { banned: /\bin (the )?place of\b/iu, instead: "instead of", example: "A in place of B." },
  {
    banned: /\bthe operator's side\b/iu,
    instead: "the operator's API",
    example: "On the operator's side.",
  },
]

/** Returns the prose of a Markdown document: without code, link targets and front matter. */
const proseOfMarkdown = (text: string): string =>
  text
    .replace(/^---\n.*?\n---\n/su, (all) => all.replace(/[^\n]/gu, ""))
    .replace(/^ *```.*?^ *```$/gmsu, (all) => all.replace(/[^\n]/gu, ""))
    .replace(/`[^`\n]*`|\]\([^)\n]*\)|"[^"\n]*"/gu, "…")

/** Returns the texts of a module: its strings of several words, without interpolated values. */
const proseOfModule = (text: string): string =>
  text
    .replace(/\/\*.*?\*\//gsu, (all) => all.replace(/[^\n]/gu, ""))
    .replace(/\$\{[^}\n]*\}/gu, "…")
    .split("\n")
    .map((line) => (line.match(/"[^"]*"|`[^`]*`/gu) ?? []).filter((_) => _.includes(" ")).join(" "))
    .join("\n")

/** Returns every banned phrase in a document or in the strings of a module, by line. */
export const wordingOffences = ({ path, text }: Source): ReadonlyArray<Offence> => {
  const prose = path.endsWith(".md") ? proseOfMarkdown(text) : proseOfModule(text)
  return prose
    .split("\n")
    .flatMap((line, index) =>
      phrases
        .filter(({ banned }) => banned.test(line))
        .map(({ banned, instead }) => offence(`${path}:${index + 1}`, `${banned}`, instead)),
    )
}

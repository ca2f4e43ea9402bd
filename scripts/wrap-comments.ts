/**
 * Wraps the comments that are wider than a line may be, which the formatter leaves as they are.
 * Paragraphs that fit stay untouched. Arguments are files; without any, every TypeScript file.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"

const columns = 100
const widthOf = (line: string): number => [...line].length
const indentOf = (line: string): string => /^\s*/u.exec(line)?.[0] ?? ""

/** Words in as few lines as fit, the first after `first`, the others after `rest`. */
const fill = (words: ReadonlyArray<string>, first: string, rest: string): Array<string> => {
  const lines: Array<string> = []
  let line = first
  let empty = true
  for (const word of words) {
    if (!empty && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line)
      line = rest
      empty = true
    }
    line += empty ? word : ` ${word}`
    empty = false
  }
  return [...lines, line]
}

const wordsOf = (text: string): Array<string> => text.split(/\s+/u).filter((word) => word !== "")

/** A paragraph of a block comment; the lines after a bullet hang under its text. */
const wrapParagraph = (indent: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (lines.every((line) => widthOf(line) <= columns)) return lines
  const texts = lines.map((line) => line.replace(/^\s*\* ?/u, ""))
  const bullet = /^(?:\s*(?:[-*]|\d+\.) )?/u.exec(texts[0] ?? "")?.[0] ?? ""
  const words = wordsOf(texts.join(" ").slice(bullet.length))
  const star = `${indent} * `
  return fill(words, star + bullet, star + " ".repeat(bullet.length))
}

const startsParagraph = (line: string): boolean => /^\s*\*\s*([-*] |\d+\. |@\w+)/u.test(line)
const standsAlone = (line: string): boolean =>
  /^\s*(\/\*\*.*|\*|\*\s*\||.*\*\/)\s*$/u.test(line) || /^\s*\*\s*\|/u.test(line)

const wrapBlock = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const indent = indentOf(lines[0] ?? "")
  const oneLine = /^\s*\/\*\*\s*(.*?)\s*\*\/\s*$/u.exec(lines[0] ?? "")
  if (oneLine !== null) {
    const text = fill(wordsOf(oneLine[1] ?? ""), `${indent} * `, `${indent} * `)
    return [`${indent}/**`, ...text, `${indent} */`]
  }
  const paragraphs: Array<Array<string>> = []
  let open = false
  let fenced = false
  for (const line of lines) {
    const fence = line.includes("```")
    const alone = fence || fenced || standsAlone(line)
    if (fence) fenced = !fenced
    if (open && !alone && !startsParagraph(line)) paragraphs.at(-1)?.push(line)
    else paragraphs.push([line])
    open = !alone
  }
  return paragraphs.flatMap((lines) =>
    lines.length === 1 && standsAlone(lines[0] ?? "") ? lines : wrapParagraph(indent, lines),
  )
}

const wrapLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const start = `${indentOf(lines[0] ?? "")}// `
  const text = lines.map((line) => line.trim().slice("// ".length)).join(" ")
  return fill(wordsOf(text), start, start)
}

const isDirective = (line: string): boolean => /biome-ignore|@ts-expect-error/u.test(line)
const isTooWide = (lines: ReadonlyArray<string>): boolean =>
  lines.some((line) => widthOf(line) > columns) && !lines.some(isDirective)

/** The same source, its comments wrapped. */
export const wrapComments = (text: string): string =>
  text
    .replace(/^[ \t]*\/\*\*(?:(?!\*\/)[\s\S])*\*\/$/gmu, (block) => {
      const lines = block.split("\n")
      return isTooWide(lines) ? wrapBlock(lines).join("\n") : block
    })
    .replace(/^([ \t]*)\/\/ .*(?:\n\1\/\/ .*)*/gmu, (block) => {
      const lines = block.split("\n")
      return isTooWide(lines) ? wrapLines(lines).join("\n") : block
    })

const everyFile = (): Array<string> => {
  const listing = ["ls-files", "-co", "--exclude-standard", "*.ts"]
  return execFileSync("git", listing, { encoding: "utf8" }).split("\n").filter(Boolean)
}

if (import.meta.main) {
  const named = process.argv.slice(2)
  for (const path of named.length > 0 ? named : everyFile()) {
    const text = readFileSync(path, "utf8")
    const wrapped = wrapComments(text)
    if (wrapped !== text) writeFileSync(path, wrapped)
  }
}

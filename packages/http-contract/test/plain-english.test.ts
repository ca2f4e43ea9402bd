import { describe, expect, test } from "vitest"
import { endpoints, faultCodes, openApi, sharedProblems } from "../src/index.ts"

/** Words that a reader of an API does not expect, and their replacements. */
const replacements: ReadonlyArray<readonly [banned: RegExp, write: string, offence: string]> = [
  [/\banew\b/iu, "again", "The period is computed anew."],
  [/\bnobody\b/iu, "no one, or the passive", "Nobody may see it."],
  [/\bwhoever\b/iu, "the person who, or the role", "Whoever runs the service."],
  [/\bwhatever\b/iu, "regardless of", "Whatever policies say."],
  [/\bbeside\b/iu, "excluding, next to, or as well as", "What it has beside the amount."],
  [/\b(is|are|was|be) answered\b/iu, "returns", "The request is answered with 404."],
  [/\b(was|were|nothing is) kept\b|\bkeeps nothing\b/iu, "saved", "Nothing was kept."],
  [/\bis told\b|\btells\b|\bare told\b/iu, "shows, reports", "The name tells the kind."],
  [/\bto come\b|\bhas come\b/iu, "in the future, in the past", "The date is to come."],
  [/\bwaits? for approval\b|\bwhat waits\b/iu, "pending", "It does not wait for approval."],
  [/\b(a|its place in the) line again\b/iu, "the queue", "It takes its place in the line again."],
  [/\bso (much|many)\b/iu, "the amount, the number", "A policy leaves so much to others."],
  [/\beither way\b/iu, "±", "It would come to 5 AUD either way."],
  [/\bfaults?\b/iu, "error", "Every fault of the request."],
  [/\bfigures?\b/iu, "amount, metric", "The user's own figures."],
  [/\bknows no\b/iu, "unknown", "This operation knows no such field."],
  [/\bjudged?\b/iu, "determined, checked", "A file, judged by its content."],
  [/\bkept\b/iu, "stored, precomputed", "Kept sums answer the report."],
  [/\bpresent (role|value)\b/iu, "current", "Never above the present role of the user."],
  [/\balike\b/iu, "both, ignoring case", "Debits and credits alike."],
  [/\bshall\b/iu, "must, or the present tense", "Where events shall be sent."],
  [/\btakes? away\b|\btaken away\b/iu, "remove", "Negative takes away."],
  [/\bgives? back\b/iu, "release, refund", "Gives back the hold."],
  [/^(what|who|whom|where|when|how)\b[^?]*\.$/iu, "a noun phrase", "What people call it."],
  [/^whether\b/iu, "True if …", "Whether it was deleted."],
  [/\breasons? of\b/iu, "reason for", "Reason of the decision."],
  [/\bof whom\b/iu, "for whom, or whose", "Users of whom the user is an assistant."],
  [/\bgiven up\b/iu, "cancelled, not retried", "The delivery is given up."],
  [/\bin (the )?place of\b/iu, "instead of", "A link in place of a file."],
]

const words = new Set(["description", "summary", "title", "detail"])

/** Returns every text for readers in a document, at any depth. */
const textsOf = (node: unknown): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    words.has(key) && typeof value === "string" ? [value] : textsOf(value),
  )
}

const texts = [
  ...new Set([
    ...textsOf(openApi(endpoints, { version: "0" })),
    ...textsOf(sharedProblems),
    ...Object.values(faultCodes),
  ]),
]

test("the document has texts", () => {
  expect(texts.length).toBeGreaterThan(500)
})

describe("an API text does not use", () => {
  test.each(replacements)("%s: write %s", (banned) => {
    expect(texts.filter((text) => banned.test(text))).toEqual([])
  })

  test.each(replacements)("%s matches its example", (banned, _, offence) => {
    expect(offence).toMatch(banned)
  })
})

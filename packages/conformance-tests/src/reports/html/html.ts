import type { Exchange } from "../../http/check.ts"
import { type Level, levelNames, levels } from "../../http/levels.ts"
import { type Verdict, verdicts } from "../../http/verdict.ts"
import { curlOf } from "../curl.ts"
import {
  byProfile,
  choicesOf,
  countsText,
  levelName,
  placeOfCheck,
  type Report,
  type ReportedCheck,
  type RequirementResult,
  seconds,
} from "../report.ts"
import { escaped, sentenceOf, tag } from "./markup.ts"
import { script, style } from "./style.ts"

const verdictMark = (verdict: Verdict): string => tag("span", `class="verdict ${verdict}"`, verdict)

const head = (report: Report): string =>
  [
    tag("p", 'class="soft small"', "Conformance to the Expense Management Service Interface"),
    tag("h1", "", `${escaped(report.product.name)} ${escaped(report.product.version)}`),
    tag("p", "", escaped(countsText(report.counts)), ` in ${seconds(report.milliseconds)}`),
    tag(
      "p",
      'class="soft small"',
      escaped(`${report.base_url} · seed ${report.seed} · ${report.started} · `),
      escaped(`${report.suite.name} ${report.suite.version}`),
    ),
    report.died === null
      ? ""
      : tag("p", 'class="verdict fail"', `the run ended early: ${escaped(report.died)}`),
    ...report.warnings.map((warning) =>
      tag("p", "", tag("strong", "", "Warning: "), escaped(warning)),
    ),
  ].join("")

/** Returns the content of a level in terms of the one before it: "core + gaps". */
const consistsOf = (level: Level): string => {
  const before = levelNames[levelNames.indexOf(level) - 1]
  if (before === undefined) return levels[level].join(" + ")
  const own = levels[level].filter((profile) => !levels[before].includes(profile))
  return [before, ...own].join(" + ")
}

const levelCards = (report: Report): string => {
  const cards = levelNames.map((level) => {
    const standing = report.levels[level]
    return tag(
      "div",
      `class="card ${standing.replaceAll(" ", "-")}"`,
      tag("strong", "", levelName(level)),
      tag("span", 'class="standing"', standing),
      tag("div", 'class="soft small"', consistsOf(level)),
    )
  })
  return tag("div", 'class="levels"', ...cards)
}

const bar = (total: number, counts: Report["counts"]): string => {
  const parts = verdicts.map((verdict) => {
    const width = total === 0 ? 0 : (counts[verdict] / total) * 100
    return `<span class="${verdict}" style="width:${width.toFixed(2)}%"></span>`
  })
  return tag("div", 'class="bar"', ...parts)
}

const profileTable = (report: Report): string => {
  const number = (value: number | string) => tag("td", 'class="number"', String(value))
  const rows = byProfile(report).map(({ profile, total, counts }) =>
    tag(
      "tr",
      "",
      tag("td", "", profile),
      tag("td", "", bar(total, counts)),
      ...verdicts.map((verdict) => number(counts[verdict])),
    ),
  )
  const names = verdicts.map((verdict) => tag("th", 'class="number"', verdict))
  const heading = tag("tr", "", tag("th", "", "Profile"), "<th></th>", ...names)
  return tag(
    "div",
    'class="framed"',
    tag("table", "", tag("thead", "", heading), tag("tbody", "", ...rows)),
  )
}

const headerLines = (headers: { readonly [name: string]: string }): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

const exchangeBlock = (exchange: Exchange): string => {
  const request = [
    `${exchange.method} ${exchange.url}`,
    headerLines(exchange.request_headers),
    ...(exchange.request_body === null ? [] : ["", exchange.request_body]),
  ].join("\n")
  const response =
    exchange.status === null
      ? "no answer"
      : [
          String(exchange.status),
          headerLines(exchange.response_headers),
          "",
          exchange.response_body,
        ].join("\n")
  return [
    tag("pre", "", escaped(request)),
    tag("pre", "", escaped(response)),
    tag("p", 'class="soft small"', "To repeat it:"),
    tag("pre", "", escaped(curlOf(exchange))),
  ].join("")
}

const failureCard = (check: ReportedCheck): string =>
  tag(
    "section",
    `class="card failure${check.expected ? " expected" : ""}" id="${escaped(check.id)}"`,
    tag("h3", "", escaped(check.id), check.expected ? " (expected)" : ""),
    tag("p", 'class="soft"', escaped(check.title)),
    tag("blockquote", "", sentenceOf(check.sentence)),
    tag("p", 'class="soft small"', escaped(`Stated in ${placeOfCheck(check)}`)),
    tag(
      "dl",
      "",
      tag("dt", "", "Expected"),
      tag("dd", "", escaped(check.reason ?? "")),
      tag("dt", "", "Seen"),
      tag("dd", "", escaped(check.seen ?? "nothing")),
    ),
    ...check.exchanges.map((exchange, index) =>
      tag(
        "details",
        index >= check.exchanges.length - check.decisive ? "open" : "",
        tag("summary", "", escaped(`${exchange.method} ${exchange.url} → ${exchange.status}`)),
        exchangeBlock(exchange),
      ),
    ),
  )

const failures = (report: Report): string => {
  const failed = report.checks.filter((check) => check.verdict === "fail")
  if (failed.length === 0) return ""
  return [tag("h2", "", "Failures"), ...failed.map(failureCard)].join("")
}

const plainTable = (
  title: string,
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string => {
  if (rows.length === 0) return ""
  const heading = tag("tr", "", ...heads.map((name) => tag("th", "", escaped(name))))
  const body = rows.map((row) => tag("tr", "", ...row.map((cell) => tag("td", "", cell))))
  const table = tag("table", "", tag("thead", "", heading), tag("tbody", "", ...body))
  return tag("h2", "", escaped(title)) + tag("div", 'class="framed"', table)
}

const others = (report: Report): string =>
  plainTable(
    "Not tested",
    ["Check", "Verdict", "Why"],
    report.checks
      .filter(({ verdict }) => verdict !== "pass" && verdict !== "fail")
      .map(({ id, verdict, reason }) => [
        tag("code", "", escaped(id)),
        verdictMark(verdict),
        escaped(reason ?? ""),
      ]),
  )

const choices = (report: Report): string =>
  plainTable(
    "Where the interface is silent, this target chose",
    ["Question", "Choice"],
    choicesOf(report).map(({ what, choice }) => [escaped(what), escaped(choice)]),
  )

const matrix = (report: Report): string => {
  const results = new Map(report.checks.map((check) => [check.id, check]))
  /** Returns the checks of a requirement, collapsed. */
  const checksOf = ({ checks }: RequirementResult): string => {
    const lines = checks.flatMap((id) => {
      const check = results.get(id)
      if (check === undefined) return []
      const name = tag("code", "", escaped(id))
      return [tag("li", "", verdictMark(check.verdict), ` ${escaped(check.title)}<br>`, name)]
    })
    const count = lines.length === 1 ? "1 check" : `${lines.length} checks`
    const list = tag("ul", "", ...lines)
    return tag("details", 'class="small"', tag("summary", 'class="soft"', count), list)
  }
  const groups = [...new Set(report.requirements.map(({ area }) => area))].map((area) => {
    const rows = report.requirements.filter((row) => row.area === area)
    const lines = rows.map((row) =>
      tag(
        "tr",
        `data-verdict="${row.verdict}"`,
        tag("td", "", verdictMark(row.verdict)),
        tag(
          "td",
          "",
          tag("code", "", escaped(row.id)),
          `<br>${sentenceOf(row.sentence)}`,
          checksOf(row),
        ),
        tag(
          "td",
          'class="soft small"',
          `${row.strength}${row.proven ? "" : ", not proven"}<br>${escaped(row.section)}`,
        ),
      ),
    )
    return tag("tbody", 'class="area"', `<tr><th colspan="3">${area}</th></tr>`, ...lines)
  })
  const heads = ["Verdict", "Requirement", "Strength, section"].map((name) => tag("th", "", name))
  const heading = tag("tr", "", ...heads)
  const boxes = verdicts.map(
    (verdict) =>
      `<label><input type="checkbox" data-filter="${verdict}" checked> ${verdict}</label>`,
  )
  return [
    tag("h2", "", "Every requirement"),
    tag(
      "div",
      'class="tools"',
      '<input id="search" type="search" placeholder="Search requirements" aria-label="Search">',
      ...boxes,
    ),
    tag("div", 'class="framed"', tag("table", "", tag("thead", "", heading), ...groups)),
  ].join("")
}

/** Returns one self-contained file: levels, failures with their exchanges, the matrix. */
export const html = (report: Report): string => {
  const title = `${report.product.name} ${report.product.version}: conformance`
  const body = [
    head(report),
    levelCards(report),
    tag("h2", "", "Profiles"),
    profileTable(report),
    failures(report),
    others(report),
    matrix(report),
    choices(report),
  ]
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title><style>${style}</style></head>`,
    `<body><main>${body.join("\n")}</main><script>${script}</script></body></html>`,
    "",
  ].join("\n")
}

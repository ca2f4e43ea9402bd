import {
  type Endpoint,
  faultCodes,
  openApi,
  type ProblemExample,
  type ProblemTopic,
  problemTopics,
  type SharedProblem,
  sharedProblems,
} from "@outlay/http-contract"
import { escape, htmlDocument } from "./html.ts"
import type { Page } from "./kernel.ts"
import { operationLink, referencePages } from "./reference.ts"
import { respondPage } from "./respond.ts"
import { htmlPage, jsonPage } from "./static-page.ts"

/**
 * Redirects to `/docs`: a person who opens the address of the service in a browser wants to read.
 */
const toDocs: Page = (exchange) => respondPage(exchange, 302, ["Location", "/docs"], "")

/** `/openapi.json` and the pages made from it: `/docs` and `/docs/problems`. */
export const documentPages = (
  endpoints: ReadonlyArray<Endpoint>,
  version: string,
): ReadonlyArray<readonly [string, Page]> => [
  ["/openapi.json", jsonPage(() => openApi(endpoints, { version }))],
  ...referencePages(),
  ["/docs/problems", htmlPage(() => problemsPage(endpoints))],
  ["/", toDocs],
]

interface Described {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly description: string
}

/** The page to which the `type` of every problem links: its codes, and what to do about them. */
const problemsPage = (endpoints: ReadonlyArray<Endpoint>): string => {
  const sections = [...described(endpoints).values()]
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
    .map(
      ({ code, status, title, description }) => `<section id="${escape(code)}">
<h2><code>${escape(code)}</code> <small>${status}</small></h2>
<p><strong>${escape(title)}.</strong> ${description}</p>
</section>`,
    )
  const intro = `<p>A refused request returns <code>application/problem+json</code>
(RFC 9457). <code>code</code> is stable: use it in programs. <code>detail</code> is for people.
<code>errors</code> lists every error with its location. <a href="/docs">API reference</a></p>`
  return htmlDocument(
    "Problems",
    [intro, ...problemTopics.map(topicSection), ...sections].join("\n"),
  )
}

const topicSection = ({ id, title, text, codes, example }: ProblemTopic): string => {
  const links = codes.map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(", ")
  return `<section id="topic-${escape(id)}">
<h2>${escape(title)}</h2>
<p>${escape(text)}</p>
<pre>${escape(requestOf(example))}</pre>
<pre>${escape(responseOf(example))}</pre>
<p>Codes: ${links}</p>
</section>`
}

const requestOf = ({ method, path, headers, body }: ProblemExample): string => {
  const fields = { Authorization: "Bearer outlay_…", ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path}`, ...lines, ...(body === undefined ? [] : ["", body])].join("\n")
}

const responseOf = ({ status, code, detail }: ProblemExample): string =>
  `${status}\n${JSON.stringify({ code, detail }, null, 2)}`

const described = (endpoints: ReadonlyArray<Endpoint>): ReadonlyMap<string, Described> => {
  const all = new Map<string, Described>()
  for (const [code, text] of Object.entries(faultCodes)) {
    const description =
      "Found when a request is validated; errors has the location and what is allowed."
    all.set(code, { code, status: 400, title: text.replace(/\.$/u, ""), description })
  }
  const operations = new Map<string, Set<string>>()
  for (const { operation, problems } of endpoints) {
    for (const { codes, status, title } of problems) {
      for (const code of codes) {
        const named = operations.get(code) ?? new Set()
        operations.set(code, named.add(operation))
        const description = `Answered by ${[...named].map(linked).join(", ")}.`
        all.set(code, { code, status, title, description })
      }
    }
  }
  for (const problem of Object.values<SharedProblem>(sharedProblems)) {
    all.set(problem.code, { ...problem, description: escape(problem.description) })
  }
  return all
}

const linked = (operation: string): string =>
  `<a href="${escape(operationLink(operation))}"><code>${escape(operation)}</code></a>`

import { escape, htmlDocument, prose } from "./html.ts"

interface Reference {
  readonly $ref?: string
}

interface Parameter extends Reference {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: unknown
}

type Content = Readonly<Record<string, { readonly schema: unknown; readonly example?: unknown }>>

interface Response extends Reference {
  readonly description: string
  readonly content?: Content
}

interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

/** As much of an OpenAPI document as the page reads. */
export interface Document {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** The document as one page to read, resource by resource. */
export const operationsPage = (document: Document): string => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = document.tags.map(({ name }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name))
    const each = own.map(({ path, method, operation }) =>
      operationDetails(document, path, method, operation),
    )
    return `<section id="${anchor(name)}"><h2>${escape(name)}</h2>${each.join("\n")}</section>`
  })
  const records = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<details><summary><code>${escape(name)}</code></summary>
<div id="schema-${escape(name)}">${json(schema)}</div></details>`,
  )
  const links = document.tags.map(
    ({ name }) => `<li><a href="#${anchor(name)}">${escape(name)}</a></li>`,
  )
  return htmlDocument(
    "The interface",
    `<p>${escape(document.info.description)} Version ${escape(document.info.version)}. For programs:
<a href="/openapi.json">openapi.json</a>. What can go wrong:
<a href="/docs/problems">the problems</a>.</p>
<p>Every operation wants <code>Authorization: Bearer</code> and a token, such as
<code>outlay token create</code> issues: of the business in the path, or under
<code>/operator/v1</code> the operator's.</p>
<nav><ul>${links.join("")}
<li><a href="#records">Records</a></li></ul></nav>
${groups.join("\n")}
<section id="records"><h2>Records</h2>${records.join("\n")}</section>`,
  )
}

const anchor = (name: string): string => name.toLowerCase().replaceAll(" ", "-")

const operationDetails = (
  document: Document,
  path: string,
  method: string,
  operation: Operation,
): string => `<details>
<summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code>
${escape(operation.summary)}</summary>
<div id="${escape(operation.operationId)}">
${prose(operation.description)}
${parametersTable(document, operation.parameters)}
${bodyOf(operation)}
<h3>Answers</h3>
${answersTable(document, operation.responses)}
</div>
</details>`

const bodyOf = ({ requestBody }: Operation): string =>
  requestBody === undefined ? "" : `<h3>Body</h3>${contents(requestBody.content)}`

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

const parametersTable = (document: Document, parameters: ReadonlyArray<Parameter>): string => {
  const rows = parameters.map((given) => {
    const of = given.$ref === undefined ? given : document.components.parameters[lastOf(given.$ref)]
    if (of === undefined) return ""
    const need = of.required ? "required" : ""
    return `<tr><td><code>${escape(of.name)}</code></td><td>${of.in} ${need}</td>
<td><code>${escape(shortType(of.schema))}</code></td><td>${prose(of.description)}</td></tr>`
  })
  return `<h3>Parameters</h3><table>${rows.join("")}</table>`
}

const shortType = (schema: unknown): string => {
  const {
    type,
    format,
    enum: values,
    items,
  } = schema as {
    readonly type?: string
    readonly format?: string
    readonly enum?: ReadonlyArray<string>
    readonly items?: unknown
  }
  if (values !== undefined) return values.join(" | ")
  if (items !== undefined) return `(${shortType(items)})[]`
  return format ?? type ?? ""
}

const answersTable = (
  document: Document,
  responses: Readonly<Record<string, Response>>,
): string => {
  const rows = Object.entries(responses).map(([status, given]) => {
    const of = given.$ref === undefined ? given : document.components.responses[lastOf(given.$ref)]
    if (of === undefined) return ""
    const isSuccess = status.startsWith("2")
    const shown = isSuccess && of.content !== undefined ? contents(of.content) : ""
    return `<tr><td>${status}</td><td>${prose(of.description)}${shown}</td></tr>`
  })
  return `<table>${rows.join("")}</table>`
}

const contents = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema, example }]) => {
      const { $ref } = schema as Reference
      const name = $ref === undefined ? "" : lastOf($ref)
      const link = name === "" ? "" : ` <a href="#schema-${escape(name)}">${escape(name)}</a>`
      return `<p><code>${escape(type)}</code>${link}</p>${json(example)}`
    })
    .join("")

const json = (value: unknown): string =>
  value === undefined ? "" : `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

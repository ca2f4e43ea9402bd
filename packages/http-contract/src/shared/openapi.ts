import { JsonSchema, Schema, SchemaRepresentation } from "effect"
import type { Endpoint, UploadBounds } from "./endpoint.ts"
import type { Json } from "./json.ts"
import { annotator } from "./openapi-annotations.ts"
import {
  headerReferences,
  headers,
  parameters,
  responses,
  schemas as sharedSchemas,
} from "./openapi-components.ts"
import { exampleOf, nameOf, reference } from "./openapi-examples.ts"
import { furtherCodes, ownProblems } from "./openapi-problems.ts"
import { simplified } from "./openapi-simplification.ts"
import { problemValues } from "./openapi-values.ts"
import { ownRightTexts } from "./own-rights.ts"
import type { PathParameters } from "./path.ts"
import type { QueryParameters } from "./query.ts"
import { tagDescription } from "./tags.ts"

export interface OpenApiInfo {
  readonly title?: string
  readonly version: string
  readonly description?: string
}

/** Returns the API as an OpenAPI 3.1 document, derived only from its endpoints. */
export const openApi = (endpoints: ReadonlyArray<Endpoint>, info: OpenApiInfo): Json => {
  const compiled = compile(endpoints)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, compiled),
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: info.title ?? "Outlay",
      version: info.version,
      description: info.description ?? about,
      contact: { name: "The Outlay authors" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "This service." }],
    security: [{ bearer: [] }, { session: [] }],
    tags: tagsOf(endpoints),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Token of a business." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-outlay_session",
          description:
            "Session of a browser that signed in. Writes also require the `Origin` header of the service. Over HTTP on loopback the cookie is `outlay_session`.",
        },
        operator: { type: "http", scheme: "bearer", description: "Token of the operator." },
      },
      schemas: compiled.components,
      headers,
      parameters,
      responses,
    },
    "x-problem-values": problemValues(endpoints),
  }
}

const about = "An open expense-management service: budgets, topups, transactions and statements."

interface Compiled {
  readonly schemaOf: (schema: Schema.Top) => Json
  readonly exampleOf: (schema: Json) => unknown
  readonly components: Record<string, Json>
}

/** Compiles all schemas at once, so that the same record is one component wherever it appears. */
const compile = (endpoints: ReadonlyArray<Endpoint>): Compiled => {
  const all = [
    ...new Set(
      endpoints.flatMap(({ body, row, success }) =>
        [body, row, success.schema].filter((schema) => schema !== null && schema !== undefined),
      ),
    ),
  ] as ReadonlyArray<Schema.Top>
  const [first, ...rest] = all.map((schema) => Schema.toCodecJson(schema).ast)
  if (first === undefined) {
    return { schemaOf: () => ({}), exampleOf: () => undefined, components: { ...sharedSchemas } }
  }
  const document = simplified(
    JsonSchema.toMultiDocumentOpenApi3_1(
      SchemaRepresentation.toJsonSchemaMultiDocument(
        SchemaRepresentation.toRepresentations([first, ...rest]),
        { onExcessProperty: "error" },
      ),
    ),
  )
  const definitions = { ...document.definitions }
  const annotated = annotator(definitions)
  const compiled = new Map(
    all.map((schema, i) => [schema, annotated(schema.ast, document.schemas[i] as Json)] as const),
  )
  const components = withPages(endpoints, compiled, { ...definitions, ...sharedSchemas })
  return {
    schemaOf: (schema) => compiled.get(schema) ?? {},
    exampleOf: (schema) => exampleOf(schema, components),
    components,
  }
}

/** "The common list envelope", once for each kind of element. */
const withPages = (
  endpoints: ReadonlyArray<Endpoint>,
  compiled: ReadonlyMap<Schema.Top, Json>,
  components: Record<string, Json>,
): Record<string, Json> => {
  for (const { success } of endpoints) {
    if (success.kind !== "page" || success.schema === null) continue
    const element = compiled.get(success.schema) ?? {}
    const name = nameOf(element)
    if (name !== null) {
      const example = exampleOf(element, components)
      components[`${name}Page`] = pageSchema(element, example, success)
    }
  }
  return components
}

const pageExample = (example: unknown, { besides }: Endpoint["success"]): Json => ({
  count: 1,
  next: null,
  previous: null,
  results: [example],
  ...besides?.example,
})

const fragment = (description: string, example: string): Json => ({
  type: ["string", "null"],
  description,
  examples: [example],
})

const pageSchema = (element: Json, example: unknown, success: Endpoint["success"]): Json => ({
  type: "object",
  description: "Page of a list.",
  required: [
    ...["count", "next", "previous", "results"],
    ...Object.keys(success.besides?.properties ?? {}),
  ],
  properties: {
    count: {
      type: "integer",
      format: "int64",
      minimum: 0,
      description: "Total number of matching records.",
      examples: [1],
    },
    next: fragment("Query string of the next page; null on the last page.", "offset=50&limit=50"),
    previous: fragment(
      "Query string of the previous page; null on the first page.",
      "offset=0&limit=50",
    ),
    results: { type: "array", description: "Records in this page.", items: element },
    ...success.besides?.properties,
  },
  additionalProperties: false,
  examples: [pageExample(example, success)],
})

const tagOf = ({ operation }: Endpoint): string => {
  const words = (operation.split(".")[0] as string).replaceAll(/[A-Z-]/gu, (letter) =>
    letter === "-" ? " " : ` ${letter.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const tagsOf = (endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Json> =>
  [...new Set(endpoints.map(tagOf))]
    .sort()
    .map((name) => ({ name, description: tagDescription(name) }))

const operation = (endpoint: Endpoint, compiled: Compiled): Json => {
  return {
    operationId: endpoint.operation,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: `${endpoint.description}${accessOf(endpoint)}`,
    ...securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint, compiled),
    responses: responsesOf(endpoint, compiled),
  }
}

/** Returns the security of an operation if it differs from the document's default. */
const securityOf = ({ access }: Endpoint): Json =>
  access === "operator"
    ? { security: [{ operator: [] }] }
    : access === "public"
      ? { security: [] }
      : {}

const requestBodyOf = (endpoint: Endpoint, compiled: Compiled): Json => {
  const { body, row, upload, isBodyOptional } = endpoint
  const sent = (content: Json): Json => ({
    requestBody: { required: isBodyOptional !== true, content },
  })
  if (upload !== undefined) return sent(uploadContent(upload))
  const mediaType = row === undefined ? "application/json" : "application/x-ndjson"
  const content = body ?? row
  if (content === null || content === undefined) return {}
  return sent(media(mediaType, compiled.schemaOf(content), compiled))
}

/** OpenAPI 3.1 needs neither schema nor format for bytes, but client generators rely on both. */
const bytes = { type: "string", format: "binary" }

const uploadContent = ({ mediaTypes, maximum }: UploadBounds): Json => ({
  "multipart/form-data": {
    schema: {
      type: "object",
      required: ["file"],
      properties: {
        file: {
          ...bytes,
          contentMediaType: "application/octet-stream",
          description: `The file, at most ${maximum} bytes.`,
        },
      },
    },
  },
  ...Object.fromEntries(mediaTypes.map((type) => [type, { schema: bytes }])),
})

/** Returns the access rule as a paragraph of the description. */
const accessOf = ({ access, self }: Endpoint): string => {
  if (access === "operator") return ""
  if (access === "public") return "\n\nRequires no token."
  if (access === "token") return "\n\nRequires any token of the business."
  if (access === "user") return "\n\nRequires a token that acts for a user."
  if (access === "admin") return "\n\nRequires the Admin role."
  const own = self === undefined ? "" : ` ${ownRightTexts[self]}`
  return `\n\nRequires the permission \`${access.resource}\` \`${access.action}\`.${own}`
}

const media = (mediaType: string, schema: Json, { exampleOf }: Compiled): Json => {
  const example = exampleOf(schema)
  return { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } }
}

const hasDryRun = ({ method, streamed, access }: Endpoint): boolean =>
  method !== "GET" && streamed !== true && access !== "public"

const hasEtag = ({ method, success }: Endpoint): boolean =>
  method === "GET" && (success.kind === "one" || success.kind === "file")

const parametersOf = (endpoint: Endpoint): ReadonlyArray<Json> => {
  const { method, params, query } = endpoint
  const shared = [
    ...(hasDryRun(endpoint) ? ["dry_run"] : []),
    "X-Request-Id",
    ...(method === "POST" && hasDryRun(endpoint) ? ["Idempotency-Key"] : []),
    ...(hasEtag(endpoint) ? ["If-None-Match"] : []),
    ...(method !== "GET" && method !== "POST" ? ["If-Match"] : []),
  ]
  return [
    ...Object.entries(params as PathParameters).map(([name, { description, schema, example }]) => ({
      name,
      in: "path",
      description,
      required: true,
      schema,
      example,
    })),
    ...Object.entries(query as QueryParameters).map(([name, of]) => ({
      name,
      in: "query",
      description: of.description,
      required: of.required,
      ...(of.repeatable ? { style: "form", explode: true } : {}),
      schema: of.schema,
      example: of.example,
    })),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

const responsesOf = (endpoint: Endpoint, compiled: Compiled): Json => {
  const { access, body, method, params, row } = endpoint
  const { statusOf } = endpoint.success
  const success = successOf(endpoint, compiled)
  const takesBody = body !== null || row !== undefined || endpoint.upload !== undefined
  const shared: ReadonlyArray<readonly [number, string, boolean]> = [
    [304, "not_modified", hasEtag(endpoint)],
    [400, "bad_request", true],
    [401, "unauthorized", access !== "public"],
    [403, "forbidden", access !== "operator" && access !== "public"],
    [403, "foreign_origin", access === "public" && method !== "GET"],
    [404, "not_found", Object.keys(params).length > 0],
    [406, "not_acceptable", true],
    [408, "request_timeout", takesBody && row === undefined],
    [409, "idempotency_key_in_use", method === "POST" && hasDryRun(endpoint)],
    [412, "precondition_failed", method !== "GET" && method !== "POST"],
    [413, "content_too_large", takesBody && row === undefined],
    [414, "uri_too_long", true],
    [415, "unsupported_media_type", takesBody],
    [422, "idempotency_key_reused", method === "POST" && hasDryRun(endpoint)],
    [429, "rate_limited", access !== "operator"],
    [431, "header_fields_too_large", true],
    [500, "internal_error", true],
    [503, "unavailable", true],
  ]
  const byStatus: Record<string, unknown> = {
    [endpoint.success.status]: success,
    ...(statusOf === undefined ? {} : { 200: { ...success, description: "Already existed." } }),
  }
  const applying = new Map(
    shared.flatMap(([status, name, applies]) => (applies ? [[status, name]] : [])),
  )
  for (const [status, name] of applying)
    byStatus[status] = { $ref: `#/components/responses/${name}` }
  for (const { status } of endpoint.problems) {
    const own = endpoint.problems.filter((problem) => problem.status === status)
    const further = furtherCodes(applying.get(status), method)
    byStatus[status] = ownProblems(status, own, further)
  }
  return byStatus
}

const successOf = (endpoint: Endpoint, compiled: Compiled): Json => {
  const { success, method, access } = endpoint
  const names = [
    "X-Request-Id",
    ...(access === "operator" ? [] : ["RateLimit", "RateLimit-Policy"]),
    // "A PATCH answers the new `ETag`": each changes a record that a GET shows.
    ...(hasEtag(endpoint) || method === "PATCH" ? ["ETag"] : []),
    ...(hasDryRun(endpoint) ? ["Dry-Run"] : []),
    ...(method === "POST" && hasDryRun(endpoint) ? ["Idempotent-Replayed"] : []),
  ]
  const response = { headers: headerReferences(names) }
  if (success.kind === "file") return { description: "The file.", ...response, ...fileOf(success) }
  if (success.schema === null) return { description: "Success, without a body.", ...response }
  const element = compiled.schemaOf(success.schema)
  if (success.kind === "one") {
    const description = success.status === 201 ? "Created." : "The record."
    return { description, ...response, content: media("application/json", element, compiled) }
  }
  const name = nameOf(element)
  const example = compiled.exampleOf(element)
  const schema =
    name === null ? pageSchema(element, example, success) : { $ref: `${reference}${name}Page` }
  return {
    description: "One page of results.",
    ...response,
    content: { "application/json": { schema, example: pageExample(example, success) } },
  }
}

const fileOf = ({ mediaTypes = [] }: Endpoint["success"]): Json => ({
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: bytes }])),
})

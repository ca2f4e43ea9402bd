import { answers, type OperationId, operations } from "@outlay/conformance-tests/catalogue"
import { type Handle, jsonResponse } from "../wire.ts"
import { exampleOf, exampleOfAll, type Schema } from "./examples.ts"

interface Canned {
  readonly method: string
  readonly path: RegExp
  readonly status: number
  readonly body: unknown
}

const pathOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u")

const answering =
  (canned: ReadonlyArray<Canned>): Handle =>
  async ({ method, url }) => {
    const [path = ""] = url.split("?", 1)
    const known = canned.find((one) => one.method === method && one.path.test(path))
    return known === undefined ? jsonResponse(404, {}) : jsonResponse(known.status, known.body)
  }

const statusOf = (method: string): number => (method === "DELETE" ? 204 : 200)

/** Responds to every operation with a minimal body of its shape, regardless of the request. */
export const shapeMock = (): Handle =>
  answering(
    Object.entries(operations).map(([id, { method, path }]) => {
      const shapes = answers[id as OperationId] ?? []
      const body = exampleOfAll(shapes.map(({ schema }) => schema))
      const status = statusOf(method)
      return { method, path: pathOf(path), status, body: status === 204 ? undefined : body }
    }),
  )

const isObject = (value: unknown): value is Schema => typeof value === "object" && value !== null

const at = (document: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document)

const entries = (value: unknown): ReadonlyArray<[string, unknown]> =>
  isObject(value) ? Object.entries(value) : []

/**
 * Returns the successful response of an operation: its own example, or one made from its schema.
 */
const goodAnswer = (document: unknown, operation: unknown) => {
  const [status, response] =
    entries(at(operation, "responses")).find(([code]) => code.startsWith("2")) ?? []
  if (status === undefined) return undefined
  const content = at(response, "content", "application/json")
  const resolve = (reference: string) => at(document, ...reference.split("/").slice(1))
  const body = at(content, "example") ?? exampleOf(at(content, "schema"), resolve)
  return { status: Number(status), body: content === undefined ? undefined : body }
}

const methods = ["get", "post", "put", "patch", "delete"]

/** Responds to every operation of an OpenAPI document with an example of its success. */
export const documentMock = (document: unknown): Handle =>
  answering(
    entries(at(document, "paths")).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const good = goodAnswer(document, at(item, method))
        return good === undefined
          ? []
          : [{ method: method.toUpperCase(), path: pathOf(path), ...good }]
      }),
    ),
  )

import { type Operation, type OperationId, operations } from "../interface/operations.ts"
import type { Json } from "./check.ts"

/**
 * Path and bodies of an operation in the target if the document does not show them. If the document
 * shows the path but not the bodies, only the bodies can be bound.
 *
 * `body` is the JSON to send, in which a text `"{/pointer}"` is replaced with the value of the
 * default body at that JSON pointer. `response` maps each default field to its place in the
 * target's response: `{"id": "/data/id"}`. For a list it applies to each record, and `results` is
 * the place of the records.
 */
export interface OperationBinding {
  readonly method?: Operation["method"]
  readonly path?: string
  readonly body?: Json
  readonly response?: { readonly [field: string]: string }
  readonly results?: string
}

export interface Binding {
  /** Operations that the target has; all if absent. */
  readonly only?: ReadonlyArray<string>
  readonly operations: { readonly [operation: string]: OperationBinding }
}

/** A binding file that cannot be used, with all of its errors. */
export class WrongBinding extends Error {}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
const known: { readonly [id: string]: Operation } = operations

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const allowed = ["method", "path", "body", "response", "results"]

const isPointer = (value: unknown): boolean =>
  typeof value === "string" && (value === "" || value.startsWith("/"))

/**
 * Operations of which the document shows the path but not the bodies: "request and response bodies
 * of the PATCH user operation: not shown. Request and response bodies of topup operations: not
 * shown."
 */
const bodyNotShown = [
  "users.update",
  "topups.list",
  "topups.create",
  "member-topups.list",
  "member-topups.create",
]

const shownFault = (id: string, bound: unknown): string | null => {
  if (!bodyNotShown.includes(id)) return "the document shows it; it is as it stands there"
  const moves = isObject(bound) && (bound.method !== undefined || bound.path !== undefined)
  return moves ? "the document shows its path; only its body and response can be bound" : null
}

const parameters = (path: string): ReadonlyArray<string> => path.match(/\{[^{}]*\}/gu) ?? []

/** Returns parameters in a path that the operation does not have. */
const strange = (path: unknown, operation: Operation): ReadonlyArray<string> =>
  parameters(String(path)).filter((name) => !parameters(operation.path).includes(name))

const faultsOf = (id: string, bound: unknown): ReadonlyArray<string> => {
  const operation = known[id]
  if (operation === undefined) return [`operations.${id}: there is no such operation`]
  const shown = operation.shown ? shownFault(id, bound) : null
  if (shown !== null) return [`operations.${id}: ${shown}`]
  if (!isObject(bound)) return [`operations.${id}: must be an object`]
  const { method, path, response, results } = bound
  const pointers = isObject(response) ? Object.values(response) : []
  return [
    ...Object.keys(bound)
      .filter((name) => !allowed.includes(name))
      .map((name) => `operations.${id}.${name}: unknown; allowed are ${allowed.join(", ")}`),
    ...(method === undefined || methods.includes(String(method))
      ? []
      : [`operations.${id}.method: must be one of ${methods.join(", ")}`]),
    ...(path === undefined || (typeof path === "string" && path.startsWith("/"))
      ? []
      : [`operations.${id}.path: must begin with /`]),
    ...strange(path ?? "", operation).map(
      (name) =>
        `operations.${id}.path: there is no ${name}; it has ${parameters(operation.path).join(", ")}`,
    ),
    ...(response === undefined || (isObject(response) && pointers.every(isPointer))
      ? []
      : [`operations.${id}.response: must be an object of JSON pointers`]),
    ...(results === undefined || isPointer(results)
      ? []
      : [`operations.${id}.results: must be a JSON pointer`]),
  ]
}

/** Returns the errors in a list of claimed operations. */
export const claimFaults = (only: unknown): ReadonlyArray<string> => {
  const isList = Array.isArray(only) && only.every((id) => typeof id === "string")
  if (!isList || only.length === 0) return ["only: a list of ids of operations"]
  return only
    .filter((id: string) => !Object.hasOwn(known, id))
    .map((id: string) => `only: there is no operation ${id}`)
}

/** Returns the binding in a file's JSON. */
export const bindingOf = (json: unknown): Binding => {
  const { only, operations: bound = {} } = isObject(json) ? json : {}
  if (
    !isObject(json) ||
    !isObject(bound) ||
    (only === undefined && json.operations === undefined)
  ) {
    const either = '{"operations": {"<operation id>": {…}}}, {"only": ["<operation id>"]}'
    throw new WrongBinding(`a binding is ${either}, or both`)
  }
  const faults = [
    ...(only === undefined ? [] : claimFaults(only)),
    ...Object.entries(bound).flatMap(([id, one]) => faultsOf(id, one)),
  ]
  if (faults.length > 0) throw new WrongBinding(faults.join("\n"))
  return { ...json, operations: bound } as unknown as Binding
}

export const noBinding: Binding = { operations: {} }

/** Returns the value at a JSON pointer (RFC 6901); undefined if there is none. */
export const at = (value: Json, pointer: string): Json =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((inside: Json, name) => (inside === null ? undefined : inside?.[name]), value)

/** Returns the operation as the target has it. */
export const boundOperation = (binding: Binding, id: OperationId): Operation => {
  const { method, path } = binding.operations[id] ?? {}
  const operation = operations[id]
  return { ...operation, method: method ?? operation.method, path: path ?? operation.path }
}

const placeholder = /^\{(\/.*)\}$/u

const filled = (template: Json, body: Json): Json => {
  if (typeof template === "string") {
    const pointer = placeholder.exec(template)?.[1]
    return pointer === undefined ? template : at(body, pointer)
  }
  if (Array.isArray(template)) return template.map((item) => filled(item, body))
  if (!isObject(template)) return template
  return Object.fromEntries(
    Object.entries(template)
      .map(([name, item]) => [name, filled(item, body)] as const)
      .filter(([, item]) => item !== undefined),
  )
}

/** Returns the body as the target expects it. */
export const boundBody = (binding: Binding, id: OperationId, body: Json): Json => {
  const template = binding.operations[id]?.body
  return template === undefined || body === undefined ? body : filled(template, body)
}

/** Returns a target's response in the default shape. */
export const boundResponse = (binding: Binding, id: OperationId, body: Json): Json => {
  const { response, results } = binding.operations[id] ?? {}
  if (response === undefined && results === undefined) return body
  const record = (target: Json): Json =>
    response === undefined
      ? target
      : {
          ...(isObject(target) ? target : {}),
          ...Object.fromEntries(
            Object.entries(response).map(([name, pointer]) => [name, at(target, pointer)]),
          ),
        }
  if (!id.endsWith(".list")) return record(body)
  const records = at(body, results ?? "/results")
  return Array.isArray(records) ? { ...body, results: records.map(record) } : body
}

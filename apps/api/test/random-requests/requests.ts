import type { Chance } from "../../../../scripts/chaos/chance.ts"
import { type Document, type Operation, type Parameter, resolved } from "../openapi/document.ts"
import { png } from "../receipts.ts"
import type { Knowledge, Known, Place } from "./knowledge.ts"
import { likelyActor, type Means, meanings, preconditions } from "./meanings.ts"
import type { Sent } from "./sender.ts"
import { oddBody, oddId, oddText, spoiled } from "./spoil.ts"
import { nobodysId, Values } from "./values.ts"

/** Deliberate error in a request; `null` for a valid one. */
export type Fault =
  | "body"
  | "raw body"
  | "id"
  | "foreign id"
  | "unknown id"
  | "query"
  | "unknown parameter"
  | "credential"
  | "other business"
  | "media type"
  | "accept"
  | "condition"
  | "key"

/** A request with its parts. */
export interface GeneratedRequest extends Sent {
  readonly operation: Operation
  readonly place: Place
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly fault: Fault | null
  /** Owner of its token. */
  readonly actor: string
  /** Content of the body if it is JSON. */
  readonly content: unknown
  readonly isDry: boolean
}

/** Actors of a run, and ids of another business. */
export interface Scene {
  readonly client_id: number
  readonly tokens: { readonly [actor: string]: string }
  /** Permissions of actors by role, such as `budgets read`. */
  readonly permissions: { readonly [actor: string]: ReadonlySet<string> }
  /** Ids of another business by parameter name. */
  readonly foreign: Place
  readonly origin: string
  /** Records that no request may remove because the run needs them, as returned by `spareOf`. */
  readonly spared: ReadonlySet<string>
}

/** Key of a record: its parameter and id. */
export const spareOf = (parameter: string, id: string | number): string => `${parameter} ${id}`

const lines = "application/x-ndjson"
const writesAlone: ReadonlySet<Fault> = new Set(["body", "raw body", "media type"])
const faults: ReadonlyArray<Fault> = [
  ...(["body", "body", "body", "body", "raw body", "id", "foreign id", "unknown id"] as const),
  ...(["query", "query", "unknown parameter", "credential", "other business"] as const),
  ...(["media type", "accept", "condition", "key"] as const),
]

/** Returns the path parameters that identify records. */
const namesOf = ({ parameters }: Pick<Operation, "parameters">): ReadonlyArray<string> =>
  parameters.filter((_) => _.in === "path" && _.name !== "client_id").map(({ name }) => name)

/** Creates requests for operations. */
export class Requests {
  readonly #document: Document
  readonly #scene: Scene
  readonly #chance: Chance
  readonly #knowledge: Knowledge
  readonly #values: Values
  readonly #means: Means
  #keys: number

  constructor(
    document: Document,
    scene: Scene,
    chance: Chance,
    knowledge: Knowledge,
    now: () => number,
  ) {
    this.#document = document
    this.#scene = scene
    this.#chance = chance
    this.#knowledge = knowledge
    this.#values = new Values(document, chance, knowledge, now)
    // Several runs may share a service, so their keys must differ.
    this.#keys = chance.from(0, 1e9)
    this.#means = { chance, knowledge, values: this.#values, now }
  }

  /** Creates a request for the operation, with one error or none, for the given record if any. */
  of(operation: Operation, isBroken: boolean, there?: Place): GeneratedRequest {
    const fault = isBroken ? this.#fault(operation) : null
    const place = there ?? this.#place(operation, fault)
    const actor = this.#actor(operation, fault)
    const { client_id, origin, tokens } = this.#scene
    const query = this.#query(operation, fault)
    const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
      name === "client_id" ? String(client_id) : String(place[name]),
    )
    const token = tokens[actor]
    const { body, content, type } = this.#body(operation, fault)
    const text = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")
    return {
      ...{ operation, place, query, fault, actor, content, body },
      method: operation.method,
      path: text === "" ? path : `${path}?${text}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(operation.method === "GET" ? {} : { origin }),
        ...(type === null ? {} : { "content-type": type }),
        ...this.#headers(operation, fault),
      },
      isDry: query.some(([name, value]) => name === "dry_run" && value === "true"),
    }
  }

  /** Returns the request with another text in its body; null if there is no suitable field. */
  otherwise(request: GeneratedRequest): GeneratedRequest | null {
    const fields = Object.entries((request.content ?? {}) as object)
    const free = fields.find(([name]) => /^(name|description|reason|first_name)$/u.test(name))
    if (free === undefined) return null
    const content = { ...(request.content as object), [free[0]]: "Another" }
    return { ...request, content, body: JSON.stringify(content) }
  }

  /** True if the operation can succeed with a known record. */
  isPossible(operation: Operation): boolean {
    return namesOf(operation).length === 0 || this.#likely(operation).length > 0
  }

  /** Returns known records with which the operation can succeed. */
  #likely({ id, parameters }: Operation): ReadonlyArray<Known> {
    const isWanted = preconditions[id] ?? (() => true)
    return this.#known(parameters).filter(
      (each) =>
        this.#knowledge.isThere(each) &&
        isWanted(each.record, this.#knowledge.above(each)?.record ?? {}),
    )
  }

  #known(parameters: Operation["parameters"]): ReadonlyArray<Known> {
    return this.#knowledge.fitting(namesOf({ parameters })).filter(({ place }) => {
      const [name = "", id = ""] = Object.entries(place).at(-1) ?? []
      return !this.#scene.spared.has(spareOf(name, id))
    })
  }

  #fault(operation: Operation): Fault {
    const { requestBody, parameters, isPublic, isOperators, method } = operation
    const names = namesOf(operation)
    const fitting = faults.filter((fault) => {
      if (writesAlone.has(fault)) return requestBody !== undefined
      if (fault === "id" || fault === "unknown id") return names.length > 0
      if (fault === "foreign id") return names.some((_) => _ in this.#scene.foreign)
      if (fault === "query") return parameters.some((_) => _.in === "query")
      if (fault === "credential") return !isPublic
      if (fault === "other business") return !(isPublic || isOperators)
      if (fault === "condition") return /^(PATCH|PUT|DELETE)$/u.test(method)
      if (fault === "key") return parameters.some(({ name }) => name === "Idempotency-Key")
      return true
    })
    return this.#chance.of(fitting)
  }

  #place(operation: Operation, fault: Fault | null): Place {
    const names = namesOf(operation)
    const known = this.#known(operation.parameters)
    const likely = this.#likely(operation)
    const from = likely.length > 0 && this.#values.is(0.9) ? likely : known
    const chosen: Place =
      from.length === 0
        ? Object.fromEntries(names.map((name) => [name, nobodysId]))
        : this.#chance.of(from).place
    if (fault === "id") return { ...chosen, [this.#chance.of(names)]: oddId(this.#chance) }
    if (fault === "foreign id") {
      const name = this.#chance.of(names.filter((_) => _ in this.#scene.foreign))
      return { ...chosen, [name]: this.#scene.foreign[name] as string | number }
    }
    if (fault === "unknown id") return { ...chosen, [this.#chance.of(names)]: nobodysId }
    return chosen
  }

  #actor({ id, isOperators, isPublic }: Operation, fault: Fault | null): string {
    if (fault === "credential") return this.#chance.of(["nobody", "unknown"])
    if (fault === "other business") return "stranger"
    if (isPublic) return "nobody"
    if (isOperators) return "operator"
    if (this.#values.is(0.7)) return likelyActor(id)
    return this.#chance.of(["machine", "manager", "accountant", "employee", "employee"])
  }

  #query({ id, parameters }: Operation, fault: Fault | null) {
    const pairs: Array<readonly [string, string]> = []
    const some = parameters.filter((_) => _.in === "query")
    const spoilt = fault === "query" ? this.#chance.of(some) : null
    for (const parameter of some) {
      const { name, required } = parameter
      if (parameter === spoilt) pairs.push([name, oddText(this.#chance).toWellFormed()])
      else if (required === true || (name !== "dry_run" && this.#values.is(0.15))) {
        pairs.push(...this.#filter(id, parameter))
      } else if (name === "dry_run" && this.#values.is(0.06)) pairs.push([name, "true"])
    }
    if (fault === "unknown parameter") pairs.push(["unknown", "1"])
    return pairs
  }

  #filter(id: string, { name, schema = {} }: Parameter): ReadonlyArray<readonly [string, string]> {
    if (name === "group_by") return [[name, this.#chance.of(["day", "week", "user", "category"])]]
    if (name === "limit") return [[name, String(this.#chance.from(1, 20))]]
    if (name === "offset") return [[name, String(this.#chance.from(0, 5))]]
    if (name === "start_date") return [[name, this.#values.date(-30)]]
    if (name === "end_date") return [[name, this.#values.date(0)]]
    if (name === "currency" && id === "statements.get") return [[name, "AUD"]]
    if (name === "custom_field") return [[name, "Project:North"]]
    if (name === "book_late_on") return [[name, this.#values.date(0)]]
    const value = this.#values.of(schema, name)
    const all = Array.isArray(value) ? value : [value]
    return all.map((each) => [name, String(each)] as const)
  }

  #headers({ parameters, method }: Operation, fault: Fault | null) {
    const has = (header: string) => parameters.some(({ name }) => name === header)
    const headers: { [name: string]: string } = {}
    if (has("Idempotency-Key") && this.#values.is(0.3)) {
      headers["idempotency-key"] = `key-${++this.#keys}`
    }
    if (has("X-Request-Id") && this.#values.is(0.1)) headers["x-request-id"] = `asked-${this.#keys}`
    if (method === "GET" && has("If-None-Match") && this.#values.is(0.1)) {
      headers["if-none-match"] = this.#chance.of(['"x"', 'W/"x", "y"'])
    }
    if (fault === "key") {
      headers["idempotency-key"] = this.#chance.of(["", '"', "a b".repeat(90), "é", '""'])
    }
    if (fault === "condition")
      headers["if-match"] = this.#chance.of(['"x"', 'W/"x"', "x", '"a","b"'])
    if (fault === "accept") {
      headers["accept"] = this.#chance.of(["text/html", "application/json;q=0", "image/*"])
    }
    if (fault === "media type") {
      headers["content-type"] = this.#chance.of([
        "text/plain",
        "application/xml",
        "multipart/form-data",
      ])
    }
    return headers
  }

  #body({ id, requestBody }: Operation, fault: Fault | null) {
    const types = Object.keys(requestBody?.content ?? {})
    const type = types.length === 0 ? null : this.#chance.of(types)
    if (type === null) return { type, content: undefined, body: undefined }
    const raw = fault === "raw body" ? oddBody(this.#chance) : null
    if (type !== "application/json" && type !== lines) return { ...this.#file(type, raw) }
    const schema = requestBody?.content[type]?.schema ?? {}
    const make = (): unknown => {
      const body = this.#values.object(resolved(this.#document, schema as never), "")
      const valid = this.#values.is(0.9) ? (meanings[id]?.(body, this.#means) ?? body) : body
      return fault === "body" ? spoiled(valid, this.#chance) : valid
    }
    if (type === lines) {
      const rows = Array.from({ length: this.#chance.from(1, 3) }, () => JSON.stringify(make()))
      return { type, content: undefined, body: raw ?? rows.join("\n") }
    }
    const content = make()
    return {
      type,
      content: raw === null ? content : undefined,
      body: raw ?? JSON.stringify(content),
    }
  }

  #file(type: string, raw: string | null) {
    const n = this.#chance.from(0, 1_000_000)
    const file =
      raw ?? (type === "image/png" || this.#values.is(0.3) ? png(`${n}`) : `%PDF-1.7 ${n}\n%%EOF\n`)
    if (type !== "multipart/form-data") return { type, content: undefined, body: file }
    const start = `--limit\r\ncontent-disposition: form-data; name="file"; filename="a-${n}"\r\n`
    const body = Buffer.concat([
      Buffer.from(`${start}content-type: application/octet-stream\r\n\r\n`),
      Buffer.from(file),
      Buffer.from("\r\n--limit--\r\n"),
    ])
    return { type: `${type}; boundary=limit`, content: undefined, body }
  }
}

import { ofTokens, pathOf, type Tenant } from "../hardening/world.ts"
import type { Operation } from "../openapi/document.ts"
import type { Place } from "./knowledge.ts"
import type { GeneratedRequest, Scene } from "./requests.ts"
import type { Reply, Send, Sent } from "./sender.ts"

type Json = { readonly [field: string]: unknown }

const ofUsers = "Requires a token that acts for a user."
const ofAdmins = "Requires the Admin role."

const periodEnd = "budget.period_reset"

const period = "?start_date=2026-01-01&end_date=2026-01-31"
const queries: { readonly [operation: string]: string } = {
  "statements.get": period,
  "reports.spend": `${period}&group_by=merchant&group_by=category`,
}

/** Returns everything that a business shows to its Admin. */
export const digestOf = async (send: Send, { ids, token }: Tenant): Promise<string> => {
  const texts: Array<string> = []
  for (const { method, operation, path, ...endpoint } of ofTokens) {
    if (method !== "GET") continue
    const place = pathOf({ ...endpoint, method, operation, path }, ids)
    const headers = { authorization: `Bearer ${token}` }
    texts.push((await send({ method, path: place + (queries[operation] ?? ""), headers })).text)
  }
  // Reading uses a token, which changes its last use; and each refusal contains its request id.
  return texts.join("\n").replaceAll(/"(?:last_used_at|request_id)":"[^"]*"/gu, "")
}

/** Reads the state of the business as its Admin, in addition to the tested requests. */
export class Looking {
  readonly tenant: Tenant
  readonly foreign: Place
  /** A word in every text of the other business. */
  readonly foreignWord: string
  readonly #reads: ReadonlySet<string>
  readonly #scene: Scene
  readonly #send: Send

  constructor(
    operations: ReadonlyArray<Operation>,
    scene: Scene,
    send: Send,
    { admin, stranger }: { readonly admin: Tenant; readonly stranger: Tenant },
  ) {
    const isJson = ({ responses }: Operation) =>
      responses["200"]?.content?.["application/json"] !== undefined
    const reads = operations.filter((_) => _.method === "GET" && isJson(_))
    this.#reads = new Set(reads.map(({ path }) => path))
    this.#scene = scene
    this.#send = send
    this.tenant = admin
    this.foreign = scene.foreign
    this.foreignWord = stranger.canary
  }

  as(actor: string, sent: Sent): Sent {
    const authorization = `Bearer ${this.#scene.tokens[actor]}`
    return { ...sent, headers: { authorization } }
  }

  /**
   * Returns what an actor is missing, such as a permission, if the document allows no one to
   * succeed without it; otherwise null.
   */
  lacking(actor: string, { description }: Operation): string | null {
    if (actor === "machine") return description.includes(ofUsers) ? "it acts for no user" : null
    const permissions = this.#scene.permissions[actor]
    if (permissions !== undefined && description.includes(ofAdmins)) return "it is no Admin"
    const needed = /Requires the permission `(\w+)` `(\w+)`\.(.*)/su.exec(description)
    if (permissions === undefined || needed === null) return null
    const [, resource = "", action = "", further = ""] = needed
    const permission = `${resource} ${action}`
    return permissions.has(permission) || further.trim() !== "" ? null : permission
  }

  /** Returns the sequence of the newest event. */
  async sequence(): Promise<number> {
    const { body } = await this.#get("/events?limit=1")
    return (body as { readonly count: number }).count
  }

  /** Returns the types of later events, except period ends, which no request causes. */
  async events(sequence: number): Promise<ReadonlyArray<string>> {
    return (await this.#types(sequence)).filter((type) => type !== periodEnd)
  }

  /** True if a period has ended since that event. */
  async hasPeriodEnded(sequence: number): Promise<boolean> {
    return (await this.#types(sequence)).includes(periodEnd)
  }

  async #types(sequence: number): Promise<ReadonlyArray<string>> {
    const { body } = await this.#get(`/events?after_sequence=${sequence}`)
    const { results = [] } = body as { readonly results?: ReadonlyArray<{ readonly type: string }> }
    return results.map(({ type }) => type)
  }

  /** Returns the record at the path of an operation; null if it has no GET. */
  async record({ operation, place, actor }: GeneratedRequest): Promise<Reply | null> {
    const path = this.#readOf(operation.path)
    if (path === null) return null
    // Paths under `/me` belong to the actor.
    return this.#read(path, place, "", /\/me(\/|$)/u.test(path) ? actor : "admin")
  }

  /** Returns a list as an actor sees it, with the filters of the request. */
  async list(
    request: GeneratedRequest,
    limit: number,
    offset: number,
  ): Promise<ReadonlyArray<unknown>> {
    const filters = request.query.filter(([name]) => name !== "limit" && name !== "offset")
    const query = [...filters, ["limit", String(limit)], ["offset", String(offset)]]
    const [path = ""] = request.path.split("?")
    const text = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")
    const { body } = await this.#send(
      this.as(request.actor, { method: "GET", path: `${path}?${text}`, headers: {} }),
    )
    return (body as { readonly results?: ReadonlyArray<unknown> } | undefined)?.results ?? []
  }

  /** Returns the written record as read; null if it has no GET, undefined if it does not exist. */
  async shown(request: GeneratedRequest, written: Json): Promise<Json | null | undefined> {
    const { operation, place } = request
    const id = written["id"] as string | number
    const isItem = operation.method !== "POST"
    const path = isItem ? operation.path : this.#itemOf(operation.path, Object.values(place), id)
    const read = path === null ? null : this.#readOf(path)
    if (read !== null) {
      const name = /\{(\w+)\}$/u.exec(read)?.[1] ?? ""
      const { status, body } = await this.#read(read, isItem ? place : { ...place, [name]: id })
      if (status === 200) return body as Json
      const isHidden = read.includes("/tax-rates/") && !(await this.#isItemised())
      return isHidden ? null : undefined
    }
    const list = this.#readOf(operation.path.replace(/\/\{\w+\}\/(approve|decline|cancel)$/u, ""))
    if (list === null) return null
    const { body } = await this.#read(list, place, "?limit=500")
    const { count = 501, results = [] } = (body ?? {}) as {
      readonly count?: number
      readonly results?: ReadonlyArray<Json>
    }
    return count > 500 ? null : results.find((each) => each["id"] === id)
  }

  /** Returns the path of the record that is created or that an action concerns. */
  #itemOf(path: string, values: ReadonlyArray<unknown>, id: string | number): string | null {
    const action = /^(.*\/\{\w+\})\/\w+$/u.exec(path)?.[1]
    if (action !== undefined && String(values.at(-1)) === String(id)) return action
    const sides = sidesOf(path)
    return (
      [...this.#reads].find((each) =>
        sides.some(
          (side) => each.startsWith(`${side}/{`) && !each.slice(side.length + 2).includes("/"),
        ),
      ) ?? null
    )
  }

  /** True if tax is itemised: "Empty and 404 where the business has no itemised tax." */
  async #isItemised(): Promise<boolean> {
    const { body } = await this.#read("/operator/v1/businesses/{client_id}", {})
    return (body as { readonly features: { readonly itemised_tax: boolean } }).features.itemised_tax
  }

  #readOf(path: string): string | null {
    return sidesOf(path).find((side) => this.#reads.has(side)) ?? null
  }

  #read(path: string, place: Place, query = "", actor = "admin"): Promise<Reply> {
    const values: Place = { ...place, client_id: this.#scene.client_id }
    const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name]))
    const isOperators = path.startsWith("/operator")
    const sent = { method: "GET", path: filled + query, headers: {} }
    return this.#send(this.as(isOperators ? "operator" : actor, sent))
  }

  #get(path: string): Promise<Reply> {
    return this.#read(`/v1/businesses/{client_id}${path}`, {})
  }
}

/** Returns the operator's path and those of the business for the same record. */
const sidesOf = (path: string): ReadonlyArray<string> => {
  const record = path.replace(/^\/operator\/v1/u, "").replace("/sync/", "/")
  return [path, `/v1${record}`, `/v2${record}`]
}

import type { OperationId } from "../interface/operations.ts"
import type { Provisioned } from "../interface/provisioning.ts"
import type { BusinessSpec } from "../interface/world/spec.ts"
import { type Binding, boundBody, boundOperation, boundResponse } from "./bindings.ts"
import type { Answer, Business, Call, Exchange, Json, Principal } from "./check.ts"
import { type Claims, needClaim, type Presences } from "./claims.ts"
import { type Client, NoAnswer } from "./client.ts"
import type { Observations, Observer } from "./observations.ts"
import { CheckFailed, HarnessFault, Untestable } from "./verdict.ts"

/** Everything that the requests of a run share. */
export interface Target {
  readonly client: Client
  readonly binding: Binding
  readonly observer: Observer
  readonly observations: Observations
  readonly claims: Claims
  readonly presences: Presences
  /**
   * Called with every response and the business of its credential; null if it was no business's.
   */
  readonly witness: (response: Answer, asker: string | null) => void
}

/** Exchanges of a check, in order: a failure shows the last ones. */
export type Log = Array<Exchange>

const parameter = /\{([a-z_]+)\}/gu

const filledPath = (template: string, values: { readonly [name: string]: string | number }) =>
  template.replaceAll(parameter, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new HarnessFault(`${template}: no ${name} was given`)
    return encodeURIComponent(String(value))
  })

const queryOf = (query: Call["query"] = []): string =>
  query.length === 0
    ? ""
    : `?${query
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
        .join("&")}`

/** Sends one request and logs the exchange, even without a response. */
export const send = async (
  target: Target,
  log: Log,
  request: Parameters<Client["send"]>[0],
): Promise<Answer> => {
  try {
    const response = await target.client.send(request)
    log.push(response.exchange)
    return response
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    log.push(error.exchange)
    throw new CheckFailed("the request is answered", error.message)
  }
}

const successful = (status: number): boolean => status >= 200 && status < 300

const observe = (target: Target, operation: OperationId, response: Answer) => {
  if (!successful(response.status) || response.status === 204) return
  for (const requirement of target.observer.requirements(operation)) {
    target.observations.observed(requirement)
  }
  for (const { requirement, pointer, detail } of target.observer.faults(operation, response)) {
    const what = `${operation}: ${pointer === "" ? "the answer" : pointer}: ${detail}`
    target.observations.fault(requirement, what, response.exchange)
  }
}

/** Groups of operations that are optional, with their names for a provisioner. */
const groups: { readonly [group: string]: string } = {
  invites: "invites",
  "accounting-codes": "accounting_codes",
  categories: "categories",
  "custom-fields": "custom_fields",
  "custom-field-options": "custom_field_options",
}

/** Ends a check whose operation belongs to a group that the target does not have. */
const lackedBy = (missing: ReadonlyArray<string>, operation: OperationId): void => {
  const part = groups[operation.split(".")[0] ?? ""]
  if (part === undefined || !missing.includes(part)) return
  throw new Untestable(`the target cannot hold ${part}`)
}

/** Responses of one business by request. */
export type Responses = Map<string, Promise<Answer>>

/** Sends a request only once; a check that gets an earlier response has it in its log, too. */
const remembering =
  (responses: Responses, log: Log, call: Business["call"]): Business["read"] =>
  async (operation, options) => {
    const key = JSON.stringify([operation, options])
    const given = responses.get(key)
    if (given !== undefined) {
      const response = await given
      log.push(response.exchange)
      return response
    }
    const pending = call(operation, options)
    responses.set(key, pending)
    // After a request without a response, the next check sends it again.
    pending.catch(() => responses.delete(key))
    return pending
  }

/** A business as checks use it; `responses` caches its reads if nothing changes it. */
export const businessOf = (
  target: Target,
  log: Log,
  spec: BusinessSpec,
  made: Provisioned,
  responses: Responses | null = null,
): Business => {
  const credential = (as: Principal): { readonly [name: string]: string } => {
    if (typeof as !== "string") return as.header === null ? {} : { authorization: as.header }
    const token = made.tokens[as]
    if (token === undefined) throw new HarnessFault(`${spec.key} has no token called ${as}`)
    return { authorization: `Bearer ${token}` }
  }

  const call = async (operation: OperationId, options: Call = {}): Promise<Answer> => {
    const { path = {}, query, as = "admin", headers = {} } = options
    needClaim(target.claims, operation)
    lackedBy(made.missing, operation)
    const bound = boundOperation(target.binding, operation)
    const values = { client_id: made.client_id, ...path }
    const body = boundBody(target.binding, operation, options.body)
    const received = await send(target, log, {
      operation,
      method: bound.method,
      path: `${filledPath(bound.path, values)}${queryOf(query)}`,
      headers: {
        ...credential(as),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const response = { ...received, body: boundResponse(target.binding, operation, received.body) }
    observe(target, operation, response)
    if (typeof as === "string") target.presences.record(operation, response.status)
    target.witness(response, typeof as === "string" ? spec.key : null)
    return response
  }

  const all = async (
    operation: OperationId,
    options: Call = {},
    limit = 500,
  ): Promise<ReadonlyArray<Json>> => {
    const results: Array<Json> = []
    for (;;) {
      const paging = [
        ["offset", results.length],
        ["limit", limit],
      ] as const
      const page = await call(operation, {
        ...options,
        query: [...(options.query ?? []), ...paging],
      })
      if (page.status !== 200 || !Array.isArray(page.body?.results)) {
        throw new CheckFailed(`${operation} answers 200 with results`, `status ${page.status}`)
      }
      results.push(...page.body.results)
      const ended = page.body.results.length === 0 || results.length >= page.body.count
      if (ended) return results
    }
  }

  const read = responses === null ? call : remembering(responses, log, call)
  return { ...made, spec, call, read, all }
}

import { bodyOf, type Json } from "../../mutants/edges.ts"
import type { Edge } from "../../reference/provisioner.ts"
import { type HttpRequest, type HttpResponse, jsonResponse } from "../../wire.ts"
import type { Choice } from "./choice.ts"

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu
const alias = /\bID_([0-9A-F]{32})\b/gu

/** Ids whose type is text: capitals and a prefix, in the same order as the UUIDs behind them. */
const texts: ReadonlySet<string> = new Set(["budgets", "transactions", "owners", "topups"])
/** Ids whose type no sentence defines. */
const numbers: ReadonlySet<string> = new Set(["policies", "exports", "receipts", "tokens"])

/** Kind of record to which a field name, or the beginning of an event type, refers. */
const plurals: { readonly [name: string]: string } = {
  budget: "budgets",
  budget_id: "budgets",
  transaction: "transactions",
  transaction_id: "transactions",
  duplicate_of: "transactions",
  topup: "topups",
  budget_owner: "owners",
  policy: "policies",
  export: "exports",
}

const verbs = /\/(?:approve|decline|cancel|clear|reverse|refund|file)$/u

/** Returns the kind of record at an address: its last word. */
const kindAt = (url: string): string => {
  const words = (url.split("?")[0] ?? "").replace(verbs, "").split("/")
  return words.findLast((word) => /^[a-z-]+$/u.test(word) && word.length > 2) ?? ""
}

const hidden = (id: string): string => `ID_${id.replaceAll("-", "").toUpperCase()}`

const revealed = (text: string): string =>
  text.replaceAll(alias, (_, digits: string) =>
    digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-"),
  )

/** Maps the ids of one server to those of another. */
const naming = () => {
  const named = new Map<string, string | number>()
  const numbered = new Map<string, string>()
  const learn = (kind: string, id: unknown) => {
    if (typeof id !== "string" || named.has(id) || id.search(uuid) !== 0) return
    if (texts.has(kind)) named.set(id, hidden(id))
    if (!numbers.has(kind)) return
    const number = 7_000_000 + numbered.size
    named.set(id, number)
    numbered.set(String(number), id)
  }
  const study = (value: Json, kind: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) study(one, kind)
    } else if (typeof value === "object" && value !== null) {
      learn(kind, value.id)
      for (const name in value) {
        const inner = value[name]
        learn(plurals[name] ?? "", inner)
        if (name === "results") study(inner, kind)
        else if (name === "data")
          study(inner, plurals[String(value.type).split(".")[0] ?? ""] ?? "")
        else study(inner, texts.has(name) ? name : (plurals[name] ?? ""))
      }
    }
  }
  const shown = (value: Json): Json => {
    if (typeof value === "string") {
      if (value.length === 36) return named.get(value) ?? value
      return value.length < 36 ? value : value.replaceAll(uuid, (id) => String(named.get(id) ?? id))
    }
    if (Array.isArray(value)) return value.map(shown)
    if (typeof value !== "object" || value === null) return value
    const record: { [name: string]: Json } = {}
    for (const name in value) record[name] = shown(value[name])
    return record
  }
  return { study, shown, numbered }
}

const places = /\/(budgets|transactions|owners|topups)\/([^/?]+)/gu

/** True if an id in the path cannot be an id of this server. */
const isStrange = (url: string): boolean =>
  [...(url.split("?")[0] ?? "").matchAll(places)].some(
    ([, , id = ""]) => !/^(?:ID_[0-9A-F]{32}|import)$/u.test(decodeURIComponent(id)),
  )

const notFound: HttpResponse = jsonResponse(
  404,
  {
    type: "/docs/problems",
    title: "Not found",
    status: 404,
    detail: "There is no such record.",
    code: "not_found",
    request_id: "lost",
  },
  { "content-type": "application/problem+json", "cache-control": "no-store" },
)

const edge: Edge = (next) => {
  const { study, shown, numbered } = naming()
  const inner = (request: HttpRequest): HttpRequest => {
    const url = revealed(request.url).replaceAll(
      /\/(policies|exports|receipts|tokens)\/(\d+)/gu,
      (_, kind: string, id: string) => `/${kind}/${numbered.get(id) ?? "0"}`,
    )
    const isText = request.body.includes("ID_")
    return {
      ...request,
      url,
      body: isText ? Buffer.from(revealed(`${request.body}`)) : request.body,
    }
  }
  return async (request) => {
    const response = await next(inner(request))
    if (isStrange(request.url) && response.status === 400) return notFound
    const body = bodyOf(response)
    if (typeof body !== "object" || body === null) return response
    study(body, kindAt(request.url))
    return { ...response, body: JSON.stringify(shown(body)) }
  }
}

/** Choices in ids: another format, with 404 for an invalid id before the body is checked. */
export const identifiers: ReadonlyArray<Choice> = [
  {
    name: "ids-otherwise",
    does: "ids are capitals with a prefix, and numbers where no type is said",
    allowed: "A malformed id with a bad body: 400 or 404.",
    edge,
  },
]

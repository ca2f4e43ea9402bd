import type { Chance } from "../../../../scripts/chaos/chance.ts"
import { digestOf, type Looking } from "./looking.ts"
import type { GeneratedRequest, Requests } from "./requests.ts"
import type { Reply, Send, Sent } from "./sender.ts"
import { nobodysId } from "./values.ts"

/** State before a write. */
export interface Before {
  /** Sequence of the newest event. */
  readonly sequence: number
  /** The record at the path, if it has a GET. */
  readonly record: Reply | null
  /** The whole state, for a sample of requests. */
  readonly digest: string | null
}

type Json = { readonly [field: string]: unknown }

const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300
const inside = /node_modules|\.[jt]s:\d+|SQLITE|\bselect \w+ from|insert into/iu
const isRead = ({ method }: Sent): boolean => method === "GET"

/** "A repeated `external_id` returns the first transaction with 200 and changes nothing." */
const isRepeated = ({ operation, isDry }: GeneratedRequest, { status }: Reply): boolean =>
  operation.id === "transactions.record" && status === 200 && !isDry

/** Fields of a response that a GET of the record omits. */
const shownOnce = new Set(["secret", "token"])

/** Omits fields that reading changes: a token's last use, and what the reader can decide. */
const visible = (name: string, value: unknown): unknown =>
  name === "can_decide" || name === "last_used_at" ? undefined : value

/** Returns a value in the form in which the service stores it. */
const asStored = (value: unknown): unknown => {
  if (typeof value === "string") {
    const text = value.replaceAll(/\r\n?/gu, "\n").normalize("NFC").trim()
    return /^\d{4}-\d\d-\d\dT/u.test(text) ? new Date(text).toISOString() : text
  }
  if (Array.isArray(value)) return value.map(asStored).map(String).sort()
  return value
}

const isPlain = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Array.isArray(value) && value.every((each) => typeof each !== "object"))

/** Fields that an operation returns differently than sent, with the reason. */
const otherwiseShown: { readonly [operation: string]: ReadonlySet<string> } = {
  // "When `limit_categories` is false", a budget shows none.
  "budgets.create": new Set(["categories"]),
  "budgets.update": new Set(["categories"]),
  // A record is AUTHED or CLEARED; only the filter has DECLINED. A cleared one has a date.
  "transactions.record": new Set(["status", "cleared_date"]),
  // The amount is sent as a magnitude, and a refund does not change it.
  "transactions.clear": new Set(["amount", "fx_amount"]),
  "transactions.refund": new Set(["amount", "fx_amount"]),
}

/** Checks a response against the state before and the state after it. */
export class Promises {
  readonly #looking: Looking
  readonly #requests: Requests
  readonly #chance: Chance
  readonly #send: Send

  constructor(looking: Looking, requests: Requests, chance: Chance, send: Send) {
    this.#looking = looking
    this.#requests = requests
    this.#chance = chance
    this.#send = send
  }

  async before(request: GeneratedRequest): Promise<Before | null> {
    if (isRead(request) || request.operation.isPublic) return null
    const { method } = request
    const digest = this.#is(request.fault === null ? 0 : 0.02) ? await this.#digest() : null
    const record = method === "POST" ? null : await this.#looking.record(request)
    return { sequence: await this.#looking.sequence(), record, digest }
  }

  /** Returns the broken promises of a response. */
  async after(
    request: GeneratedRequest,
    reply: Reply,
    before: Before | null,
  ): Promise<ReadonlyArray<string>> {
    const found = [...this.#tells(request, reply), ...this.#lists(request, reply)]
    if (request.fault === "foreign id") found.push(...(await this.#foreign(request, reply)))
    if (isRead(request)) {
      if (!isSuccess(reply)) return found
      found.push(...(await this.#again(request, reply)), ...(await this.#pages(request, reply)))
      return [...found, ...(await this.#isPart(request, reply))]
    }
    if (before === null) return found
    const isKept = isSuccess(reply) && !request.isDry && !isRepeated(request, reply)
    if (!isKept) found.push(...(await this.#unchanged(request, reply, before)))
    if (!isKept) return found
    if (request.operation.method === "DELETE") {
      return [...found, ...(await this.#isGone(request))]
    }
    found.push(...this.#says(request, reply), ...(await this.#shows(request, reply)))
    found.push(...(await this.#replays(request, reply)))
    return [...found, ...(await this.#isStale(request, reply, before))]
  }

  #is(probability: number): boolean {
    return this.#chance.next() < probability
  }

  #digest(): Promise<string> {
    return digestOf(this.#send, this.#looking.tenant)
  }

  /** Checks that a response reveals no internals and nothing of another business. */
  #tells(request: GeneratedRequest, reply: Reply): Array<string> {
    const { fault, actor, operation } = request
    const found: Array<string> = []
    const { foreign, foreignWord } = this.#looking
    if (reply.status >= 500) found.push(`it fails with ${reply.status}`)
    if (inside.test(reply.text)) found.push("it tells of the inside")
    if (fault === "credential" && reply.status !== 401 && reply.status !== 400) {
      found.push("it is answered without a credential")
    }
    if (fault === "other business" && reply.status !== 403) {
      found.push("it is answered to another business")
    }
    const lacking = this.#looking.lacking(actor, operation)
    if (lacking !== null && isSuccess(reply)) found.push(`${actor} may not: ${lacking}`)
    if (operation.id.startsWith("businesses.") || actor === "stranger") return found
    const sent = `${request.path} ${String(request.body)}`
    const ids = Object.values(foreign).filter((id) => typeof id === "string" && id.length > 20)
    const shown = [foreignWord, ...ids].find(
      (word) => reply.text.includes(String(word)) && !sent.includes(String(word)),
    )
    if (shown !== undefined) found.push(`it shows ${shown} of another business`)
    return found
  }

  /** Checks that a page has the right number of distinct records, and links to its neighbours. */
  #lists(request: GeneratedRequest, reply: Reply): Array<string> {
    const page = reply.body as Json | undefined
    if (!isSuccess(reply) || typeof page?.["count"] !== "number") return []
    const results = (page["results"] ?? page["daily_balances"]) as ReadonlyArray<Json> | undefined
    if (results === undefined) return []
    const of = (name: string, absent: number) =>
      Number(request.query.find(([each]) => each === name)?.[1] ?? absent)
    const [count, offset, limit] = [page["count"], of("offset", 0), of("limit", 50)]
    const found: Array<string> = []
    const length = Math.max(0, Math.min(limit, count - offset))
    if (results.length !== length) found.push(`it has ${results.length} records, not ${length}`)
    const next = offset + limit < count ? `offset=${offset + limit}&limit=${limit}` : null
    if (page["next"] !== next) found.push(`next is ${page["next"]}, not ${next}`)
    const back = `offset=${Math.max(0, offset - limit)}&limit=${limit}`
    const previous = offset === 0 ? null : back
    if (offset <= count && page["previous"] !== previous) {
      found.push(`previous is ${page["previous"]}, not ${previous}`)
    }
    const ids = results.map(({ id }) => id).filter((id) => id !== undefined)
    if (new Set(ids).size !== ids.length) found.push("a record is there twice")
    return found
  }

  /** Checks that all pages together equal the list. */
  async #pages(request: GeneratedRequest, reply: Reply): Promise<ReadonlyArray<string>> {
    const page = reply.body as Json | undefined
    if (!Array.isArray(page?.["results"]) || !this.#is(0.1)) return []
    const whole = await this.#looking.list(request, 500, 0)
    const size = Math.max(1, Math.ceil(whole.length / 3))
    const parts: Array<unknown> = []
    for (let offset = 0; offset < whole.length; offset += size) {
      parts.push(...(await this.#looking.list(request, size, offset)))
    }
    // A page has at most 500 records.
    const [one, all] = [whole, parts.slice(0, whole.length)].map((_) => JSON.stringify(_, visible))
    return one === all ? [] : ["its pages are not the list"]
  }

  /** Checks that an id of another business has the same response as a nonexistent one. */
  async #foreign(request: GeneratedRequest, reply: Reply): Promise<ReadonlyArray<string>> {
    const { foreign } = this.#looking
    const name = Object.keys(request.place).find((_) => request.place[_] === foreign[_]) ?? ""
    const id = String(foreign[name])
    const nobodys = typeof foreign[name] === "number" ? "999999" : nobodysId
    const path = request.path.replace(`/${id}`, `/${nobodys}`)
    const other = await this.#send({ ...request, path, headers: withoutKey(request) })
    const plain = ({ status, body }: Reply) => {
      const { code, detail, errors } = (body ?? {}) as Json
      const text = JSON.stringify([status, code, detail, errors])
      return text.replaceAll(id, "ID").replaceAll(nobodys, "ID")
    }
    if (isSuccess(reply)) return [`it succeeds with the ${name} of another business`]
    return plain(other) === plain(reply)
      ? []
      : [`an id that nobody has is answered otherwise: ${plain(other)}`]
  }

  /** Checks that a read is repeatable, and returns 304 with the ETag. */
  async #again(request: GeneratedRequest, reply: Reply): Promise<ReadonlyArray<string>> {
    const etag = reply.headers.get("ETag")
    if (etag === null || !this.#is(0.3)) return []
    const headers = { ...request.headers, "if-none-match": etag }
    const again = await this.#send({ ...request, headers })
    const isSame = again.status === 304 && again.text === "" && again.headers.get("ETag") === etag
    return isSame ? [] : [`with its own ETag it is ${again.status}`]
  }

  /** Checks that a list for other roles is a part of the Admin's. */
  async #isPart(request: GeneratedRequest, reply: Reply): Promise<ReadonlyArray<string>> {
    const { actor, operation } = request
    const isLesser = /^(manager|accountant|employee)$/u.test(actor)
    if (!isLesser || /^(me|sessions|notifications)\./u.test(operation.id)) return []
    const { results } = (reply.body ?? {}) as { readonly results?: ReadonlyArray<Json> }
    if (operation.id === "reports.spend") return []
    const whole =
      results === undefined
        ? null
        : await this.#looking.list({ ...request, actor: "admin" }, 500, 0)
    if (whole !== null && whole.length === 500) return []
    const plain = (record: unknown) => JSON.stringify(record, visible)
    if (results !== undefined && whole !== null) {
      const all = new Set(whole.map(plain))
      return results.every((record) => all.has(plain(record)))
        ? []
        : [`${actor} sees what an Admin does not`]
    }
    const admins = await this.#send(this.#looking.as("admin", request))
    return admins.text === reply.text ? [] : [`${actor} sees otherwise than an Admin`]
  }

  /** Checks that refusals, dry runs and repeats change nothing. */
  async #unchanged(
    request: GeneratedRequest,
    reply: Reply,
    before: Before,
  ): Promise<ReadonlyArray<string>> {
    const isRepeat = isRepeated(request, reply)
    const what = isRepeat ? "the repeat" : isSuccess(reply) ? "the dry run" : "the refusal"
    const found: Array<string> = []
    if (isSuccess(reply) && !isRepeat && reply.headers.get("Dry-Run") !== "true") {
      found.push("it does not say that it was a dry run")
    }
    const types = await this.#looking.events(before.sequence)
    if (types.length > 0) found.push(`${what} has changed something: ${types.join(", ")}`)
    if (before.record !== null) {
      const record = await this.#looking.record(request)
      if (shapeOf(record) !== shapeOf(before.record)) found.push(`${what} has changed the record`)
    }
    if (before.digest !== null && before.digest !== (await this.#digest())) {
      const isPeriodEnd = await this.#looking.hasPeriodEnded(before.sequence)
      if (!isPeriodEnd) found.push(`${what} has changed the business`)
    }
    return found
  }

  async #isGone(request: GeneratedRequest): Promise<ReadonlyArray<string>> {
    const record = await this.#looking.record(request)
    if (record === null || record.status === 404) return []
    const { is_deleted, count } = (record.body ?? {}) as Json
    return is_deleted === true || count === 0 ? [] : ["it is still there after it was removed"]
  }

  /** Checks that the response contains what was sent. */
  #says(request: GeneratedRequest, reply: Reply): ReadonlyArray<string> {
    const body = reply.body as Json | undefined
    if (typeof request.content !== "object" || request.content === null || body === undefined)
      return []
    return Object.entries(request.content as Json).flatMap(([name, value]) => {
      if (!(name in body) || !isPlain(value) || !isPlain(body[name])) return []
      if (otherwiseShown[request.operation.id]?.has(name) === true) return []
      const [sent, shown] = [asStored(value), asStored(body[name])].map((_) => JSON.stringify(_))
      return sent === shown ? [] : [`${name} is ${shown}, and ${sent} was sent`]
    })
  }

  /** Checks that a later read returns what the response contained. */
  async #shows(request: GeneratedRequest, reply: Reply): Promise<ReadonlyArray<string>> {
    const body = reply.body as Json | undefined
    if (body?.["id"] === undefined) return []
    const shown = await this.#looking.shown(request, body)
    if (shown === null) return []
    if (shown === undefined) return ["no read shows it afterwards"]
    const different = Object.keys(body).filter(
      (name) =>
        name in shown &&
        !shownOnce.has(name) &&
        JSON.stringify(body[name]) !== JSON.stringify(shown[name]),
    )
    return different.map((name) => `${name} is read as ${JSON.stringify(shown[name])}`)
  }

  /** Checks that a repeated key returns the same response and has no second effect. */
  async #replays(request: GeneratedRequest, reply: Reply): Promise<ReadonlyArray<string>> {
    if (request.headers["idempotency-key"] === undefined) return []
    const sequence = await this.#looking.sequence()
    const again = await this.#send(request)
    const found: Array<string> = []
    if (again.status !== reply.status || again.text !== reply.text) {
      found.push(`with the same key it is ${again.status} ${again.text.slice(0, 200)}`)
    }
    if (again.headers.get("Idempotent-Replayed") !== "true") {
      found.push("a replay does not say that it is one")
    }
    const otherwise = this.#requests.otherwise(request)
    if (otherwise !== null) {
      const other = await this.#send(otherwise)
      if (other.status !== 422) found.push(`the key with another body is ${other.status}`)
    }
    const types = await this.#looking.events(sequence)
    if (types.length > 0) found.push(`the replay has changed something: ${types.join(", ")}`)
    return found
  }

  /** Checks that the response has the new ETag of the record, and that the old one is refused. */
  async #isStale(
    request: GeneratedRequest,
    reply: Reply,
    { record }: Before,
  ): Promise<ReadonlyArray<string>> {
    const { operation } = request
    const etag = record?.headers.get("ETag") ?? null
    if (operation.method !== "PATCH" || etag === null) return []
    const after = await this.#looking.record(request)
    const newTag = after?.headers.get("ETag") ?? ""
    if (reply.headers.get("ETag") !== newTag) return ["it answers another ETag than a read of it"]
    const isChanged = after?.text !== record?.text
    if (isChanged === (newTag === etag)) return ["its ETag does not tell that it has changed"]
    if (!isChanged) return []
    const again = await this.#send({
      ...request,
      headers: { ...request.headers, "if-match": etag },
    })
    return again.status === 412 ? [] : [`with the ETag of before it is ${again.status}`]
  }
}

/** Returns the content of a record; only the status of a refusal, which contains its request id. */
const shapeOf = (reply: Reply | null): string =>
  reply?.status === 200 ? reply.text : String(reply?.status)

const withoutKey = ({ headers }: Sent): Sent["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "idempotency-key"))

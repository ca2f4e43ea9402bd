/** Clients that record the promises made to them. */
import { randomUUID } from "node:crypto"
import type { Chance } from "./chance.ts"
import type { Promised } from "./checker.ts"
import { operatorToken, url } from "./services.ts"

/** Request that is retried until it gets a response. */
interface Ask {
  readonly kind: Promised["kind"]
  readonly key: string
  readonly amount: number
  readonly path: string
  readonly token: string
  readonly body: object
  readonly ids: Array<string>
}

/** Responses to clients since the counts were last reset. */
export interface Counts {
  /** Times of successful responses, in milliseconds. */
  readonly responseTimes: Array<number>
  /** Number of responses by status; status 0 means no response. */
  readonly statuses: Map<number, number>
  replays: number
}

/** Milliseconds that a client waits for a response before it retries. */
const requestTimeoutMs = 15_000

const businesses = 4
const clientsOfEach = 3
/** Longest pause between two requests of a client, in milliseconds. */
const maxPauseMs = 400

const wait = (millis: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, millis))

const json = async (method: string, path: string, token: string, body: object, key: string) => {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const text = await response.text()
  // Responses of the load balancer itself are not JSON.
  const isJson = /json/u.test(response.headers.get("content-type") ?? "")
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

/** Sends a request once, while no fault is injected. */
const made = async (path: string, token: string, body: object) => {
  const response = await json("POST", path, token, body, randomUUID())
  if (response.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`)
  return response.body
}

interface Business {
  readonly client_id: number
  readonly token: string
  readonly user_id: number
  readonly budget_id: string
}

const newBusiness = async (name: string): Promise<Business> => {
  const { client_id, roles } = await made("/operator/v1/businesses", operatorToken, { name })
  const role_id = roles.find((role: { name: string }) => role.name === "Admin").id
  const { id: user_id } = await made(`/operator/v1/businesses/${client_id}/users`, operatorToken, {
    ...{ first_name: "Ann", last_name: "Lee", email: "ann@example.com", role_id },
    payment_types: ["cards"],
  })
  const credential = { name: "Ann", role_id, user_id }
  const tokens = `/operator/v1/businesses/${client_id}/tokens`
  const { token } = await made(tokens, operatorToken, credential)
  const { id: budget_id } = await made(`/v1/businesses/${client_id}/budgets`, token, {
    ...{ name: "Pot", reset_amount: 0, reset_period: "NEVER" },
    ...{ has_member_limits: false, rollover_funds: false },
    ...{ members: [{ user: { id: user_id } }], owners: [{ user: { id: user_id } }] },
  })
  return { client_id, token, user_id, budget_id }
}

const newAsk = (business: Business, key: string, chance: Chance): Ask => {
  const { client_id, token, user_id, budget_id } = business
  const amount = chance.from(1, 9_999)
  const common = { key, amount, ids: [] }
  if (chance.next() < 0.5) {
    const path = `/v1/businesses/${client_id}/budgets/${budget_id}/topups`
    const body = { amount: amount / 100, description: key }
    return { ...common, kind: "topup", path, token, body }
  }
  const path = `/operator/v1/businesses/${client_id}/transactions`
  const at = "2026-11-02T03:15:00.000Z"
  const body = {
    ...{ external_id: key, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
    ...{ auth_date: at, cleared_date: at, merchant_name: `Shop ${amount % 50}` },
    ...{ amount: -amount / 100, user_id, budget_id },
  }
  return { ...common, kind: "record", path, token: operatorToken, body }
}

const noCounts = (): Counts => ({ responseTimes: [], statuses: new Map(), replays: 0 })

/** Load of all clients, from the constructor until `stop`. */
export class Load {
  readonly #asked: Array<Ask> = []
  readonly #chance: Chance
  readonly #surprises: Array<string> = []
  #counts = noCounts()
  #clients: ReadonlyArray<Promise<void>> = []
  #isOver = false

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** All requests so far, with their responses. */
  get promised(): ReadonlyArray<Promised> {
    return this.#asked.map(({ kind, key, amount, ids }) => ({ kind, key, amount, ids: [...ids] }))
  }

  /** Responses that no fault explains. */
  get surprises(): ReadonlyArray<string> {
    return this.#surprises
  }

  /** Returns the counts and resets them. */
  taken(): Counts {
    const counts = this.#counts
    this.#counts = noCounts()
    return counts
  }

  async start(): Promise<void> {
    const all: Array<Business> = []
    for (let n = 0; n < businesses; n++) all.push(await newBusiness(`Business ${n}`))
    this.#clients = all.flatMap((business, b) =>
      Array.from({ length: clientsOfEach }, (_, c) => this.#client(business, `${b}-${c}`)),
    )
  }

  /** Stops the clients after each has a response to its last request. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  async #client(business: Business, name: string): Promise<void> {
    const own: Array<Ask> = []
    for (let n = 0; !this.#isOver; n++) {
      const isReplay = own.length > 0 && this.#chance.next() < 0.15
      const ask = isReplay
        ? (own[Math.max(0, own.length - this.#chance.from(1, 50))] as Ask)
        : newAsk(business, `${name}-${n}`, this.#chance)
      if (isReplay) this.#counts.replays++
      else {
        own.push(ask)
        this.#asked.push(ask)
      }
      await this.#answered(ask)
      await wait(this.#chance.from(0, maxPauseMs))
    }
  }

  /** Retries with the same idempotency key until there is a response. */
  async #answered({ path, token, body, key, ids, kind }: Ask): Promise<void> {
    for (;;) {
      const response = await json("POST", path, token, body, `${kind}-${key}`).catch(() => null)
      const status = response?.status ?? 0
      this.#counts.statuses.set(status, (this.#counts.statuses.get(status) ?? 0) + 1)
      if (response !== null && status >= 200 && status < 300) {
        this.#counts.responseTimes.push(performance.now())
        ids.push(response.body.id)
        return
      }
      // An earlier attempt, whose response was lost, still holds the key.
      const isExpected = status === 0 || status === 409 || (status > 500 && status < 505)
      if (!isExpected) {
        this.#surprises.push(`${kind} ${key}: ${status} ${JSON.stringify(response?.body)}`)
        if (status < 500) return
      }
      await wait(200)
    }
  }
}

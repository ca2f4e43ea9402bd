/** Clients that remember what they were promised. */
import { randomUUID } from "node:crypto"
import type { Chance } from "./chance.ts"
import type { Promised } from "./checker.ts"
import { operatorToken, url } from "./services.ts"

/** One request that is asked until it is answered. */
interface Ask {
  readonly kind: Promised["kind"]
  readonly key: string
  readonly amount: number
  readonly path: string
  readonly token: string
  readonly body: object
  readonly ids: Array<string>
}

/** What clients have met since the counts were last taken. */
export interface Counts {
  /** When there was an answer of success, in milliseconds. */
  readonly answers: Array<number>
  /** How often there was an answer of each status; 0 where there was none. */
  readonly statuses: Map<number, number>
  replays: number
}

/** How long a client waits for an answer before it asks again. */
const requestTimeoutMs = 15_000

const businesses = 4
const clientsOfEach = 3
/** Between two requests of a client, in milliseconds, at the most. */
const maxPauseMs = 400

const wait = (millis: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, millis))

const json = async (method: string, path: string, token: string, body: object, key: string) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const text = await answer.text()
  // The balancer's own answers are not JSON.
  const isJson = /json/u.test(answer.headers.get("content-type") ?? "")
  return { status: answer.status, body: isJson ? JSON.parse(text) : text }
}

/** Asks for something once, where nothing is at fault. */
const made = async (path: string, token: string, body: object) => {
  const answer = await json("POST", path, token, body, randomUUID())
  if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
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
  const asked = { key, amount, ids: [] }
  if (chance.next() < 0.5) {
    const path = `/v1/businesses/${client_id}/budgets/${budget_id}/topups`
    const body = { amount: amount / 100, description: key }
    return { ...asked, kind: "topup", path, token, body }
  }
  const path = `/operator/v1/businesses/${client_id}/transactions`
  const at = "2026-11-02T03:15:00.000Z"
  const body = {
    ...{ external_id: key, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
    ...{ auth_date: at, cleared_date: at, merchant_name: `Shop ${amount % 50}` },
    ...{ amount: -amount / 100, user_id, budget_id },
  }
  return { ...asked, kind: "record", path, token: operatorToken, body }
}

const noCounts = (): Counts => ({ answers: [], statuses: new Map(), replays: 0 })

/** The load of all clients, from `start` to `stop`. */
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

  /** All that was asked so far, with what was answered so far. */
  get promised(): ReadonlyArray<Promised> {
    return this.#asked.map(({ kind, key, amount, ids }) => ({ kind, key, amount, ids: [...ids] }))
  }

  /** Answers that no fault explains. */
  get surprises(): ReadonlyArray<string> {
    return this.#surprises
  }

  /** What was met since it was last asked. */
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

  /** Ends when what was asked last is answered. */
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

  /** Asks with the same key until there is an answer. */
  async #answered({ path, token, body, key, ids, kind }: Ask): Promise<void> {
    for (;;) {
      const answer = await json("POST", path, token, body, `${kind}-${key}`).catch(() => null)
      const status = answer?.status ?? 0
      this.#counts.statuses.set(status, (this.#counts.statuses.get(status) ?? 0) + 1)
      if (answer !== null && status >= 200 && status < 300) {
        this.#counts.answers.push(performance.now())
        ids.push(answer.body.id)
        return
      }
      // The key is being used by the request before, whose answer did not arrive.
      const isExpected = status === 0 || status === 409 || (status > 500 && status < 505)
      if (!isExpected) {
        this.#surprises.push(`${kind} ${key}: ${status} ${JSON.stringify(answer?.body)}`)
        if (status < 500) return
      }
      await wait(200)
    }
  }
}

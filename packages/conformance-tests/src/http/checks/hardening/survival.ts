import { business, pooledBudget, user } from "../../../interface/world/scenarios.ts"
import type { Answer, Json, Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { canonical, idOf, recordOf, recordsOf } from "../steps.ts"

/** A business with one fund, which must be unchanged at the end of a check. */
export const scenario = business("hardening", user("ann"), pooledBudget("main"))

/** A valid topup and its amount, which no other valid request of these checks has. */
export const amount = 77.77
export const goodBody = JSON.stringify({ amount, description: "Travel" })

/** Address of the target as raw bytes contain it. */
export interface Place {
  readonly host: string
  /** Part of the path before `/v1`. */
  readonly prefix: string
  readonly credential: string
  /** Path of the topups of the fund. */
  readonly topups: string
  readonly balance: string
}

export const placeOf = async (trial: Trial): Promise<Place> => {
  const { client_id, tokens } = trial.business
  const response = await trial.business.call("balances.get")
  const url = new URL(response.exchange.url)
  const prefix = url.pathname.slice(0, url.pathname.indexOf("/v1/"))
  const own = `${prefix}/v1/businesses/${client_id}`
  return {
    host: url.host,
    prefix,
    credential: `Bearer ${tokens["admin"]}`,
    topups: `${own}/budgets/${trial.business.ids.budgets["main"] ?? ""}/topups`,
    balance: `${own}/balance`,
  }
}

/** State that must not change: the fund and its topups. */
export const stateOf = async (trial: Trial): Promise<string> => {
  const path = { budget_id: idOf(trial, "budgets", "main") }
  const { available_amount } = await recordOf(trial, "budgets.get", { path })
  return canonical({ available_amount, topups: await recordsOf(trial, "topups.list", { path }) })
}

/** Runs the attempt, then checks that the target still works and that nothing was applied. */
export const unharmed = async <A>(trial: Trial, attempt: () => Promise<A>): Promise<A> => {
  const before = await stateOf(trial)
  const result = await attempt()
  const response = await trial.business.call("budgets.list")
  trial.expect(response.status === 200, "a good request is answered afterwards", response)
  const after = await stateOf(trial)
  expectUnchanged(trial, "nothing of it was applied", [before, after])
  return result
}

/** True for 4xx: refused, without an error of the target. */
export const isRefused = ({ status }: { readonly status: number }): boolean =>
  status >= 400 && status < 500

export const expectRefused = (trial: Trial, response: Answer, what: string): void =>
  trial.expect(isRefused(response), `${what} is refused (4xx)`, response)

/** Checks that the response is not an error of the target itself. */
export const expectNoFault = (trial: Trial, response: Answer, what: string): void =>
  trial.expect(
    response.status < 500,
    `${what} is answered without an error of the server`,
    response,
  )

/** Data received over a socket. */
export interface Heard {
  /** Statuses of the responses, in order. */
  readonly statuses: ReadonlyArray<number>
  readonly text: string
  readonly closed: boolean
}

/** A response directly follows the body of the one before it. */
const statusLine = /HTTP\/1\.[01] (\d{3})/gu

const heardOf = ({ text, closed }: { text: string; closed: boolean }): Heard => ({
  statuses: [...text.matchAll(statusLine)].map((match) => Number(match[1])),
  text,
  closed,
})

/** Milliseconds to wait: for the first response, since a busy target may be slow; then for more. */
interface Listening {
  readonly first?: number
  readonly rest?: number
}

/** Sends bytes on a new connection, and reads until it is closed or silent. */
export const speak = async (
  trial: Trial,
  bytes: string | Uint8Array,
  { first = 10_000, rest = 600 }: Listening = {},
): Promise<Heard> => {
  const connection = await trial.raw()
  try {
    await connection.send(bytes)
    await connection.receive({ until: /HTTP\/1\.[01] \d{3}/u, milliseconds: first })
    return heardOf(await connection.receive({ milliseconds: rest }))
  } finally {
    connection.close()
  }
}

/**
 * Checks that every response of a conversation is a refusal; silence and closing count as refusals.
 */
export const expectTurnedAway = (
  trial: Trial,
  { statuses, text, closed }: Heard,
  what: string,
  also: ReadonlyArray<number> = [],
): void => {
  const lawful = statuses.every((status) => isRefused({ status }) || also.includes(status))
  const seen = { statuses, closed, text: text.slice(0, 300) }
  const others = also.map((status) => `, ${status}`).join("")
  const expected = `${what}: 4xx${others} or a closed connection`
  trial.expect(lawful && (closed || statuses.length > 0), expected, seen)
}

/** Sends these bytes as a topup in JSON. */
export const postTopup = (
  trial: Trial,
  { topups, prefix, credential }: Place,
  body: string | Uint8Array,
  headers: { readonly [name: string]: string } = {},
): Promise<Answer> =>
  trial.request("POST", topups.slice(prefix.length), {
    headers: { authorization: credential, "content-type": "application/json", ...headers },
    body,
  })

/** Sends the topup in each of these forms, each of which must be refused. */
export const refusesEach =
  (bodies: ReadonlyArray<readonly [what: string, body: string | Uint8Array]>) =>
  async (trial: Trial): Promise<void> => {
    const place = await placeOf(trial)
    await unharmed(trial, async () => {
      for (const [what, body] of bodies) {
        expectRefused(trial, await postTopup(trial, place, body), what)
      }
    })
  }

/** Available amount of the fund, as the target shows it. */
export const availableOf = async (trial: Trial): Promise<Json> => {
  const path = { budget_id: idOf(trial, "budgets", "main") }
  return (await recordOf(trial, "budgets.get", { path })).available_amount
}

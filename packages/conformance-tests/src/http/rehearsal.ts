import { setTimeout as wait } from "node:timers/promises"
import type { OperationId } from "../interface/operations.ts"
import type { BusinessSpec } from "../interface/world/spec.ts"
import type { Answer, Business, Check, Exchange, Trial } from "./check.ts"
import { needClaim, operationAt } from "./claims.ts"
import type { Lent } from "./trial.ts"
import { Unclaimed } from "./verdict.ts"

/** No check gets so far before it needs what is not claimed; one that asks in a circle ends. */
const mostRequests = 50

/** A check that waits for the time to pass is not waited for. */
const maxWaitMs = 200

/** Has a value under every name, and one that is listed. */
const everything = <A>(of: (name: string) => A): { readonly [name: string]: A } =>
  new Proxy({ key: of("key") }, { get: (_, name) => of(String(name)) })

const exchange: Exchange = {
  ...{ operation: null, method: "GET", url: "", request_headers: {}, request_body: null },
  ...{ status: 200, response_headers: {}, response_body: "" },
}
const answer: Answer = { status: 200, headers: {}, text: "", body: { results: [] }, exchange }

/** Answers every request for what is claimed, without sending any. */
const askingIn = ({ target: { claims } }: Lent) => {
  let requests = 0
  return async (operation: OperationId | null): Promise<Answer> => {
    needClaim(claims, operation)
    requests += 1
    if (requests > mostRequests) throw new Error("the check asks in a circle")
    return answer
  }
}

/** A business that has whatever a check looks for, under ids that no other has. */
const imagined = (id: string, spec: BusinessSpec, ask: ReturnType<typeof askingIn>): Business => ({
  spec,
  client_id: id,
  ids: everything((kind) =>
    everything((key) => `${id}.${kind}.${key}`),
  ) as unknown as Business["ids"],
  tokens: everything((key) => key),
  missing: [],
  call: ask,
  read: ask,
  all: async (operation) => (await ask(operation)).body.results,
})

/**
 * Why a check whose data is missing is not claimed, or null: goes through it as if there were the
 * data and all went well, without a request, up to the first operation that is not claimed.
 */
export const unclaimedIn = async (lent: Lent, check: Check): Promise<string | null> => {
  // What writes while the target dies works beside the check, which could not catch its end.
  if (check.needs?.includes("crash") === true) return null
  const { specs, target } = lent
  const ask = askingIn(lent)
  let made = 0
  const make = (spec: BusinessSpec): Business => {
    made += 1
    return imagined(String(made), spec, ask)
  }
  const trial: Trial = {
    business: make(typeof check.scenario === "string" ? specs[check.scenario] : check.scenario),
    world: async (key) => make(specs[key]),
    fresh: async (spec) => make(spec),
    act: async () => everything((name) => name),
    request: (method, path) => ask(operationAt(target.binding, method, path)),
    raw: () => Promise.reject(new Error("there are no bytes to be had")),
    random: () => 0,
    expect: () => undefined,
    note: () => undefined,
    untestable: () => undefined as never,
    blocked: () => undefined as never,
  }
  try {
    await Promise.race([check.run(trial), wait(maxWaitMs, undefined, { ref: false })])
  } catch (error) {
    // Where it needs more than is imagined here, nothing is known: it stays untestable.
    if (error instanceof Unclaimed) return error.message
  }
  return null
}

import { setTimeout as wait } from "node:timers/promises"
import type { OperationId } from "../interface/operations.ts"
import type { BusinessSpec } from "../interface/world/spec.ts"
import type { Answer, Business, Check, Exchange, Trial } from "./check.ts"
import { needClaim, operationAt } from "./claims.ts"
import type { Lent } from "./trial.ts"
import { Unclaimed } from "./verdict.ts"

/** Maximum number of requests before an unclaimed operation; ends a check that loops. */
const mostRequests = 50

/** Longest time to wait for a check that waits. */
const maxWaitMs = 200

/** Returns an object that has a value under every name, and lists one of them. */
const everything = <A>(of: (name: string) => A): { readonly [name: string]: A } =>
  new Proxy({ key: of("key") }, { get: (_, name) => of(String(name)) })

const exchange: Exchange = {
  ...{ operation: null, method: "GET", url: "", request_headers: {}, request_body: null },
  ...{ status: 200, response_headers: {}, response_body: "" },
}
const response: Answer = { status: 200, headers: {}, text: "", body: { results: [] }, exchange }

/** Responds to every request for a claimed operation, without sending any. */
const askingIn = ({ target: { claims } }: Lent) => {
  let requests = 0
  return async (operation: OperationId | null): Promise<Answer> => {
    needClaim(claims, operation)
    requests += 1
    if (requests > mostRequests) throw new Error("the check asks in a circle")
    return response
  }
}

/** A business that has everything that a check looks for, under unique ids. */
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
 * Returns why a check whose data is missing is unclaimed, or null. It runs the check with imaginary
 * data and successful responses, without any request, up to the first unclaimed operation.
 */
export const unclaimedIn = async (lent: Lent, check: Check): Promise<string | null> => {
  // Writes during a crash run concurrently with the check, which could not catch their end.
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
    // A check that needs more than is imagined here stays untestable.
    if (error instanceof Unclaimed) return error.message
  }
  return null
}

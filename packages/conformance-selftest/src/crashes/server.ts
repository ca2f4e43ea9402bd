import type { Provisioner } from "@outlay/conformance-tests"
import { answering, isGood, sleep } from "../mutants/edges.ts"
import { type Edge, referenceProvisioner } from "../reference/provisioner.ts"
import { type HttpResponse, jsonResponse } from "../wire.ts"

/** An edge in front of a server that is killed, and its reaction to a crash. */
export interface Crashing {
  readonly edge: Edge
  readonly onCrash: () => void
}

/** Processes each key of a topup once, and refuses another request with the same key. */
export const honouringKeys = (
  lives: { readonly keys: boolean; readonly requests: boolean } = { keys: true, requests: true },
): Crashing => {
  const responses = new Map<
    string,
    { request: string | null; readonly response: Promise<HttpResponse> }
  >()
  return {
    onCrash: () => {
      if (!lives.keys) responses.clear()
      if (!lives.requests) for (const row of responses.values()) row.request = null
    },
    edge: answering("POST", ["topups"], async (incoming, next) => {
      const key = incoming.headers["idempotency-key"]
      if (key === undefined) return next(incoming)
      const request = incoming.body.toString()
      const known = responses.get(key)
      if (known === undefined) {
        const response = next(incoming)
        responses.set(key, { request, response })
        return response
      }
      const isSame = known.request === null || known.request === request
      return isSame ? known.response : jsonResponse(422, { error: "The key is another request's." })
    }),
  }
}

/** Puts one in front of the other. */
export const combined = (one: Crashing, other: Crashing): Crashing => ({
  edge: (next) => one.edge(other.edge(next)),
  onCrash: () => {
    one.onCrash()
    other.onCrash()
  },
})

/** An edge that is wrong from the first crash on, and gets worse with each further one. */
export const worse = (edge: (crashes: () => number) => Edge): Crashing => {
  let crashes = 0
  return {
    onCrash: () => {
      crashes++
    },
    edge: edge(() => crashes),
  }
}

/** The second reference with a crash: for a moment no response is successful, then it continues. */
export const crashing = ({ edge, onCrash }: Crashing): Provisioner => {
  let isDown = false
  const reference = referenceProvisioner({
    edge: (next) => {
      const whole = edge(next)
      return async (request) => {
        const response = isDown ? jsonResponse(503, {}) : await whole(request)
        // A request that is pending at the crash gets no successful response.
        return isDown && isGood(response) ? jsonResponse(503, {}) : response
      }
    },
  })
  return {
    ...reference,
    start: async (run) => {
      const started = await reference.start(run)
      return { ...started, acts: [...started.acts, "crash"] }
    },
    act: async (act, parameters) => {
      if (act !== "crash") return reference.act(act, parameters)
      isDown = true
      onCrash()
      await sleep(20)
      isDown = false
      return {}
    },
  }
}

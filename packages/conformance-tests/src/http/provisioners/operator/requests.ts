import { ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { Json } from "../../check.ts"
import { type Client, client } from "../../client.ts"
import { redaction } from "../../redaction.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** A response of the service. */
interface ServiceResponse {
  readonly status: number
  readonly body: Json
  /** Location of a redirect, which is not followed, because it would receive the token as well. */
  readonly location: string | null
}

/** Sends JSON requests to one service with one credential. */
export interface Speaking {
  /** Returns the body of a 2xx response; fails with the response otherwise. */
  readonly ask: (method: Method, path: string, body?: Json) => Promise<Json>
  /** Returns any response. */
  readonly attempt: (method: Method, path: string, body?: Json) => Promise<ServiceResponse>
  /** Sends lines of JSON. */
  readonly stream: (path: string, rows: ReadonlyArray<Json>) => Promise<Json>
}

/** Maximum number of attempts for a request that the service defers. */
const maxAttempts = 20
const longestPause = 5_000

const delayFor = (seconds: string | null) =>
  new Promise((waited) => {
    setTimeout(waited, Math.min(longestPause, Math.max(100, Number(seconds ?? "1") * 1_000)))
  })

/** A service; its clients share connections. */
export interface Place {
  readonly origin: string
  readonly send: Client["send"]
  readonly close: () => void
}

/** A service that creates much at once may be slow. */
const maxWaitMs = 300_000

export const placeAt = (baseUrl: string): Place => {
  let made: Client | undefined
  return {
    origin: baseUrl.replace(/\/$/u, ""),
    send: async (request) => {
      made ??= client({
        baseUrl: new URL(baseUrl),
        timeout: maxWaitMs,
        redaction: redaction(),
      })
      return await made.send(request)
    },
    close: () => made?.close(),
  }
}

const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const speaking = (place: Place, token: string): Speaking => {
  const send = async (method: Method, path: string, type: string, body: string | null) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { "content-type": type }),
    }
    for (let tries = 1; ; tries++) {
      const response = await place.send({ method, path, headers, body }).catch((error: unknown) => {
        throw new ProvisioningFailed(`${method} ${place.origin}${path}: ${faultOf(error)}`)
      })
      const { status, headers: responseHeaders, text, body: shown = text } = response
      const putOff = status === 429 || status === 503
      if (!putOff || tries > maxAttempts) {
        return { status, body: shown, location: responseHeaders["location"] ?? null }
      }
      await delayFor(responseHeaders["retry-after"] ?? null)
    }
  }

  const successful = (
    method: Method,
    path: string,
    { status, body, location }: ServiceResponse,
  ): Json => {
    if (status >= 200 && status < 300) return body
    const to = location === null ? "" : ` to ${location}`
    throw new ProvisioningFailed(`${method} ${path}: ${status}${to} ${JSON.stringify(body)}`)
  }

  const attempt = (method: Method, path: string, body?: Json) =>
    send(method, path, "application/json", body === undefined ? null : JSON.stringify(body))

  return {
    attempt,
    ask: async (method, path, body) => successful(method, path, await attempt(method, path, body)),
    stream: async (path, rows) => {
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("")
      return successful("POST", path, await send("POST", path, "application/x-ndjson", lines))
    },
  }
}

import { ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { Json } from "../../check.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** What was asked of the service, and answered. */
interface Said {
  readonly status: number
  readonly body: Json
  /** Where it was redirected to, which is not followed: a token would go there, too. */
  readonly location: string | null
}

/** Speaks to one service: JSON there and back, with one credential. */
export interface Speaking {
  /** The body of an answer of 2xx; anything else fails, and says what was answered. */
  readonly ask: (method: Method, path: string, body?: Json) => Promise<Json>
  /** The same, whatever the answer. */
  readonly attempt: (method: Method, path: string, body?: Json) => Promise<Said>
  /** Sends lines of JSON. */
  readonly stream: (path: string, rows: ReadonlyArray<Json>) => Promise<Json>
}

/** How often a request is made again that the service put off for now. */
const maxAttempts = 20
const longestPause = 5_000

const delayFor = (seconds: string | null) =>
  new Promise((waited) => {
    setTimeout(waited, Math.min(longestPause, Math.max(100, Number(seconds ?? "1") * 1_000)))
  })

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const faultOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

export const speaking = (baseUrl: string, token: string): Speaking => {
  const origin = baseUrl.replace(/\/$/u, "")

  const send = async (method: Method, path: string, type: string, body: string | null) => {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          ...(body === null ? {} : { "content-type": type }),
        },
        body,
        redirect: "manual",
      }).catch((error: unknown) => {
        throw new ProvisioningFailed(`${method} ${origin}${path}: ${faultOf(error)}`)
      })
      const text = await answer.text()
      const putOff = answer.status === 429 || answer.status === 503
      if (!putOff || tries > maxAttempts) {
        const location = answer.headers.get("location")
        return { status: answer.status, body: parsed(text), location }
      }
      await delayFor(answer.headers.get("retry-after"))
    }
  }

  const successful = (method: Method, path: string, { status, body, location }: Said): Json => {
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

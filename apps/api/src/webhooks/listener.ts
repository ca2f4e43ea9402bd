import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"
import type { CommandFailed } from "../failure.ts"
import { cannotListen } from "../server/address.ts"
import { type Verified, verify } from "./delivery.ts"

/** Maximum size of a body, larger than any event: 1 MiB. */
const maxBodyBytes = 1_048_576

/** Timeout of the target program in milliseconds, the same as that of the service. */
const forwardTimeoutMs = 15_000

/** Outcome of one request. */
export interface ReceivedRequest {
  readonly id: string
  readonly verified: Verified
  /** Status returned to the sender. */
  readonly status: number
  /** Why the target program returned no status; null if it did, or if there is none. */
  readonly unreachable: string | null
}

export interface ListenerOptions {
  readonly port: number
  readonly secret: string
  /** Null forwards nothing. */
  readonly forward: string | null
  readonly onRequest: (request: ReceivedRequest) => void
}

const host = "127.0.0.1"

/** Returns the bytes of a body; null if it is too large. */
const read = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Headers that a receiver needs to verify the delivery again. */
const forwardedHeaders = [
  "content-type",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "user-agent",
]

const sendOn = async (
  url: string,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<Pick<ReceivedRequest, "status" | "unreachable">> => {
  const fields = forwardedHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === "string" ? [[name, value] as [string, string]] : []
  })
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: fields,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs),
    })
    await response.body?.cancel()
    return { status: response.status, unreachable: null }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 502, unreachable: cause instanceof Error ? cause.message : message }
  }
}

const respond = async (
  { secret, forward, onRequest: notify }: ListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const end = (status: number) => response.writeHead(status, { "content-length": 0 }).end()
  if (request.method !== "POST") return void end(405)
  const body = await read(request)
  if (body === null) {
    response.once("finish", () => request.destroy())
    return void end(413)
  }
  const verified = verify({ headers: request.headers, body }, secret)
  const isSentOn = verified.event !== null && forward !== null
  const outcome = isSentOn
    ? await sendOn(forward, request, body)
    : { status: verified.event === null ? 401 : 204, unreachable: null }
  notify({ id: String(request.headers["webhook-id"] ?? ""), verified, ...outcome })
  end(outcome.status)
}

/** Listens on loopback until the scope closes. Returns the URL. */
export const listener = (
  options: ListenerOptions,
): Effect.Effect<string, CommandFailed, Scope.Scope> => {
  const server = createServer((request, response) => {
    // A sender that aborts the request has received no response and will retry.
    respond(options, request, response).catch(() => response.destroy())
  })
  const begin = Effect.callback<void, CommandFailed>((resume) => {
    server.once("error", ({ message }) =>
      resume(Effect.fail(cannotListen({ host, port: options.port }, "port", message))),
    )
    server.listen(options.port, host, () => resume(Effect.void))
  })
  const close = Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })
  return Effect.map(
    Effect.acquireRelease(begin, () => close),
    () => `http://${host}:${(server.address() as AddressInfo).port}`,
  )
}

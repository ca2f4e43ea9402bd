import type { Exchange } from "./kernel.ts"
import { refuse } from "./refusal.ts"
import { respondProblem, settle } from "./respond.ts"

/** "Bodies over 1 MiB: 413." */
const maxBody = 1_048_576

/** Reads the whole body. Fails if it is too long, too slow or interrupted. */
export const readBody = (exchange: Exchange, next: (bytes: Buffer) => undefined): undefined => {
  const { kernel, request } = exchange
  if (Number(request.headers["content-length"] ?? 0) > maxBody) {
    return respondProblem(exchange, refuse("content_too_large"), true)
  }
  const chunks: Array<Buffer> = []
  let size = 0
  const stop = (): undefined => {
    clearTimeout(timer)
    request.off("data", take).off("end", end).off("close", abandon).off("error", abandon)
  }
  const take = (chunk: Buffer): undefined => {
    size += chunk.length
    if (size <= maxBody) chunks.push(chunk)
    else {
      stop()
      respondProblem(exchange, refuse("content_too_large"), true)
    }
  }
  const end = (): undefined => {
    stop()
    next(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
  }
  /** The client has disconnected: no one is left to respond to. */
  const abandon = (): undefined => {
    stop()
    settle(exchange, 400)
  }
  const timer = setTimeout(() => {
    stop()
    respondProblem(exchange, refuse("request_timeout"), true)
  }, kernel.bodyTimeout)
  request.on("data", take).once("end", end).once("close", abandon).once("error", abandon)
}

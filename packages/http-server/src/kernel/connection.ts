import type { IncomingMessage, ServerResponse } from "node:http"
import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { sendHeld } from "./batch.ts"
import { sendLast } from "./line.ts"
import { type Refused, refuse } from "./refusal.ts"
import { problemBody } from "./respond.ts"

/**
 * Responds on the bare socket to input that node's parser refused, which never becomes a request.
 */
export const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex): undefined => {
  // Responses that are held back go out first, so that they are not cut off.
  sendHeld()
  const current = (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage
  // Input after a request with `Connection: close` is no request: only that request gets a
  // response.
  if (error.code === "HPE_CLOSED_CONNECTION" && current) return
  const refuseIt = () => end(socket, refusedOf(error.code))
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
  // The requests before it get their responses first.
  if (current?.req.complete === true && sendLast(socket, refuseIt)) return
  // A response that is being sent is completed, as the last one.
  if (current?.headersSent === true) return void current.end().socket?.destroySoon()
  refuseIt()
}

const refusedOf = (code: string | undefined): Refused => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refuse("header_fields_too_large")
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refuse("request_timeout")
    default:
      return refuse("bad_request")
  }
}

/** Refuses CONNECT: this server is not a proxy. */
export const refuseConnect = (_request: IncomingMessage, socket: Duplex): undefined =>
  end(socket, refuse("method_not_allowed", undefined, ["Allow", "GET, HEAD, OPTIONS"]))

let refusals = 0

const end = (socket: Duplex, refused: Refused): undefined => {
  const id = `refused-${(++refusals).toString(36)}`
  const body = problemBody(refused, id)
  const fields = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    "Connection: close",
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
  ]
  for (let i = 0; i < refused.headers.length; i += 2) {
    fields.push(`${refused.headers[i]}: ${refused.headers[i + 1]}`)
  }
  socket.end(`${fields.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy())
}

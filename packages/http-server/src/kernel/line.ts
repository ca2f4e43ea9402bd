import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { beginWithOthers } from "./batch.ts"
import type { Kernel } from "./kernel.ts"
import { receive } from "./receive.ts"

/** Maximum number of queued requests, in one connection and in all of them together. */
const maxWaiting = 1_024
const maxWaitingOfAll = 16_384

/** Queue of the requests of one connection, in order. */
interface Line {
  busy: boolean
  /** The request that is being processed. */
  current: readonly [IncomingMessage, ServerResponse] | null
  readonly waiting: Array<readonly [IncomingMessage, ServerResponse]>
  /** Called after the last response; the connection is then closed. */
  last: (() => void) | null
}

const lines = new WeakMap<Socket, Line>()

/**
 * Processes the requests of a connection one after another: the next one begins when the response
 * before it has left, in a turn of the event loop of its own. In the meantime nothing more is read,
 * so that a client that only sends never has more than one response in memory. Input after a
 * response that closes the connection is ignored.
 */
export const enqueue = (
  kernel: Kernel,
  request: IncomingMessage,
  response: ServerResponse,
): undefined => {
  const { socket } = request
  if (isOver(socket)) return
  const line = lines.get(socket) ?? open(kernel, socket)
  if (!line.busy) return begin(kernel, socket, line, request, response)
  if (line.waiting.length >= maxWaiting || kernel.waiting >= maxWaitingOfAll) {
    socket.destroy()
    return
  }
  line.waiting.push([request, response])
  kernel.waiting++
  socket.pause()
}

const open = (kernel: Kernel, socket: Socket): Line => {
  const line: Line = { busy: false, current: null, waiting: [], last: null }
  lines.set(socket, line)
  socket.once("close", () => forget(kernel, line))
  // Node resumes reading by itself whenever a response has drained.
  socket.on("resume", () => {
    if (line.waiting.length > 0) socket.pause()
  })
  return line
}

const begin = (
  kernel: Kernel,
  socket: Socket,
  line: Line,
  request: IncomingMessage,
  response: ServerResponse,
): undefined => {
  line.busy = true
  line.current = [request, response]
  const started = performance.now()
  const take = (): undefined => {
    if (isOver(socket)) return forget(kernel, line)
    receive(kernel, request, response, started, () => {
      line.current = null
      if (line.waiting.length > 0) return void setImmediate(goOn, kernel, socket, line)
      line.busy = false
      if (line.last !== null) line.last()
      else if (socket.isPaused()) socket.resume()
    })
  }
  // A write waits for its unit of work anyway, which begins at the end of the turn.
  if (request.method === "GET") beginWithOthers(take)
  else take()
}

const goOn = (kernel: Kernel, socket: Socket, line: Line): undefined => {
  if (isOver(socket)) return forget(kernel, line)
  const next = line.waiting.shift()
  if (next === undefined) return
  kernel.waiting--
  begin(kernel, socket, line, ...next)
}

/**
 * Closes a connection that has been silent for too long, except if its client has sent the whole
 * request and waits for a slow response.
 */
export const closeSilent = (socket: Socket): undefined => {
  const [request, response] = lines.get(socket)?.current ?? []
  if (request?.complete && !response?.headersSent) return
  socket.destroy()
}

/** True if the last response of the connection has been sent. */
const isOver = (socket: Socket): boolean => socket.destroyed || socket.writableEnded

const forget = (kernel: Kernel, line: Line): undefined => {
  kernel.waiting -= line.waiting.length
  line.waiting.length = 0
}

/** Calls `send` after the responses that are still pending. Returns false if there are none. */
export const sendLast = (socket: object, send: () => void): boolean => {
  const line = lines.get(socket as Socket)
  if (line === undefined || !line.busy) return false
  line.last = send
  return true
}

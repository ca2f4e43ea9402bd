import type { Server, Socket } from "node:net"
import { type Handle, httpServer } from "../wire.ts"

const ended = (socket: Socket, line: string) =>
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`)

/** A server that fails with 500 for an unknown HTTP version. */
export const failingOfVersions = (handle: Handle): Server =>
  httpServer(handle).on("clientError", (error: { readonly code?: string }, socket: Socket) => {
    const isVersion = error.code === "HPE_INVALID_VERSION"
    if (socket.writable) ended(socket, isVersion ? "500 Version" : "400 Bad Request")
  })

/** A server that switches to any requested protocol, and then does not speak it. */
export const upgrading = (handle: Handle): Server =>
  httpServer(handle).on("upgrade", (_, socket: Socket) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\n\r\n")
  })

import type { Server, Socket } from "node:net"
import { type Handle, httpServer } from "../wire.ts"

const ended = (socket: Socket, line: string) =>
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`)

/** Fails of a version that it does not know. */
export const failingOfVersions = (handle: Handle): Server =>
  httpServer(handle).on("clientError", (error: { readonly code?: string }, socket: Socket) => {
    const isVersion = error.code === "HPE_INVALID_VERSION"
    if (socket.writable) ended(socket, isVersion ? "500 Version" : "400 Bad Request")
  })

/** Changes to whatever protocol it is asked to, and speaks it to nobody. */
export const upgrading = (handle: Handle): Server =>
  httpServer(handle).on("upgrade", (_, socket: Socket) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\n\r\n")
  })

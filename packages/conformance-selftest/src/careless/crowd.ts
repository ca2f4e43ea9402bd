import type { Server, Socket } from "node:net"
import { refusing } from "../mutants/edges.ts"
import { type Handle, httpServer } from "../wire.ts"

/** Refuses every request while this many connections are open, regardless of their activity. */
export const crowded =
  (most: number) =>
  (handle: Handle): Server => {
    const open = new Set<Socket>()
    const server = httpServer(async (request) =>
      open.size > most ? refusing(503) : handle(request),
    )
    return server.on("connection", (socket: Socket) => {
      open.add(socket)
      socket.once("close", () => open.delete(socket))
    })
  }

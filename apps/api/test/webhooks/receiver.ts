import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net"
import { afterEach } from "vitest"
import { certificate, key } from "./certificate.ts"

/** A request as received. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const listen = async (server: Server | TcpServer): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  closing.push(
    () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  )
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return (server.address() as AddressInfo).port
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Responds to complete requests on loopback, records them, and counts connections. */
export const receiver = async (respond: RequestListener, secure = false) => {
  const received: Array<Received> = []
  const counts = { connections: 0 }
  const listener: RequestListener = async (request, response) => {
    const body = await bodyOf(request)
    received.push({ headers: request.headers as Received["headers"], body })
    respond(request, response)
  }
  const server = secure
    ? createSecureServer({ key, cert: certificate }, listener)
    : createServer(listener)
  server.on("connection", () => {
    counts.connections++
  })
  const port = await listen(server)
  return { port, url: `http${secure ? "s" : ""}://127.0.0.1:${port}/hook`, received, counts }
}

/** Starts a TCP server that handles each connection itself. */
export const speaker = async (speak: (socket: Socket) => void) => {
  const port = await listen(createTcpServer(speak))
  return { port, url: `http://127.0.0.1:${port}/hook` }
}

import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

/** A connection that goes through a wire. */
export interface Passing {
  /** From now on what comes from the server, and what goes to it, is lost. */
  readonly silence: (way: "answers" | "both") => void
}

/** Hears what is sent to the server, before it is. */
type Sent = (text: string, passing: Passing) => void

/** The way to a server, on which a test loses bytes, and no end of a connection says so. */
export const newWire = async (url: string) => {
  const target = new URL(url)
  let hear: Sent = () => undefined
  const sockets = new Set<Socket>()
  const all = new Set<Passing>()
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const lost = { answers: false, both: isCut }
    const passing: Passing = {
      silence: (way) => {
        lost[way] = true
      },
    }
    all.add(passing)
    client.on("data", (bytes) => {
      hear(bytes.toString("latin1"), passing)
      if (!lost.both) upstream.write(bytes)
    })
    upstream.on("data", (bytes) => {
      if (!lost.both && !lost.answers) client.write(bytes)
    })
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one)
      one.on("error", () => undefined)
      one.on("close", () => {
        if (!lost.both && !lost.answers) other.destroy()
      })
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const named = new URL(url)
  named.port = String((server.address() as AddressInfo).port)
  return {
    url: named.href,
    hear: (next: Sent) => {
      hear = next
    },
    /** The machine behind it is gone: what it sends from now on is lost, too. */
    cut: () => {
      isCut = true
      for (const passing of all) passing.silence("both")
    },
  }
}

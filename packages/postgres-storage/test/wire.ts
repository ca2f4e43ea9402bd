import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

/** A connection through the wire. */
export interface Passing {
  /** Loses everything from the server, or both from and to it, from now on. */
  readonly silence: (way: "answers" | "both") => void
}

/** Called with what is sent to the server, before it is sent. */
type Sent = (text: string, passing: Passing) => void

/** Time between two writes on a slow wire, in milliseconds. */
const pauseMs = 20

/** Returns a function that sends bytes in order, at this rate; all at once without a limit. */
const slowed = (to: Socket, bytesPerSecond: number) => {
  if (bytesPerSecond === Number.POSITIVE_INFINITY) return (bytes: Buffer) => void to.write(bytes)
  let waiting = Buffer.alloc(0)
  let last = 0
  const go = () => {
    const now = performance.now()
    const count = Math.ceil(((now - last) * bytesPerSecond) / 1_000)
    last = now
    to.write(waiting.subarray(0, count))
    waiting = waiting.subarray(count)
    if (waiting.length > 0) setTimeout(go, pauseMs)
  }
  return (bytes: Buffer) => {
    if (waiting.length === 0) {
      last = performance.now()
      setTimeout(go, pauseMs)
    }
    waiting = Buffer.concat([waiting, bytes])
  }
}

/**
 * A connection to a server on which a test can lose bytes, without an end of the connection, or
 * delay them.
 */
export const newWire = async (url: string, bytesPerSecond = Number.POSITIVE_INFINITY) => {
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
    const send = slowed(upstream, bytesPerSecond)
    client.on("data", (bytes) => {
      hear(bytes.toString("latin1"), passing)
      if (!lost.both) send(bytes)
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
    /** Cuts off the machine behind it: everything that it sends from now on is lost, too. */
    cut: () => {
      isCut = true
      for (const passing of all) passing.silence("both")
    },
  }
}

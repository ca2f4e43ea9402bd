import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const message = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), word(body.length + 4), body])

const protocol = 196_608
/** Parameters that PgBouncer accepts when a client connects. */
const taken = new Set(["user", "database", "application_name", "client_encoding", "DateStyle"])

/** Splits the bytes that arrive into messages: a type, a length, and the content. */
const splitter = (each: (message: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1
      each(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

const startOf = (names: ReadonlyArray<string>): Buffer => {
  const body = Buffer.concat([word(protocol), Buffer.from(`${names.join("\0")}\0\0`)])
  return Buffer.concat([word(body.length + 4), body])
}

/** A session of the server, and the client that has it. */
interface Session {
  readonly socket: Socket
  client: ((message: Buffer) => void) | null
}

/**
 * Imitates PgBouncer between a client and the server of `url`: it gives each client a session while
 * it is connected, or for one transaction.
 */
export const newPooler = async (url: string, mode: "session" | "transaction"): Promise<string> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const free: Array<Session> = []

  const newSession = async (names: ReadonlyArray<string>): Promise<Session> => {
    const socket = connect(Number(target.port), target.hostname)
    sockets.add(socket.setNoDelay().on("error", () => undefined))
    const session: Session = { socket, client: null }
    await new Promise<void>((ready) => {
      const split = splitter((message) => {
        if (session.client !== null) session.client(message)
        else if (message[0] === 0x5a) ready()
      })
      socket.on("data", split)
      socket.write(startOf(names))
    })
    return session
  }

  const serve = (client: Socket, names: ReadonlyArray<string>) => {
    let session: Session | null = null
    let unanswered = 0
    let last: Promise<void> = Promise.resolve()
    const passOn = (message: Buffer) => {
      client.write(message)
      if (message[0] !== 0x5a) return
      unanswered--
      // No statement is pending, and no transaction is open: another client may have it.
      const isIdle = unanswered === 0 && message[5] === 0x49
      if (mode === "session" || !isIdle || session === null) return
      session.client = null
      free.push(session)
      session = null
    }
    const sent = async (message: Buffer) => {
      session ??= free.pop() ?? (await newSession(names))
      session.client = passOn
      if (message[0] === 0x51 || message[0] === 0x53) unanswered++
      session.socket.write(message)
    }
    client.on("close", () => session?.socket.destroy())
    client.on(
      "data",
      splitter((message) => {
        if (message[0] === 0x58) client.end()
        else last = last.then(() => sent(message))
      }),
    )
  }

  const server = createServer((client) => {
    sockets.add(client.setNoDelay().on("error", () => undefined))
    client.once("data", (bytes) => {
      const names = bytes.subarray(8).toString().split("\0").slice(0, -2)
      const refused = names.find((name, n) => n % 2 === 0 && !taken.has(name))
      if (refused !== undefined) {
        const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`
        client.end(message("E", Buffer.from(text)))
        return
      }
      serve(client, names)
      const ready = message("Z", Buffer.from("I"))
      client.write(Buffer.concat([message("R", word(0)), message("K", word(0)), ready]))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const named = new URL(url)
  named.port = String((server.address() as AddressInfo).port)
  return named.href
}

import { createServer } from "node:net"

/** Below those that systems give to whoever asks for any: nobody else comes by one by chance. */
const lowest = 20_000
const count = 10_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/**
 * A port of loopback that stays free until a process listens there, also once that was killed and
 * starts again. A server that says where it listens asks for port 0 instead.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
}

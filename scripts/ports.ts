import { createServer } from "node:net"

/**
 * Lowest port used here. It is below the range from which systems assign free ports, so no other
 * program gets one by chance.
 */
const lowest = 20_000
const count = 10_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/**
 * Returns a loopback port that stays free until a process listens on it, also after the process was
 * killed and is restarted. A server that prints its address uses port 0 instead.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
}

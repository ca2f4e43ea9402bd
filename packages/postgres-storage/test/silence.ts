import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { onTestFinished } from "vitest"

/** Returns a port that accepts connections and never responds, until the test ends. */
export const silentPort = async (): Promise<number> => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined)
    onTestFinished(() => void socket.destroy())
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, "127.0.0.1"), "listening")
  return (server.address() as AddressInfo).port
}

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import type { Json } from "./stage.ts"

/** The bookkeeper's system: it receives webhooks and verifies their signatures. */
export const hireBookkeeper = async () => {
  const letters: Array<{ readonly headers: Record<string, string>; readonly body: string }> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    letters.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    })
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/ledger`,
    /** Returns the number of webhooks received. */
    count: () => letters.length,
    /** Returns their content, verified with the shared secret. */
    read: (secret: string): ReadonlyArray<Json> =>
      letters.map(({ body, headers }) => new Webhook(secret).verify(body, headers)),
    leave: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}

export type Bookkeeper = Awaited<ReturnType<typeof hireBookkeeper>>

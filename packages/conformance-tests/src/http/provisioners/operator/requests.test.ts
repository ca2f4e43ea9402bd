import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { placeAt, speaking } from "./requests.ts"

test("a redirect is not followed, and its location is reported", async () => {
  const server = createServer((_, response) => {
    response.writeHead(301, { location: "https://elsewhere.example/operator/v1" }).end("Moved")
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const place = placeAt(`http://127.0.0.1:${port}`)
  const response = speaking(place, "token").ask("GET", "/operator/v1/businesses")
  await expect(response).rejects.toThrow("301 to https://elsewhere.example/operator/v1")
  place.close()
  server.close()
})

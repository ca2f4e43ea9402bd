import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import { atEndOfFile } from "../../../scripts/temporary.ts"
import { type Bucket, bucketOf, type S3Options } from "../src/index.ts"

/** Starts a service with this request listener, and returns its address. */
export const serviceBy = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  atEndOfFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
}

export const optionsBy = async (listener: RequestListener): Promise<S3Options> => ({
  ...{ url: await serviceBy(listener), region: "us-east-1", accessKeyId: "key" },
  secretAccessKey: Redacted.make("secret"),
})

export const bucketBy = async (listener: RequestListener): Promise<Bucket> =>
  bucketOf(await optionsBy(listener))

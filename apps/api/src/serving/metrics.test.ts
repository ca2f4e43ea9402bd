import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { expect, test } from "vitest"
import type { Settings } from "../config.ts"
import { serveMetrics } from "./metrics.ts"

/** A port that nobody listens on. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** How requests for figures are answered: the second time they cannot be had. */
const asked = async (requests: ReadonlyArray<readonly [method: string, path: string]>) => {
  const metricsPort = await freePort()
  let reads = 0
  const metrics = () => {
    if (++reads === 2) throw new Error("EMFILE: too many open files")
    return "figures\n"
  }
  const settings = { host: "127.0.0.1", metricsPort } as Settings
  const answers = Effect.promise(async () => {
    const all: Array<string> = []
    for (const [method, path] of requests) {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}${path}`, { method })
      all.push(`${answer.status} ${await answer.text()}`.trim())
    }
    return all
  })
  return Effect.runPromise(Effect.scoped(Effect.andThen(serveMetrics(settings, metrics), answers)))
}

test("figures have a port of their own, and what fails there ends nothing", async () => {
  const get = ["GET", "/metrics"] as const
  expect(
    await asked([get, get, get, ["HEAD", "/metrics"], ["POST", "/metrics"], ["GET", "/"]]),
  ).toEqual(["200 figures", "500", "200 figures", "200", "405", "404"])
})

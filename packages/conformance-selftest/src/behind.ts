import type { Provisioner } from "@outlay/conformance-tests"
import type { Edge } from "./reference/provisioner.ts"
import { forwarded, type Listening, served } from "./wire.ts"

/** A server, wherever it is, with something before it: its provisioner tells of that instead. */
export const behind = (edge: Edge, provisioner: Provisioner): Provisioner => {
  let server: Listening | undefined
  return {
    ...provisioner,
    start: async (run) => {
      const started = await provisioner.start(run)
      server = await served(edge(forwarded(started.base_url)))
      return { ...started, base_url: server.url }
    },
    stop: async () => {
      await server?.close()
      await provisioner.stop()
    },
  }
}

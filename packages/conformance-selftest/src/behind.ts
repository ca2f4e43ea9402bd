import type { Provisioner, Started } from "@outlay/conformance-tests"
import type { Edge } from "./reference/provisioner.ts"
import { forwarded, type Listening, served } from "./wire.ts"

/** Creates the provisioner of a server with an edge in front of it. */
export type Behind = (edge: Edge) => Provisioner

/**
 * Returns the provisioner of a server with an edge in front of it: it returns the address of the
 * edge.
 */
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

/**
 * The same, but the provisioner also reaches the server only through the edge, like one that knows
 * only one address: everything that it creates and reads passes through the edge.
 */
export const whollyBehind = (
  edge: Edge,
  baseUrl: string,
  provisionerAt: (baseUrl: string) => Provisioner,
): Provisioner => {
  let server: Listening | undefined
  let provisioner: Provisioner | undefined
  const started = (): Provisioner => {
    if (provisioner === undefined) throw new Error("The provisioner was not started.")
    return provisioner
  }
  return {
    start: async (run): Promise<Started> => {
      server = await served(edge(forwarded(baseUrl)))
      provisioner = provisionerAt(server.url)
      return { ...(await provisioner.start(run)), base_url: server.url }
    },
    world: (business) => started().world(business),
    act: (act, parameters) => started().act(act, parameters),
    stop: async () => {
      await provisioner?.stop()
      await server?.close()
    },
  }
}

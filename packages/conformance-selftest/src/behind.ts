import type { Provisioner, Started } from "@outlay/conformance-tests"
import type { Edge } from "./reference/provisioner.ts"
import { forwarded, type Listening, served } from "./wire.ts"

/** Makes the provisioner of a server that has something before it. */
export type Behind = (edge: Edge) => Provisioner

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

/**
 * The same where the provisioner, too, meets what stands before the server, as that of somebody
 * does who has only one address: what it makes and learns goes the way that is tested.
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

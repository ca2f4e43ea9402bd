import type { Server } from "node:net"
import type { Provisioner } from "@outlay/conformance-tests"
import { referenceProvisioner } from "../reference/provisioner.ts"
import { type Handle, type Listening, listening } from "../wire.ts"
import { type Counts, careless } from "./front.ts"

/** The second reference, behind a custom HTTP server. */
export const frontedReference = (frontOf: (handle: Handle) => Server): Provisioner => {
  let handle: Handle | undefined
  let front: Listening | undefined
  const reference = referenceProvisioner({
    edge: (next) => {
      handle = next
      return next
    },
  })
  return {
    ...reference,
    start: async (run) => {
      const started = await reference.start(run)
      front = await listening(frontOf((request) => (handle as Handle)(request)))
      return { ...started, base_url: front.url }
    },
    stop: async () => {
      await reference.stop()
      // A request that is still waiting on a connection would keep it open.
      front?.close().catch(() => undefined)
    },
  }
}

/** The second reference, behind a server that reads HTTP carelessly. */
export const carelessReference = (counts: Counts): Provisioner =>
  frontedReference((handle) => careless(handle, counts))

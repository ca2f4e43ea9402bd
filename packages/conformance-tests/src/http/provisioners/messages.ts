import {
  contractVersion,
  type Provisioner,
  type ProvisionerRequest,
} from "../../interface/provisioning.ts"
import { provisionedOf, resultOf, startedOf } from "./answers.ts"

/** Sends a message to a provisioner and returns its response unchecked. */
export type Carry = (request: ProvisionerRequest) => Promise<unknown>

/** A provisioner behind a transport of JSON messages. */
export const messages = (carry: Carry, close: () => Promise<void>): Provisioner => {
  // A provisioner that was not started does not need to be stopped.
  let spokenTo = false
  return {
    start: async (run) => {
      spokenTo = true
      return startedOf(
        resultOf("start", await carry({ message: "start", version: contractVersion, run })),
      )
    },
    world: async (business) =>
      provisionedOf(business)(resultOf("world", await carry({ message: "world", business }))),
    act: async (act, parameters) =>
      resultOf(`act ${act}`, await carry({ message: "act", act, with: parameters })),
    stop: async () => {
      try {
        if (spokenTo) await carry({ message: "stop" })
      } finally {
        await close()
      }
    },
  }
}

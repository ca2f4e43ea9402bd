import { readFile } from "node:fs/promises"
import {
  contractVersion,
  type Provisioned,
  type Provisioner,
  ProvisioningFailed,
  type Started,
  Unsupported,
} from "../../interface/provisioning.ts"
import { contextOf, provisionedOf } from "./answers.ts"

/** A target that was loaded by hand with the world of this seed and instant. */
export interface Context {
  readonly base_url: string
  readonly product: Started["product"]
  /** Seed given to `outlay-conformance world --seed`: the run must use the same world. */
  readonly seed: number
  /** Instant given to `outlay-conformance world --now`. */
  readonly now: string
  readonly businesses: { readonly [key: string]: Provisioned }
}

/** Reads the context in a file; fails if it cannot be read or violates the contract. */
export const readContext = async (file: string): Promise<Context> => {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ProvisioningFailed(`The context file ${file} cannot be read: ${error.message}`)
  })
  try {
    return contextOf(file, JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ProvisioningFailed(`The context file ${file} is not JSON: ${error.message}`)
  }
}

/**
 * A provisioner with the businesses of the file, which cannot create any: checks that need a new
 * one are untestable.
 */
export const context = ({ base_url, product, businesses }: Context): Provisioner => ({
  start: async () => ({ version: contractVersion, base_url, product, acts: [] }),
  world: async (spec) => {
    const found = Object.hasOwn(businesses, spec.key) ? businesses[spec.key] : undefined
    if (found !== undefined) return provisionedOf(spec)(found)
    throw new Unsupported(`The context file has no business "${spec.key}", and none can be made`)
  },
  act: async (act) => {
    throw new Unsupported(`A target that was loaded by hand cannot ${act}`)
  },
  stop: async () => undefined,
})

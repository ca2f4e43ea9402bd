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

/** A target that someone loaded by hand with the world of this seed and moment. */
export interface Context {
  readonly base_url: string
  readonly product: Started["product"]
  /** Of `outlay-conformance world --seed`: the run has to take the same world. */
  readonly seed: number
  /** Of `outlay-conformance world --now`. */
  readonly now: string
  readonly businesses: { readonly [key: string]: Provisioned }
}

/** The context in a file; fails where it cannot be read or breaks the contract. */
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

/** Knows the businesses of the file, and can make none: what needs a fresh one is untestable. */
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

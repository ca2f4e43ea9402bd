import type { Edge } from "../../reference/provisioner.ts"
import type { Lawful } from "../index.ts"

/** A lawful choice, and why it is one. */
export interface Choice extends Lawful {
  /** The sentence that allows it, or that leaves it open: verbatim, of either document. */
  readonly allowed: string
  readonly edge: Edge
}

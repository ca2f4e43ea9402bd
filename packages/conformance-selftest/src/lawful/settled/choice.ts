import type { Edge } from "../../reference/provisioner.ts"
import type { Lawful } from "../index.ts"

/** A lawful choice, with the reason. */
export interface Choice extends Lawful {
  /** Sentence that allows it or leaves it open, verbatim from either document. */
  readonly allowed: string
  readonly edge: Edge
}

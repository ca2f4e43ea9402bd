import type { Provisioner } from "@outlay/conformance-tests"
import type { Edge } from "../reference/provisioner.ts"
import type { Rules } from "../reference/rules.ts"

/** A server that is right except in one point. */
export interface Mutant {
  readonly name: string
  /** The defect, in one line. */
  readonly breaks: string
  /** Requirements that it breaks: a check of one of them must fail. */
  readonly names: ReadonlyArray<string>
  /** Rules that replace the reference's own; created again for each server. */
  readonly rules?: () => Partial<Rules>
  /** An edge that adds the defect to any server behind it. */
  readonly edge?: Edge
  /** A separate server if neither is enough; only the checks of the broken requirements run. */
  readonly provisioner?: () => Provisioner
}

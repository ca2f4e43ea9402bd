import type { Provisioner } from "@outlay/conformance-tests"
import type { Edge } from "../reference/provisioner.ts"
import type { Rules } from "../reference/rules.ts"

/** A server that is right in everything but one thing. */
export interface Mutant {
  readonly name: string
  /** What is wrong, in one line. */
  readonly breaks: string
  /** The requirements that it breaks: a check of one of them must fail. */
  readonly names: ReadonlyArray<string>
  /** Rules of the reference in the place of its own; made anew for each server. */
  readonly rules?: () => Partial<Rules>
  /** What stands before a server, any server, and is wrong in its stead. */
  readonly edge?: Edge
  /** A server of its own, where neither is enough; it is asked nothing but what it breaks. */
  readonly provisioner?: () => Provisioner
}

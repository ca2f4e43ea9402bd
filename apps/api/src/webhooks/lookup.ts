import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import type { Targets } from "./targets.ts"

/** A name stands for an address that may not be connected to. */
export class AddressNotAllowed extends Error {
  readonly code = "OUTLAY_ADDRESS_NOT_ALLOWED"
}

const allowed = async (
  name: string,
  { resolve, allows }: Targets,
): Promise<ReadonlyArray<LookupAddress>> => {
  const found = await resolve(name)
  if (found.length === 0) throw Object.assign(new Error("no address"), { code: "ENODATA" })
  if (!found.every(({ address }) => allows(address))) throw new AddressNotAllowed()
  return found
}

/**
 * Looks names up for sockets: the addresses that are judged here are those that are connected to,
 * so that an answer which is another one the next time gains nothing. One address of an answer that
 * is not allowed spoils all of it.
 */
export const guardedLookup =
  (targets: Targets): LookupFunction =>
  (name, options, done) => {
    allowed(name, targets).then(
      (found) => {
        const [first] = found
        if (options.all === true) done(null, [...found])
        else done(null, first?.address ?? "", first?.family)
      },
      (error: NodeJS.ErrnoException) => done(error, "", 0),
    )
  }

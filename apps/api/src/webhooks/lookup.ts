import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import type { Targets } from "./targets.ts"

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** A refused connection to DNS must not look like one to the receiver. */
const unresolved = ({ code }: NodeJS.ErrnoException): Error =>
  failure(code === "ENOTFOUND" || code === "ENODATA" ? code : "OUTLAY_NO_DNS")

const allowed = async (
  name: string,
  { resolve, allows }: Targets,
): Promise<ReadonlyArray<LookupAddress>> => {
  const addresses = await resolve(name).catch((error) => Promise.reject(unresolved(error)))
  if (addresses.length === 0) throw failure("ENODATA")
  if (!addresses.every(({ address }) => allows(address)))
    throw failure("OUTLAY_ADDRESS_NOT_ALLOWED")
  return addresses
}

/**
 * Resolves names for sockets. The connection uses exactly the addresses checked here, so a
 * different response to a later query has no effect. If one address is not allowed, all are
 * refused.
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

import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import type { Targets } from "./targets.ts"

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** DNS that refuses a connection is not a receiver that does: codes of DNS stay here. */
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
 * Looks names up for sockets: the addresses that are checked here are those that are connected to,
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

import { isIP } from "node:net"
import { networkInterfaces } from "node:os"
import ipaddr from "ipaddr.js"

const globalUnicast = ipaddr.parseCIDR("2000::/3")

/** Addresses that look public, and behind which a provider keeps what is for its machines only. */
const providers = new Set(["168.63.129.16"])

/**
 * Whether an address is one of the public Internet: not loopback, private, link-local, shared,
 * multicast, reserved, for documentation or for tests, and not one that stands for an IPv4 address
 * inside IPv6 (mapped, NAT64, 6to4, Teredo), whatever that is. What is no address is not public.
 */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes("%") || providers.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast)
}

const canonical = (address: string): string => ipaddr.parse(address).toNormalizedString()

/**
 * Whether an address is a public one of some other machine: also a public one of this machine
 * reaches what listens on it, past every firewall.
 */
export const isElsewhere = (address: string, interfaces = networkInterfaces()): boolean => {
  if (!isPublic(address)) return false
  const canonicalAddress = canonical(address)
  const ownInterfaces = Object.values(interfaces).flatMap((of) => of ?? [])
  return ownInterfaces.every((each) => canonical(each.address) !== canonicalAddress)
}

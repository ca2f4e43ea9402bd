import { isIP } from "node:net"
import { networkInterfaces } from "node:os"
import ipaddr from "ipaddr.js"

const globalUnicast = ipaddr.parseCIDR("2000::/3")

/** Addresses that look public but are internal services of a cloud provider. */
const providers = new Set(["168.63.129.16"])

/**
 * True if an address is on the public Internet: not loopback, private, link-local, shared,
 * multicast, reserved, for documentation or tests, nor any IPv4 address embedded in IPv6 (mapped,
 * NAT64, 6to4, Teredo). False for a text that is not an address.
 */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes("%") || providers.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast)
}

const canonical = (address: string): string => ipaddr.parse(address).toNormalizedString()

/**
 * True if an address is a public one of another machine. A public address of this machine would
 * reach its own services behind every firewall.
 */
export const isElsewhere = (address: string, interfaces = networkInterfaces()): boolean => {
  if (!isPublic(address)) return false
  const canonicalAddress = canonical(address)
  const ownInterfaces = Object.values(interfaces).flatMap((of) => of ?? [])
  return ownInterfaces.every((each) => canonical(each.address) !== canonicalAddress)
}

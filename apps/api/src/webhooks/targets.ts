import type { LookupAddress } from "node:dns"
import { lookup, Resolver } from "node:dns/promises"
import { isIP } from "node:net"
import type { TargetRule } from "@outlay/domain/rules"
import { isElsewhere } from "./addresses.ts"

/** Allowed targets of webhooks. */
export interface Targets {
  /** True if only names and addresses of the public Internet are allowed. */
  readonly arePublic: boolean
  /** True if connecting to the address is allowed. */
  readonly allows: (address: string) => boolean
  /** Returns every address of a name; fails if there are none. */
  readonly resolve: (name: string) => Promise<ReadonlyArray<LookupAddress>>
}

/**
 * Returns every address of a name. Queries only DNS (the servers of the machine by default) and
 * does not use the few threads of `getaddrinfo`, in which names with unresponsive servers would
 * block all others.
 */
export const askDns = async (
  name: string,
  servers: ReadonlyArray<string> = [],
): Promise<ReadonlyArray<LookupAddress>> => {
  const dns = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers.length > 0) dns.setServers(servers)
  const [v4, v6] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
  const addresses = [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (addresses.length === 0 && v4.status === "rejected") throw v4.reason
  return addresses
}

/** The public Internet, without this machine. */
export const publicTargets: Targets = {
  arePublic: true,
  allows: (address) => isElsewhere(address),
  resolve: (name) => askDns(name),
}

/** All targets that the machine can reach, resolved by the machine. */
export const anyTargets: Targets = {
  arePublic: false,
  allows: () => true,
  resolve: (name) => lookup(name, { all: true }),
}

/** Names that DNS does not resolve, or only within one network (RFC 6761, 6762, 8375). */
const privateName = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/u

/** Returns the host without the brackets of IPv6 and without a trailing full stop. */
const hostOf = ({ hostname }: URL): string =>
  hostname.replaceAll(/^\[|\]$/gu, "").replace(/\.$/u, "")

const opened = "the operator of this service sets OUTLAY_WEBHOOK_PRIVATE_TARGETS=true"

const hostRefused = (url: URL, { arePublic, allows }: Targets): string | null => {
  const host = hostOf(url)
  const refused = `webhooks go to the public Internet only, unless ${opened}.`
  if (isIP(host) !== 0) {
    return allows(host) ? null : `This address is refused: ${refused}`
  }
  if (!arePublic) return null
  if (privateName.test(host) || !host.includes(".")) return `This host is refused: ${refused}`
  return null
}

/** A target, or the sentence and the rule with which it is refused. */
export type Target = { readonly url: URL } | { readonly refused: string; readonly rule: TargetRule }

const refuse = (rule: TargetRule, refused: string): Target => ({ refused, rule })

/**
 * Checks the text of a URL. Hosts are checked when connecting: by then the URL standard has
 * normalised every form of an address (octal, hexadecimal, one number, other digits). The addresses
 * of a name are checked when it is resolved.
 */
export const targetOf = (text: string, targets: Targets): Target => {
  const schemes = targets.arePublic ? /^https:\/\/[^/]/iu : /^https?:\/\/[^/]/iu
  const url = /[\s\\\p{Cc}]/u.test(text) ? null : URL.parse(text)
  if (url === null || !/^[a-z][a-z\d+.-]*:\/\/[^/]/iu.test(text)) {
    return refuse("not_absolute", "Must be an absolute URL, such as https://example.com/outlay.")
  }
  if (!schemes.test(text)) {
    if (!targets.arePublic) return refuse("not_http", "The URL must use https or http.")
    const unless = /^http:/iu.test(text) ? `, unless ${opened}` : ""
    return refuse("not_https", `The URL must use https${unless}.`)
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("credentials", "The URL must not have a user or password.")
  }
  if (text.includes("#")) {
    return refuse("fragment", "A fragment is not sent: leave out what follows #.")
  }
  const refused = hostRefused(url, targets)
  return refused === null ? { url } : refuse("private", refused)
}

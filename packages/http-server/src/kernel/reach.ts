import type { IncomingMessage } from "node:http"
import { isIP, isIPv6 } from "node:net"
import type { SessionCookie } from "@outlay/http-contract"

/** Addresses of the service, and the proxies in front of it. */
export interface Reach {
  /** Origins whose pages may write with a session; if empty, no one can sign in. */
  readonly origins: ReadonlySet<string>
  /** True if the service is reached over HTTPS. */
  readonly isSecure: boolean
  /**
   * Number of the operator's proxies in front of the service, each of which appends to
   * X-Forwarded-For.
   */
  readonly proxies: number
}

export const nowhere: Reach = { origins: new Set(), isSecure: false, proxies: 0 }

const loopback = new Set(["127.0.0.1", "::1", "localhost"])

export const isLoopback = (host: string): boolean => loopback.has(host)

/**
 * Returns how a service is reached: at its public URL or, without one, at each name of the loopback
 * address.
 */
export const reachOf = (
  publicUrl: string | null,
  {
    host,
    port,
    proxies,
  }: { readonly host: string; readonly port: number; readonly proxies: number },
): Reach => {
  if (publicUrl !== null) {
    const { origin, protocol } = new URL(publicUrl)
    return { origins: new Set([origin]), isSecure: protocol === "https:", proxies }
  }
  if (!isLoopback(host)) return { ...nowhere, proxies }
  const names = ["127.0.0.1", "localhost", "[::1]"]
  const suffix = port === 80 ? "" : `:${port}`
  return { origins: new Set(names.map((_) => `http://${_}${suffix}`)), isSecure: false, proxies }
}

/**
 * Browsers accept the prefix only for a cookie that this host has set over HTTPS for all of its
 * paths, so that no one else can replace a session with theirs. Over HTTP on loopback they refuse
 * it.
 */
const prefixed = ({ isSecure }: Reach, name: string): string => (isSecure ? `__Host-${name}` : name)

const sessionName = "outlay_session"

/** Returns the value of a cookie of the service; null if there is none or several. */
export const cookieValue = (
  { headers }: IncomingMessage,
  reach: Reach,
  name: string,
): string | null => {
  const field = headers.cookie
  if (field === undefined || reach.origins.size === 0) return null
  const start = `${prefixed(reach, name)}=`
  const found = field
    .split(";")
    .map((_) => _.trim())
    .filter((_) => _.startsWith(start))
  const [first] = found
  return first === undefined || found.length > 1 ? null : first.slice(start.length)
}

/**
 * Returns the secret of the session in the cookies of a request; null if there is none or several.
 */
export const cookieOf = (request: IncomingMessage, reach: Reach): string | null =>
  cookieValue(request, reach, sessionName)

/**
 * Returns a `Set-Cookie` field that no script and no other site can use; 0 seconds remove the
 * cookie.
 */
export const cookieField = (reach: Reach, name: string, value: string, seconds: number): string => {
  const parts = [`${prefixed(reach, name)}=${value}`, "Path=/", `Max-Age=${seconds}`]
  return [...parts, "HttpOnly", "SameSite=Lax", ...(reach.isSecure ? ["Secure"] : [])].join("; ")
}

/** Returns a `Set-Cookie` field that begins or ends the session of a browser. */
export const setCookie = (reach: Reach, cookie: SessionCookie): string => {
  const [value, seconds] = cookie === "removed" ? ["", 0] : [cookie.secret, cookie.seconds]
  return cookieField(reach, sessionName, value, seconds)
}

/** Returns the origin at which this request reached the service; null if no one can sign in. */
export const originOf = ({ headers }: IncomingMessage, { origins }: Reach): string | null => {
  const named = `http://${headers.host?.toLowerCase()}`
  return origins.has(named) ? named : ([...origins][0] ?? null)
}

/** True if a page of this service sent the request. */
export const isFromHere = ({ headers }: IncomingMessage, { origins }: Reach): boolean =>
  headers.origin !== undefined && origins.has(headers.origin)

/**
 * Returns the address to which limits apply: the one that the last of the operator's proxies saw.
 * For IPv6 it is the network, since one person has all of its addresses.
 */
export const peerOf = ({ headers, socket }: IncomingMessage, { proxies }: Reach): string => {
  const forwarded = headers["x-forwarded-for"]
  const seen = (typeof forwarded === "string" ? forwarded : "").split(",").map((_) => _.trim())
  const given = proxies === 0 ? null : addressIn(seen.at(-proxies) ?? "")
  const address = given ?? socket.remoteAddress ?? ""
  return isIPv6(address) && !address.includes(".") ? networkOf(address) : address
}

/** Returns an address as proxies write it, possibly with its port; null if there is none. */
const addressIn = (text: string): string | null => {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/u.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  return isIP(address) === 0 ? null : address
}

/** Returns the first four groups of an IPv6 address. */
const networkOf = (address: string): string => {
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  const rest = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = Array.from({ length: 8 - groups.length - rest.length }, () => "0")
  return [...groups, ...(tail === undefined ? [] : missing), ...rest]
    .slice(0, 4)
    .map((_) => _.toLowerCase().replace(/^0+(?=.)/u, ""))
    .join(":")
}

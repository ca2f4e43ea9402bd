/** URLs in settings. Each reader returns null if a text is invalid. */

/** Reads the URL of a collector, without a trailing slash; "none" if the text is empty. */
export const readOtlpUrl = (text: string): string | "none" | null => {
  if (text === "") return "none"
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return null
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  return isPlain ? url.href.replace(/\/$/u, "") : null
}

const isLoopbackName = (name: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(name)

/** Reads the public URL. Only HTTPS protects a session, except on loopback. */
export const readPublicUrl = (text: string): string | "none" | null => {
  if (text === "") return "none"
  const url = URL.parse(text)
  if (url === null || url.pathname !== "/" || url.search !== "" || url.hash !== "") return null
  if (url.username !== "" || url.password !== "") return null
  const isSafe =
    url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname))
  return isSafe ? url.origin : null
}

/** Reads an origin in the form that browsers send; null if it is another text or insecure. */
export const readOrigin = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null || url.origin !== text) return null
  const isSafe = url.protocol === "https:" || isLoopbackName(url.hostname)
  return isSafe ? url.origin : null
}

/** Reads the issuer of an OpenID Connect provider. Plain HTTP is allowed only on loopback. */
export const readIssuer = (text: string): URL | null => {
  const url = URL.parse(text)
  if (url === null || url.search !== "" || url.hash !== "" || /\s/u.test(text)) return null
  if (url.username !== "" || url.password !== "") return null
  const isSafe =
    url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname))
  return isSafe ? url : null
}

const trueOrFalse = /^(?:true|false)$/u
const hostName = /^[0-9A-Za-z.-]{1,253}$/u

/** Query parameters allowed in the URL of a mail server. nodemailer ignores all others. */
const smtpOptions: ReadonlyMap<string, RegExp> = new Map([
  ["requireTLS", trueOrFalse],
  ["name", hostName],
  ["authMethod", /^(?:PLAIN|LOGIN|CRAM-MD5)$/u],
  ["tls.servername", hostName],
  ["tls.rejectUnauthorized", trueOrFalse],
])

export const smtpOptionNames: ReadonlyArray<string> = [...smtpOptions.keys()]

/** Decodes a part of a URL; null if it is invalid, because nodemailer would send `%zz` as it is. */
const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** True if a text is the URL of a mail server. */
export const isSmtpUrl = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/u.test(url.protocol) || url.hostname === "") return false
  const options = [...url.searchParams]
  const isOnce = new Set(url.searchParams.keys()).size === options.length
  const isKnown = options.every(([name, value]) => smtpOptions.get(name)?.test(value) === true)
  const isAddress = /^\/?$/u.test(url.pathname) && url.hash === ""
  const isDecodable = decoded(url.username) !== null && decoded(url.password) !== null
  return isAddress && isDecodable && isOnce && isKnown
}

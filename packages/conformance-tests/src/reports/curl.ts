import type { Exchange } from "../http/check.ts"
import { rawMethod } from "../http/raw-exchange.ts"

/** Parts of an exchange from which its command is made. */
type RequestParts = Pick<Exchange, "method" | "url" | "request_headers" | "request_body">

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that a terminal interprets
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu

const escapes: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }

const hexOf = (character: string, digits: number): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0")

/**
 * Returns the text on one line without characters that a terminal interprets: a response may be
 * malicious.
 */
export const printable = (text: string): string =>
  text.replaceAll(control, (one) => escapes[one] ?? `\\u${hexOf(one, 4)}`)

/** Returns a shell word; control characters are escaped for bash, zsh and ksh. */
const quoted = (text: string): string => {
  if (text.search(control) < 0) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = text.replaceAll(/[\\']/gu, "\\$&")
  const word = escaped.replaceAll(control, (one) => escapes[one] ?? `\\u${hexOf(one, 4)}`)
  return `$'${word}'`
}

const cut = /^([\s\S]*)… \((\d+) characters in all\)$/u
/** Number of characters shown of a body that is too long for a command, to identify it. */
const shownOfBody = 40

const bodyOf = (body: string | null): readonly [option: string, comment: string] => {
  if (body === null) return ["", ""]
  const [, begun = "", length] = cut.exec(body) ?? []
  if (length === undefined) return [` --data-raw ${quoted(body)}`, ""]
  const beginning = printable(begun.slice(0, shownOfBody))
  return [" --data-binary @BODY", `  # BODY: a file of the ${length} characters: ${beginning}…`]
}

const secret = /\$([A-Z][A-Z0-9_]*)|\[redacted\]/gu

/** Returns a byte in the notation of `printf`. */
const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`

/** Returns a command that sends the same bytes; tokens are its arguments. */
const printfOf = ({ url, request_body }: RequestParts): string => {
  const [, begun, length] = cut.exec(request_body ?? "") ?? []
  const text = begun ?? request_body ?? ""
  const names = [...text.matchAll(secret)].map(([, name = "TOKEN"]) => `"$${name}"`)
  const format = text
    .replaceAll(/[\\%]/gu, (one) => (one === "%" ? "%%" : "\\\\"))
    .replaceAll(secret, "%s")
    .replaceAll(/[^\n\r -&(-~]/gu, octal)
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
  const { hostname, port, protocol } = new URL(url)
  const place = `${hostname.replace(/^\[(.*)\]$/u, "$1")} ${port || (protocol === "https:" ? 443 : 80)}`
  const comment = length === undefined ? "" : `  # the first bytes of ${length}`
  return `${["printf", `'${format}'`, ...names].join(" ")} | nc -w 5 ${place}${comment}`
}

/**
 * Returns a command that repeats the request. It has the name of a token of the run, as `--tokens`
 * exports it; any other token is `$TOKEN`, for the user to set.
 */
export const curlOf = (exchange: RequestParts): string => {
  const { method, url, request_headers, request_body } = exchange
  if (method === rawMethod) return printfOf(exchange)
  const headers = Object.entries(request_headers).map(([name, value]) =>
    name === "authorization"
      ? `-H "authorization: ${value.replace(/\[redacted\]$/u, "$TOKEN")}"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const [body, comment] = bodyOf(request_body)
  const command = ["curl -i", `-X ${method}`, ...headers].join(" ")
  return `${command}${body} ${quoted(url)}${comment}`
}

import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import type { Page } from "./kernel.ts"
import { respondPage } from "./respond.ts"
import { enter } from "./stages.ts"

/** Media types of files that no browser mistakes for another type. */
const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/** Encodings of which the build creates compressed copies, the smaller one first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const

/** The page may run the scripts of its own folder and send requests to this service only. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")

/** Serves `index.html`; its nonce allows the style elements that its own script adds. */
const indexPage = (html: string): Page => {
  const parts = html.split("{{nonce}}")
  return (exchange) => {
    const nonce = randomBytes(16).toString("base64url")
    const headers = [
      ...["Content-Type", "text/html; charset=utf-8"],
      ...["Content-Security-Policy", policyOf(nonce)],
      ...["X-Content-Type-Options", "nosniff"],
      ...["Referrer-Policy", "same-origin"],
      ...["Cross-Origin-Opener-Policy", "same-origin"],
      ...["Cache-Control", "no-store"],
    ]
    respondPage(exchange, 200, headers, parts.join(nonce))
  }
}

const refuses = (field: string, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`, "iu").test(field)

const takes = (field: string | string[] | undefined, encoding: string): boolean =>
  typeof field === "string" &&
  new RegExp(`\\b${encoding}\\b`, "iu").test(field) &&
  !refuses(field, encoding)

/** Serves a file whose name contains its hash: browsers cache it forever. */
const assetPage = (folder: string, name: string, names: ReadonlySet<string>): Page => {
  const held = new Map<string, Promise<Buffer>>()
  const read = (path: string): Promise<Buffer> => {
    const reading = held.get(path) ?? readFile(join(folder, path))
    held.set(path, reading)
    // A file that could not be read is read again the next time.
    reading.catch(() => held.delete(path))
    return reading
  }
  return (exchange) => {
    const field = exchange.request.headers["accept-encoding"]
    const found = encodings.find(
      ([encoding, end]) => names.has(name + end) && takes(field, encoding),
    )
    const headers = [
      ...["Content-Type", types[extname(name)] ?? "application/octet-stream"],
      ...["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
      ...["X-Content-Type-Options", "nosniff"],
      ...["Cache-Control", "public, max-age=31536000, immutable"],
      ...["Vary", "Accept-Encoding"],
      ...(found === undefined ? [] : ["Content-Encoding", found[0]]),
    ]
    read(found === undefined ? name : name + found[1]).then(
      (body) => enter(exchange, () => respondPage(exchange, 200, headers, body)),
      (defect) => exchange.kernel.failed(exchange, defect),
    )
  }
}

/**
 * Returns the pages of a built site in a folder: `index.html` at each address in its
 * `addresses.txt` and below it, and the files of its `assets`. The path of a request is never used
 * as the path of a file: all files are listed once at the start.
 */
export const siteOf = (folder: string): ((path: string) => Page | null) => {
  const index = indexPage(readFileSync(join(folder, "index.html"), "utf8"))
  const addresses = new Set(readFileSync(join(folder, "addresses.txt"), "utf8").split("\n"))
  const assets = join(folder, "assets")
  const names = new Set(readdirSync(assets))
  const pages: ReadonlyMap<string, Page> = new Map(
    [...names]
      .filter((name) => !/\.(br|gz)$/u.test(name))
      .map((name) => [`/assets/${name}`, assetPage(assets, name, names)] as const),
  )
  return (path) => {
    if (addresses.has(path)) return index
    const page = pages.get(path)
    if (page !== undefined) return page
    const second = path.indexOf("/", 1)
    return second > 1 && addresses.has(path.slice(0, second)) ? index : null
  }
}

import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, extname, join, normalize } from "node:path"

/** Links of a built page, and its anchors. */
export interface Page {
  readonly path: string
  readonly links: ReadonlyArray<string>
  readonly ids: ReadonlySet<string>
}

const values = (html: string, name: RegExp): ReadonlyArray<string> =>
  [...html.matchAll(name)].map(([, value = ""]) =>
    decodeURI(value.replace(/&amp;/gu, "&").replace(/&quot;/gu, '"')),
  )

/** Reads a page of the site; code is plain text. */
export const pageOf = (path: string, html: string): Page => ({
  path,
  links: values(html, /<(?:a|img|source|link|script)\b[^>]*? (?:href|src|srcset)="([^"]*)"/gu),
  ids: new Set(values(html, / id="([^"]*)"/gu)),
})

/** Returns dead links. `exists` checks files of the site and of the repository. */
export const deadLinks = (
  pages: ReadonlyArray<Page>,
  repository: string,
  exists: {
    readonly onSite: (path: string) => boolean
    readonly inSources: (_: string) => boolean
  },
): ReadonlyArray<string> => {
  const known = new Map(pages.map((page) => [page.path, page]))
  const isDead = (from: string, link: string): boolean => {
    const source = new RegExp(`^${repository}/(?:blob|tree)/main/([^#]*)`, "u").exec(link)?.[1]
    if (source !== undefined) return !exists.inSources(source)
    if (/^[a-z]+:/u.test(link)) return false
    const [target = "", anchor = ""] = link.split("#")
    const path = target.startsWith("/") ? target : join("/", dirname(from), target)
    const file =
      target === ""
        ? from
        : normalize(path)
            .replace(/^\//u, "")
            .replace(/\/$|^$/u, "/index.html")
    const page = file.replace(/^\//u, "")
    if (!exists.onSite(page)) return true
    return anchor !== "" && known.get(page)?.ids.has(anchor) !== true
  }
  return pages.flatMap(({ path, links }) =>
    links.filter((link) => isDead(path, link)).map((link) => `${path}: ${link}`),
  )
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/** Serves a folder of static files on a free port. */
export const serveFolder = async (folder: string) => {
  const server = createServer(({ url = "/" }, response) => {
    const path = new URL(url, "http://site").pathname.replace(/\/$/u, "/index.html")
    try {
      const bytes = readFileSync(join(folder, normalize(path)))
      response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream")
      response.end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

import { hash } from "node:crypto"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { Page } from "./kernel.ts"
import { staticPage } from "./static-page.ts"

const scriptPath = "/docs/reference.js"

const thread = new URL(`./scalar${extname(import.meta.url)}`, import.meta.url)

/** Loads Scalar and its settings, at the first request for the reference. */
const script = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(thread)
    worker.once("error", reject)
    worker.once("exit", (code) => reject(new Error(`Loading Scalar ended with ${code}.`)))
    worker.once("message", (scalar: string) => resolve(`${scalar}\n${settings}`))
    worker.unref()
  })

/** Nothing is loaded from or sent to another host. */
const settings = `Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  generateTagSlug: ({ name }) => name.toLowerCase().replaceAll(" ", ""),
  generateOperationSlug: ({ operationId }) => operationId
})
`

/**
 * Scalar stretches the end of a response's row over the next positioned ancestor, which would be
 * the page.
 */
const style = `
body { margin: 0 }
header { height: 39px; padding: 0 1rem;
  display: flex; align-items: center; justify-content: flex-end; gap: 1.5rem;
  font: 14px system-ui, sans-serif; background: var(--scalar-background-1, Canvas);
  border-bottom: 1px solid var(--scalar-border-color, #8884) }
header a { color: var(--scalar-color-1, LinkText) }
#reference .parameter-item-trigger { position: relative }
`

const pageOf = (etag: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Outlay</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<a href="/docs/problems">Problems</a>
<a href="/openapi.json">openapi.json</a>
</header>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. Its content is also in openapi.json.</p></noscript>
<script src="${scriptPath}?${etag}"></script>
</body>
</html>
`

/** Returns the address of an operation in the reference, which depends on `settings`. */
export const operationLink = (operation: string): string => {
  const [tag = ""] = operation.split(".")
  return `/docs#tag/${tag.toLowerCase().replaceAll("-", "")}/${operation}`
}

/** The page may run the script and send requests to this service, and load nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar adds its style in a style element.
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** `/docs`: the searchable reference with samples and a way to send requests, and its script. */
export const referencePages = (): ReadonlyArray<readonly [string, Page]> => {
  let loading: Promise<string> | undefined
  const load = () => (loading ??= script())
  return [
    [
      "/docs",
      staticPage(async () => ({
        type: "text/html; charset=utf-8",
        text: pageOf(hash("sha256", await load(), "base64url").slice(0, 16)),
        policy,
      })),
    ],
    [
      scriptPath,
      staticPage(async () => ({
        type: "text/javascript; charset=utf-8",
        text: await load(),
        policy: "default-src 'none'; frame-ancestors 'none'",
        // The address of the script contains its hash.
        caching: "public, max-age=31536000, immutable",
      })),
    ],
  ]
}

import { hash } from "node:crypto"
import type { Page } from "./kernel.ts"
import { staticPage } from "./static-page.ts"

const scriptPath = "/docs/reference.js"

/**
 * Scalar, and how it shows the document. Effect ships it as part of a page of its own, which is the
 * only public way to it; it is loaded when somebody first reads the reference.
 */
const script = async (): Promise<string> => {
  const [HttpApi, HttpApiScalar, HttpRouter] = await Promise.all([
    import("effect/http-api/HttpApi"),
    import("effect/http-api/HttpApiScalar"),
    import("effect/http/HttpRouter"),
  ])
  const { handler, dispose } = HttpRouter.toWebHandler(
    HttpApiScalar.layer(HttpApi.make("reference")),
    { disableLogger: true },
  )
  const html = await (await handler(new Request("http://localhost/docs"))).text()
  await dispose()
  const start = html.indexOf("<script>") + "<script>".length
  const end = html.indexOf("</script>", start)
  const scalar = html
    .slice(start, end)
    .replace(/\n\/\/# sourceMappingURL=.*$/u, "")
    // How zod finds out whether it may compile code. It may not, and browsers report the question.
    .replace('return new Function(""),!0', "return!1")
  return `${scalar}\n${settings}`
}

/** Nothing is fetched from, or sent to, another host than this one. */
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

const style = `
body { margin: 0 }
header { height: 39px; padding: 0 1rem;
  display: flex; align-items: center; justify-content: flex-end; gap: 1.5rem;
  font: 14px system-ui, sans-serif; background: var(--scalar-background-1, Canvas);
  border-bottom: 1px solid var(--scalar-border-color, #8884) }
header a { color: var(--scalar-color-1, LinkText) }
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
<noscript><p>This page needs JavaScript. All that it shows stands in openapi.json.</p></noscript>
<script src="${scriptPath}?${etag}"></script>
</body>
</html>
`

/** Where the page shows an operation: as `settings` make it. */
export const operationLink = (operation: string): string => {
  const [tag = ""] = operation.split(".")
  return `/docs#tag/${tag.toLowerCase().replaceAll("-", "")}/${operation}`
}

/** The page may run the script and ask this service, and load nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar brings its style in a style element.
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** `/docs`: the reference, searchable, with samples and a way to try; and its script. */
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
        // The page asks for it by its hash.
        caching: "public, max-age=31536000, immutable",
      })),
    ],
  ]
}

import { statSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import type { MarkdownEnv, MarkdownRenderer } from "vitepress"
import { docs, repository, root } from "./pages.ts"

/** Returns the anchor of a heading as GitHub generates it, so that a link works in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/gu, "-")

/**
 * Returns a link of a page of `docs/` as the site needs it: links to pages stay on the site, links
 * to other files lead to GitHub.
 */
export const linkOnSite = (from: string, href: string): string => {
  if (href.startsWith("#") || href.startsWith("/") || /^[a-z]+:/u.test(href)) return href
  const [path = "", anchor] = href.split("#")
  const target = join(dirname(from), path)
  const hash = anchor === undefined ? "" : `#${anchor}`
  const isFolder = statSync(target).isDirectory()
  const page = isFolder ? join(target, "README.md") : target
  const isPage = !relative(docs, page).startsWith("..") && page.endsWith(".md")
  if (isPage) {
    const url = relative(dirname(from), page).replace(/README\.md$/u, "index.md")
    return `./${url}${hash}`
  }
  return `${repository}/${isFolder ? "tree" : "blob"}/main/${relative(root, target)}${hash}`
}

/** markdown-it plugin that rewrites the links of pages for the site. */
export const linksToSite = (md: MarkdownRenderer): void => {
  md.core.ruler.push("links-to-site", (state) => {
    const env = state.env as MarkdownEnv & { readonly realPath?: string }
    const from = env.realPath ?? env.path
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null
      if (href !== null) token.attrSet("href", linkOnSite(from, href))
    }
  })
}

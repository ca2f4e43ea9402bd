import { fileURLToPath } from "node:url"
import { defineConfig } from "vitepress"
import { anchorOf, linksToSite } from "./links.ts"
import { repository, sidebar } from "./pages.ts"

const moduleOf = (name: string): string => fileURLToPath(import.meta.resolve(name))

/**
 * Configuration of the site, which shows the Markdown of `docs/` unchanged; nothing is copied, and
 * GitHub shows the same pages.
 */
export const config = defineConfig({
  title: "Outlay",
  description: "Self-hosted expense management: budgets, approvals, cards, receipts and a ledger",
  lang: "en-GB",
  srcDir: "../../docs",
  outDir: "dist",
  cacheDir: "node_modules/.cache",
  cleanUrls: false,
  lastUpdated: false,
  // GitHub shows the README of a folder; a site shows its index.
  rewrites: { "README.md": "index.md", ":folder/README.md": ":folder/index.md" },
  // The pages are outside of this package, in a folder without installed dependencies.
  vite: {
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/u, replacement: moduleOf("vue/server-renderer") },
        { find: /^vue$/u, replacement: moduleOf("vue") },
      ],
    },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: linksToSite,
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Concepts", link: "/concepts" },
      { text: "Tutorials", link: "/tutorial-service" },
      { text: "API", link: "/integrating" },
    ],
    sidebar: [...sidebar],
    socialLinks: [{ icon: "github", link: repository }],
    outline: { level: [2, 3] },
    docFooter: { prev: false, next: false },
    footer: { message: "Apache-2.0" },
  },
})

/** Builds the site as the workflow does, follows its links, and reads it in a browser. */
import { execFileSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import chromium from "@sparticuz/chromium"
import { type Browser, chromium as playwright } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { madeOnce } from "../../../scripts/temporary.ts"
import { anchorOf, linkOnSite } from "../src/links.ts"
import { docs, repository, root, sections } from "../src/pages.ts"
import { deadLinks, pageOf, serveFolder } from "./pages.ts"

const markdown = globSync(["*.md", "decisions/*.md"], { cwd: docs })
const listed = Object.values(sections).flat()

test("every page is offered, and once", () => {
  const pages = markdown.filter((path) => !path.includes("/") && path !== "README.md")
  expect([...listed].sort()).toEqual(pages.map((path) => path.replace(/\.md$/u, "")).sort())
})

test.each([
  ["Requests that must happen once", "requests-that-must-happen-once"],
  ["`--map`", "--map"],
  ["Embed, run & judge: what's new?", "embed-run--judge-whats-new"],
  ["Größe_1", "größe_1"],
])("the anchor of %s is the one of GitHub: %s", (heading, anchor) => {
  expect(anchorOf(heading.replaceAll("`", ""))).toBe(anchor)
})

test.each([
  ["integrating.md", "importing.md", "./importing.md"],
  ["integrating.md", "importing.md#gst", "./importing.md#gst"],
  ["integrating.md", "#webhooks", "#webhooks"],
  ["integrating.md", "https://example.com/a.md", "https://example.com/a.md"],
  ["integrating.md", "openapi.json", `${repository}/blob/main/docs/openapi.json`],
  ["architecture.md", "decisions", "./decisions/index.md"],
  ["decisions/README.md", "0001-node-from-npm.md", "./0001-node-from-npm.md"],
  ["architecture.md", "../AGENTS.md#x", `${repository}/blob/main/AGENTS.md#x`],
  ["architecture.md", "../packages/domain", `${repository}/tree/main/packages/domain`],
])("on %s, %s leads to %s", (page, href, expected) => {
  expect(linkOnSite(join(docs, page), href)).toBe(expected)
})

test("a dead link is found, of each kind", () => {
  const links = ["b.html", "b.html#x", "#y", "c.html", "b.html#z", "#q", "/d.html", "/"]
  const html = links.map((link) => `<a class="a" href="${link}">`).join("")
  const source = `<a href="${repository}/blob/main/no.md"><img alt="" src="/no.svg">`
  const pages = [pageOf("a.html", `<h1 id="y">${html}${source}`), pageOf("b.html", '<h2 id="x">')]
  const files = ["a.html", "b.html", "index.html"]
  const exists = { onSite: (path: string) => files.includes(path), inSources: () => false }
  const dead = ["c.html", "b.html#z", "#q", "/d.html", `${repository}/blob/main/no.md`, "/no.svg"]
  expect(deadLinks(pages, repository, exists)).toEqual(dead.map((link) => `a.html: ${link}`))
})

describe("the built site", () => {
  const dist = mkdtempSync(join(tmpdir(), "outlay-site-"))
  const height = 900
  let browser: Browser | null = null
  let site: Awaited<ReturnType<typeof serveFolder>>

  beforeAll(async () => {
    const vitepress = join(import.meta.dirname, "../node_modules/vitepress/bin/vitepress.js")
    const args = [vitepress, "build", "--outDir", dist]
    execFileSync(process.execPath, args, { cwd: join(import.meta.dirname, ".."), stdio: "pipe" })
    site = await serveFolder(dist)
    if (process.platform === "linux" && process.arch === "x64") {
      const executablePath = await madeOnce("chromium", () => chromium.executablePath())
      const flags = ["--no-sandbox", "--no-zygote", "--disable-gpu"]
      browser = await playwright.launch({ executablePath, args: flags })
    }
  })
  afterAll(async () => {
    await browser?.close()
    await site.close()
    rmSync(dist, { recursive: true, force: true })
  })

  test("has a page for every document", () => {
    const html = markdown.map((path) =>
      path.replace(/README\.md$/u, "index.md").replace(/\.md$/u, ".html"),
    )
    expect(html.filter((path) => !existsSync(join(dist, path)))).toEqual([])
  })

  test("has no dead link", () => {
    const pages = globSync("**/*.html", { cwd: dist })
      .filter((path) => path !== "404.html")
      .map((path) => pageOf(path, readFileSync(join(dist, path), "utf8")))
    expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(1_000)
    const onSite = (path: string) => existsSync(join(dist, path))
    const inSources = (path: string) => existsSync(join(root, path))
    expect(deadLinks(pages, repository, { onSite, inSources })).toEqual([])
  })

  const visit = async (theme: "light" | "dark") => {
    const context = await browser!.newContext({
      baseURL: site.url,
      colorScheme: theme,
      reducedMotion: "reduce",
      viewport: { width: 1024, height },
    })
    const page = await context.newPage()
    const errors: Array<string> = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    return { page, errors, close: () => context.close() }
  }
  const all = ["index", ...listed]
  /** Folder for screenshots of every page, for people who change the design. */
  const shots = process.env["OUTLAY_SHOTS"]
  const widths = [360, 1024, 1920]

  test.each(["light", "dark"] as const)(
    "fits screens of each width and has no errors: %s",
    async (theme) => {
      if (browser === null) return console.log("left out: npm brings no Chromium for this platform")
      const { page, errors, close } = await visit(theme)
      const names = theme === "light" || shots !== undefined ? all : all.slice(0, 3)
      for (const [n, name] of names.entries()) {
        // Each page is loaded at one width and resized to the others, so that each width is the
        // first for some pages.
        for (const [k] of widths.entries()) {
          const width = widths[(n + k) % widths.length] as number
          await page.setViewportSize({ width, height })
          if (k === 0) await page.goto(`/${name}.html`)
          const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
          await expect.poll(wide, { message: `${name} at ${width} px` }).toBeLessThanOrEqual(width)
          const path = join(shots ?? "", `${name}-${width}-${theme}.png`)
          if (shots !== undefined) await page.screenshot({ path, fullPage: true })
        }
      }
      expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(
        theme === "dark",
      )
      expect(errors).toEqual([])
      await close()
    },
  )

  test("search finds a word of the glossary, and the theme can be changed", async () => {
    if (browser === null) return console.log("left out: npm brings no Chromium for this platform")
    const { page, errors, close } = await visit("light")
    await page.goto("/")
    const input = page.locator("#localsearch-input")
    // The shortcut works only after the script of the page has started.
    const isOpen = async () => {
      await page.keyboard.press("Control+k")
      return await input.isVisible()
    }
    await expect.poll(isOpen, { interval: 200 }).toBe(true)
    await input.fill("rollover")
    const first = page.locator(".results a").first()
    await first.waitFor()
    const found = await page
      .locator(".results a")
      .evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""))
    expect(found.some((href) => href.startsWith("/glossary.html"))).toBe(true)
    await page.keyboard.press("Enter")
    await page.waitForURL(/\.html#/u)
    await page.locator(".VPSwitchAppearance").first().click()
    expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(
      true,
    )
    expect(errors).toEqual([])
    await close()
  })
})

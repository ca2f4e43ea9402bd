/// <reference lib="dom" />
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import chromium from "@sparticuz/chromium"
import type axe from "axe-core"
import {
  type Browser,
  type BrowserContext,
  type Page,
  chromium as playwright,
} from "playwright-core"
import { expect } from "vitest"
import { madeOnce } from "../../../../scripts/temporary.ts"

/**
 * The Chromium that npm brings; null where it brings none for the platform. Its first use unpacks
 * it, and nobody can run a file that is still being written.
 */
export const startBrowser = async (): Promise<Browser | null> => {
  if (process.platform !== "linux" || process.arch !== "x64") return null
  return playwright.launch({
    executablePath: await madeOnce("chromium", () => chromium.executablePath()),
    args: [
      ...["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
      // Threads that compile and collect beside the page's own take more than they save: a machine
      // that tests has no idle core.
      "--js-flags=--single-threaded",
    ],
  })
}

/** How somebody looks at the console. */
export interface Looks {
  readonly theme?: "light" | "dark"
  readonly width?: number
  readonly language?: string
  /** In a browser of their own, which the test changes. */
  readonly own?: true
}

/** The screen that somebody has who says nothing else, in pixels. */
export const wide = { width: 1280, height: 860 }

let visits = 0

/**
 * The field with which each browser has an address of its own: what may be asked without a session
 * has a limit for each address, and the tests would share one.
 */
const ownAddress = () => {
  visits += 1
  return { "X-Forwarded-For": `10.0.${visits >> 8}.${visits & 255}` }
}

/** A browser of somebody's own, signed in with a token; what goes wrong in it is kept. */
export const visit = async (browser: Browser, url: string, token: string | null, looks: Looks) => {
  const { theme = "light", width = wide.width, language = "en-AU" } = looks
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    locale: language,
    timezoneId: "Australia/Sydney",
    viewport: { ...wide, width },
    reducedMotion: "reduce",
    extraHTTPHeaders: ownAddress(),
  })
  context.setDefaultTimeout(60_000)
  const session = JSON.stringify({ client_id: 1, token })
  if (token !== null) {
    await context.addInitScript((text) => {
      if (location.protocol === "http:") sessionStorage.setItem("outlay.session", text)
    }, session)
  }
  const page = await context.newPage()
  return { context, page, faults: faultsOf(page) }
}

/** Errors of scripts, and what the policy of the page stopped. */
const faultsOf = (page: Page): Array<string> => {
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (message) => {
    const text = message.text()
    if (message.type() === "error" && !/Failed to load resource|ERR_/u.test(text)) faults.push(text)
  })
  return faults
}

/** What axe looks at: every rule, colours alone, or all but colours. */
type Rules = "all" | "contrast" | "structure"

const optionsOf: { readonly [rules in Rules]: axe.RunOptions } = {
  all: {},
  contrast: { runOnly: ["color-contrast"] },
  structure: { rules: { "color-contrast": { enabled: false } } },
}

/**
 * Hides the rows of tables that have the elements, classes and roles of two rows before them, and
 * text and names where those have some: axe finds nothing else there, and a page has 50 rows.
 */
const hideAlikeRows = () => {
  const attributes = "id|href|src|title|for|value|datetime|aria-label|aria-[a-z]+by|data-[\\w-]+"
  const words = new RegExp(`(?<=>)[^<]+|(?<=--hue: ?|(?: (?:${attributes})="))[^;"<]+`, "gu")
  const seen = new Map<string, number>()
  for (const row of document.querySelectorAll<HTMLElement>("tbody tr")) {
    const shape = row.outerHTML.replace(words, "_")
    const before = seen.get(shape) ?? 0
    seen.set(shape, before + 1)
    if (before >= 2) row.hidden = true
  }
}

const showRows = () => {
  for (const row of document.querySelectorAll<HTMLElement>("tbody tr")) row.hidden = false
}

/**
 * Axe for a page, every letter of it in ASCII: a text with others is twice as long, and most of
 * what is sent to pages is this.
 */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
).replaceAll(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
)

/** The rules of axe that a page breaks, with the first places of each. */
export const violationsOn = async (
  page: Page,
  rules: Rules = "all",
): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource)
  await page.evaluate(hideAlikeRows)
  const broken = await page.evaluate(async (options) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      ...options,
      // What passes is counted, not described: a quarter of the time.
      resultTypes: ["violations"],
    })
    return violations.map(({ id, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`)
      return `${id}: ${places.join(" | ")}`
    })
  }, optionsOf[rules])
  await page.evaluate(showRows)
  return broken
}

const beyondScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** No rule of axe is broken, and nothing is wider than the screen. */
export const expectSound = async (page: Page, rules: Rules = "all"): Promise<void> => {
  await page.waitForLoadState("networkidle")
  // What was made narrower is laid out anew in a moment: charts observe their size.
  await expect
    .poll(() => beyondScreen(page), { message: "pixels beyond the screen" })
    .toBeLessThanOrEqual(0)
  expect(await violationsOn(page, rules)).toEqual([])
}

/** Presses keys one after another. */
export const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

export const switchTheme = (page: Page, theme: "light" | "dark"): Promise<void> =>
  page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })

export type { BrowserContext, Page }

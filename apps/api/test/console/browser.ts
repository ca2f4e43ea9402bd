/// <reference lib="dom" />
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import chromium from "@sparticuz/chromium"
import type axe from "axe-core"
import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  chromium as playwright,
} from "playwright-core"
import { expect } from "vitest"
import { madeOnce } from "../../../../scripts/temporary.ts"

/**
 * Starts the Chromium from npm; null if npm has none for the platform. Its first use unpacks it
 * once for all tests, because a file that is still being written cannot be executed.
 */
export const startBrowser = async (): Promise<Browser | null> => {
  if (process.platform !== "linux" || process.arch !== "x64") return null
  return playwright.launch({
    executablePath: await madeOnce("chromium", () => chromium.executablePath()),
    args: [
      ...["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
      // Background threads for compilation and garbage collection cost more than they save, because
      // a machine that runs tests has no idle core.
      "--js-flags=--single-threaded",
    ],
  })
}

/** Appearance of the console in a test. */
export interface Looks {
  readonly theme?: "light" | "dark"
  readonly width?: number
  readonly language?: string
  /** True to use a separate browser, because the test changes its state. */
  readonly own?: true
}

/** Default size of the screen, in pixels. */
export const wide = { width: 1280, height: 860 }

let visits = 0

/**
 * Returns a header with a different address for each browser. Requests without a session have a
 * rate limit per address, which the tests would share.
 */
const ownAddress = () => {
  visits += 1
  return { "X-Forwarded-For": `10.0.${visits >> 8}.${visits & 255}` }
}

/** Opens a separate browser context, signed in with a token, and records errors in it. */
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

/** Records script errors and violations of the content security policy. */
const faultsOf = (page: Page): Array<string> => {
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (message) => {
    const text = message.text()
    if (message.type() === "error" && !/Failed to load resource|ERR_/u.test(text)) faults.push(text)
  })
  return faults
}

/** Rules that axe checks: all, only colours, or all except colours. */
type Rules = "all" | "contrast" | "structure"

const optionsOf: { readonly [rules in Rules]: axe.RunOptions } = {
  all: {},
  contrast: { runOnly: ["color-contrast"] },
  structure: { rules: { "color-contrast": { enabled: false } } },
}

/**
 * Hides table rows with the same elements, classes and roles as two rows before them, and with text
 * and names in the same places. axe finds nothing new in them, and a page has 50 rows.
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
 * Source of axe in pure ASCII. A text with other characters takes twice the space, and most of the
 * data sent to pages is this.
 */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
).replaceAll(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
)

/** Returns the axe violations on a page, with the first places of each. */
export const violationsOn = async (
  page: Page,
  rules: Rules = "all",
): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource)
  await page.evaluate(hideAlikeRows)
  const broken = await page.evaluate(async (options) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      ...options,
      // Only violations are described, which takes a quarter of the time.
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

/** Expects no axe violations and nothing wider than the screen. */
export const expectSound = async (page: Page, rules: Rules = "all"): Promise<void> => {
  await page.waitForLoadState("networkidle")
  // Rows of the former page, which are dimmed, stay until those of the next one arrive. The state
  // of the network covers only requests of the first load.
  await expect.poll(() => page.locator("[aria-busy=true]").count(), { message: "busy" }).toBe(0)
  // After a resize, layout takes a moment, because charts observe their size.
  await expect
    .poll(() => beyondScreen(page), { message: "pixels beyond the screen" })
    .toBeLessThanOrEqual(0)
  expect(await violationsOn(page, rules)).toEqual([])
}

/** True if a field has the focus, and not the button that closes the dialog. */
export const isInForm = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((_) => _.querySelector("form")?.contains(document.activeElement) === true)

/** Presses keys one after another. */
export const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

export const switchTheme = (page: Page, theme: "light" | "dark"): Promise<void> =>
  page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })

export type { BrowserContext, Page }

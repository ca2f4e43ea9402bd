import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect } from "vitest"
import {
  expectSound,
  type Looks,
  type Page,
  startBrowser,
  switchTheme,
  violationsOn,
  visit,
  wide,
} from "./browser.ts"
import { openCompany, type Person } from "./company.ts"

/**
 * The one browser and the one company of all tests of the console. Where npm brings no Chromium for
 * the platform, the tests say so and end.
 */
export const openStage = () => {
  let browser: Browser | null = null
  let company: Awaited<ReturnType<typeof openCompany>>
  beforeAll(async () => {
    browser = await startBrowser()
    if (browser === null) console.log("left out: npm has no Chromium for this platform")
    else company = await openCompany()
  })
  afterAll(async () => {
    await browser?.close()
    await company?.close()
  })

  /** One look at the console, by one person. */
  const as =
    (person: Person | null, looks: Looks, work: (page: Page) => Promise<void>) => async () => {
      if (browser === null) return
      const { context, page, faults } = await visit(
        browser,
        company.url,
        person === null ? null : company.tokens[person],
        looks,
      )
      try {
        await work(page)
        expect(faults).toEqual([])
      } finally {
        await context.close()
      }
    }

  let kept: Awaited<ReturnType<typeof visit>> | null = null

  /**
   * A look by the Admin who has been here before, at another address: for tests that only look, and
   * keep nothing in the browser. A page that is loaded again is loaded at half the cost.
   */
  const again = (work: (page: Page) => Promise<void>) => async () => {
    if (browser === null) return
    const visited = kept ?? (await visit(browser, company.url, company.tokens.admin, {}))
    kept = null
    const { page, faults } = visited
    await switchTheme(page, "light")
    await page.setViewportSize(wide)
    await work(page)
    expect(faults).toEqual([])
    // Whoever fails leaves nothing to the next.
    kept = visited
  }
  return { as, again, company: () => company }
}

export type Stage = ReturnType<typeof openStage>

/** A screen breaks no rule of axe, in both themes, wide and narrow: colours have no width. */
export const expectSoundScreen = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await expectSound(page)
  await switchTheme(page, "dark")
  expect(await violationsOn(page, "contrast")).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, "structure")
}

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

type Visited = Awaited<ReturnType<typeof visit>>

/**
 * The browser and the company that all tests of the console share. If npm has no Chromium for the
 * platform, the tests print that and pass.
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

  /** Pages of users with the default appearance. Reusing one halves the cost. */
  const reusable = new Map<Person, Visited>()

  const reusableOf = async (person: Person): Promise<Visited | undefined> => {
    const visited = reusable.get(person)
    reusable.delete(person)
    if (visited === undefined) return undefined
    await switchTheme(visited.page, "light")
    await visited.page.setViewportSize(wide)
    return visited
  }

  /**
   * Runs one test as one user. A user with a token and the default appearance reuses the page of
   * their last visit, at another address; everything else in the browser is cleared.
   */
  const as =
    (person: Person | null, looks: Looks, work: (page: Page) => Promise<void>) => async () => {
      if (browser === null) return
      const keeper = Object.keys(looks).length === 0 ? person : null
      const token = person === null ? null : company.tokens[person]
      const visited =
        (keeper === null ? undefined : await reusableOf(keeper)) ??
        (await visit(browser, company.url, token, looks))
      const { context, page, faults } = visited
      let isKept = false
      try {
        await work(page)
        expect(faults).toEqual([])
        // A failed test leaves no page for the next one.
        isKept = keeper !== null
      } finally {
        if (!isKept) await context.close()
      }
      if (keeper === null) return
      await page.evaluate(() => localStorage.clear())
      reusable.set(keeper, visited)
    }
  return { as, company: () => company }
}

export type Stage = ReturnType<typeof openStage>

/** Expects no axe violations in both themes, wide and narrow. Contrast ignores width. */
export const expectSoundScreen = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await expectSound(page)
  await switchTheme(page, "dark")
  expect(await violationsOn(page, "contrast")).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, "structure")
}

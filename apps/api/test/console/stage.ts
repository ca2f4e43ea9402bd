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

  /** A page of each who looks as everybody does: loaded again, it costs half. */
  const kept = new Map<Person, Visited>()

  const keptBy = async (person: Person): Promise<Visited | undefined> => {
    const visited = kept.get(person)
    kept.delete(person)
    if (visited === undefined) return undefined
    await switchTheme(visited.page, "light")
    await visited.page.setViewportSize(wide)
    return visited
  }

  /**
   * One look at the console, by one person. Who has a token and looks as everybody does has the
   * page of their last visit, at another address, and nothing else that a browser keeps.
   */
  const as =
    (person: Person | null, looks: Looks, work: (page: Page) => Promise<void>) => async () => {
      if (browser === null) return
      const keeper = Object.keys(looks).length === 0 ? person : null
      const token = person === null ? null : company.tokens[person]
      const visited =
        (keeper === null ? undefined : await keptBy(keeper)) ??
        (await visit(browser, company.url, token, looks))
      const { context, page, faults } = visited
      let isKept = false
      try {
        await work(page)
        expect(faults).toEqual([])
        // Whoever fails leaves nothing to the next.
        isKept = keeper !== null
      } finally {
        if (!isKept) await context.close()
      }
      if (keeper === null) return
      await page.evaluate(() => localStorage.clear())
      kept.set(keeper, visited)
    }
  return { as, company: () => company }
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

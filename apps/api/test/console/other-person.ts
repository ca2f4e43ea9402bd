/** Another user signs in while pages of the first user are open in the same browser. */
import type { BrowserContext, Locator, Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectSound, switchTheme, violationsOn } from "./browser.ts"
import type { Person } from "./company.ts"
import type { Stage } from "./stage.ts"

const title = /^(?:Someone else has signed in in this browser|In diesem Browser hat sich jemand)/u
const back = "You are signed in again. You can save now."
const typed = "Typed by Henry"

interface Event {
  readonly data: { readonly id?: string }
  readonly actor: { readonly user_id: number | null }
}

/** Actions of the users in these tests. Henry is the member; Priya may change his expenses. */
const scenes = (company: Stage["company"]) => {
  /** Signs in with a link in a new tab, replacing the session of the current user. */
  const signInTab = async (context: BrowserContext, person: Person): Promise<Page> => {
    const tab = await context.newPage()
    await tab.goto(await company().linkFor(person))
    const hello = tab.getByRole("heading", { level: 1, name: /^H[ae]llo/u })
    const question = tab.getByRole("button", { name: /^(?:Switch account|Konto wechseln)$/u })
    await hello.or(question).waitFor()
    if (await question.isVisible()) await question.click()
    await hello.waitFor()
    return tab
  }

  /** Opens an expense of Henry and types in it. */
  const typeIn = async (page: Page, n: number): Promise<Locator> => {
    await page.goto(`/transactions?type=CARD_TRANSACTION&person=${company().userId("member")}`)
    await page.locator("[data-row-link]").nth(n).click()
    const sheet = page.getByRole("dialog").filter({ hasText: /Line items|Positionen/u })
    await sheet.getByLabel(/ 1: (?:Description|Beschreibung)$/u).fill(typed)
    return sheet
  }

  /** Returns the open expense as stored by the service, and the users who caused its events. */
  const recordOf = async (page: Page) => {
    const path = new URL(page.url()).pathname
    const { tokens, ask } = company()
    const record = await ask(`/v2/businesses/1${path}`, tokens.admin)
    const actors: Array<number | null> = []
    for (let after = 0; ; ) {
      const query = `limit=500&after_sequence=${after}`
      const { results } = await ask(`/v1/businesses/1/events?${query}`, tokens.admin)
      if (results.length === 0) break
      after = results.at(-1).sequence
      const own = (results as ReadonlyArray<Event>).filter(({ data }) => data.id === record.id)
      actors.push(...own.map(({ actor }) => actor.user_id))
    }
    return { record, actors }
  }
  return { signInTab, typeIn, recordOf }
}

/** Records the requests of a page from now on, by method and path. */
const requestsOf = (page: Page) => {
  const all: Array<string> = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:v\d\/businesses|sign-in)/u.test(pathname)) {
      all.push(`${request.method()} ${pathname}`)
    }
  })
  const ofBusiness = () => all.filter((each) => each.includes("/businesses/"))
  return { all, ofBusiness, checks: () => all.filter((each) => each === "GET /sign-in").length }
}

const noticeOn = (page: Page) => page.getByRole("dialog", { name: title })

const save = (sheet: Locator) =>
  sheet.getByRole("button", { name: /^(?:Save|Speichern)$/u }).click()

const afterAnEnd = ({ as, company }: Stage): void => {
  const { signInTab, typeIn, recordOf } = scenes(company)

  test(
    "saves nothing after a session has ended, until the first user has signed in again",
    as(null, { width: 390 }, async (page) => {
      await signInTab(page.context(), "member").then((tab) => tab.close())
      const sheet = await typeIn(page, 1)
      const before = await recordOf(page)
      await page.context().clearCookies()
      await save(sheet)
      await page.getByRole("dialog", { name: "Your session has ended." }).waitFor()
      const other = await signInTab(page.context(), "accountant")
      await noticeOn(page).waitFor()
      await expectSound(page)
      const requests = requestsOf(page)
      await page.keyboard.press("Escape")
      await noticeOn(page).getByRole("button", { name: "Later" }).click()
      await noticeOn(page).waitFor({ state: "hidden" })
      await save(sheet)
      await noticeOn(page).getByRole("button", { name: "Later" }).click()
      const note = sheet.getByRole("alert").filter({ hasText: title })
      await note.waitFor()
      await expectSound(page)
      expect(requests.ofBusiness()).toEqual([])
      expect(await recordOf(page)).toEqual(before)
      const opening = page.context().waitForEvent("page")
      await note.getByRole("link", { name: "Sign in in a new" }).click()
      const again = await opening
      await again.getByText("If you sign in, they are signed out of it.").waitFor()
      await again.getByLabel("Email address").waitFor()
      await expectSound(again)
      await signInTab(page.context(), "member")
      await page.getByText(back).waitFor()
      await other.getByRole("heading", { level: 1, name: "Hello, Henry" }).waitFor()
      expect(await sheet.getByLabel("Line 1: Description").inputValue()).toBe(typed)
      await save(sheet)
      await page.getByText("Saved", { exact: true }).first().waitFor()
      const after = await recordOf(page)
      expect(after.record.line_items[0].description).toBe(typed)
      expect(after.actors).toEqual([...before.actors, company().userId("member")])
    }),
  )

  test(
    "saves nothing after a token was revoked, even if the cookie belongs to the first user",
    as(null, {}, async (page) => {
      await page.goto("/transactions")
      await page.getByRole("button", { name: "Sign in with an API token" }).click()
      await page.getByLabel("Token", { exact: true }).fill(company().tokens.member)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.getByRole("heading", { level: 1, name: "Transactions" }).waitFor()
      const sheet = await typeIn(page, 2)
      const before = await recordOf(page)
      const requests = requestsOf(page)
      await signInTab(page.context(), "accountant")
      await save(sheet)
      await page.getByText("Saved", { exact: true }).first().waitFor()
      const saved = await recordOf(page)
      expect(saved.actors).toEqual([...before.actors, company().userId("member")])
      expect(requests.checks()).toBe(0)
      await page.route("**/businesses/**", (route) =>
        route.request().headers()["authorization"] === undefined
          ? route.continue()
          : route.continue({
              headers: { ...route.request().headers(), authorization: "Bearer x" },
            }),
      )
      await sheet.getByLabel("Line 1: Description").fill("Typed after the end")
      await save(sheet)
      await noticeOn(page).waitFor()
      expect(await recordOf(page)).toEqual(saved)
      await signInTab(page.context(), "member")
      await page.getByText(back).waitFor()
      await save(sheet)
      await expect
        .poll(async () => (await recordOf(page)).record.line_items[0].description)
        .toBe("Typed after the end")
    }),
  )
}

const inPlaceOfASession = ({ as, company }: Stage): void => {
  const { signInTab, typeIn, recordOf } = scenes(company)

  test(
    "reloads idle pages during a session, and blocks others until their work is discarded",
    as(null, {}, async (page) => {
      const context = page.context()
      const idle = await signInTab(context, "member")
      await idle.goto("/budgets")
      await idle.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
      const sheet = await typeIn(page, 3)
      const before = await recordOf(page)
      await page.waitForLoadState("networkidle")
      const requests = requestsOf(page)
      await signInTab(context, "accountant")
      await idle.getByRole("heading", { level: 1, name: "Hello, Priya" }).waitFor()
      expect(new URL(idle.url()).pathname).toBe("/")
      await noticeOn(page).waitFor()
      await expectSound(page)
      await noticeOn(page).getByRole("button", { name: "Later" }).click()
      await save(sheet)
      await noticeOn(page).waitFor()
      expect(await sheet.getByLabel("Line 1: Description").inputValue()).toBe(typed)
      expect(requests.ofBusiness()).toEqual([])
      expect(await recordOf(page)).toEqual(before)
      await noticeOn(page).getByRole("button", { name: "Discard and switch account" }).click()
      await page.getByRole("heading", { level: 1, name: "Hello, Priya" }).waitFor()
    }),
  )

  test(
    "shows a notice that fits into the sheet on a phone, in German, light and dark",
    as(null, { width: 390, language: "de-DE" }, async (page) => {
      await signInTab(page.context(), "member").then((tab) => tab.close())
      const sheet = await typeIn(page, 5)
      await signInTab(page.context(), "accountant")
      const later = noticeOn(page).getByRole("button", { name: "Später" })
      await later.click()
      await later.waitFor({ state: "hidden" })
      await save(sheet)
      await noticeOn(page).getByRole("button", { name: "Verwerfen und Konto wechseln" }).waitFor()
      await expectSound(page)
      await switchTheme(page, "dark")
      expect(await violationsOn(page, "contrast")).toEqual([])
      await later.click()
      await later.waitFor({ state: "hidden" })
      expect(await violationsOn(page, "contrast")).toEqual([])
      const beyond = () => page.locator(".sheet").evaluate((_) => _.scrollWidth - _.clientWidth)
      await expect.poll(beyond).toBe(0)
      await page.waitForLoadState("networkidle")
    }),
  )

  test(
    "sends nothing as the other user, even if a button is pressed before it is noticed",
    as(null, {}, async (page) => {
      const context = page.context()
      await signInTab(context, "member").then((tab) => tab.close())
      const sheet = await typeIn(page, 4)
      await page.waitForLoadState("networkidle")
      const requests = requestsOf(page)
      // The response to the check is delayed until the button has been pressed.
      const late = Promise.withResolvers<void>()
      await page.route("**/sign-in", async (route) => {
        await late.promise
        await route.continue()
      })
      await signInTab(context, "accountant")
      await expect.poll(requests.checks).toBe(1)
      await save(sheet)
      await sheet.locator("button[data-loading]").waitFor()
      expect(requests.checks()).toBe(1)
      late.resolve()
      await noticeOn(page).waitFor()
      await sheet.getByRole("alert").filter({ hasText: title }).waitFor()
      expect(requests.ofBusiness()).toEqual([])
    }),
  )

  test(
    "causes one check if it is the same user, and none for later requests",
    as(null, {}, async (page) => {
      const context = page.context()
      await signInTab(context, "manager").then((tab) => tab.close())
      await page.goto("/budgets")
      await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
      const requests = requestsOf(page)
      await signInTab(context, "manager")
      await expect.poll(requests.checks).toBe(1)
      await page.getByRole("link", { name: "Transactions" }).click()
      await page.locator("[data-row-link]").first().waitFor()
      expect(requests.checks()).toBe(1)
      expect(requests.ofBusiness().length).toBeGreaterThan(0)
    }),
  )
}

/** Another user replaces the session, and no tab broadcasts it. */
const untold = ({ as, company }: Stage): void => {
  const { signInTab } = scenes(company)

  const swap = async (page: Page) => {
    const context = await page.context().browser()?.newContext({ baseURL: company().url })
    if (context === undefined) throw new Error("The browser has gone.")
    await signInTab(context, "accountant")
    await page.context().addCookies(await context.cookies())
    await context.close()
  }

  const visitBudgets = async (page: Page) => {
    await signInTab(page.context(), "member").then((tab) => tab.close())
    await page.goto("/budgets")
    await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
    await page.waitForLoadState("networkidle")
  }

  test(
    "is noticed in the next response if there is no broadcast, and reloads the page",
    as(null, {}, async (page) => {
      await visitBudgets(page)
      await swap(page)
      await page.clock.setFixedTime(Date.now() + 120_000)
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
      await page.getByRole("heading", { level: 1, name: "Hello, Priya" }).waitFor()
    }),
  )

  test(
    "is not undone when the first user signs out",
    as(null, {}, async (page) => {
      await visitBudgets(page)
      await swap(page)
      const requests = requestsOf(page)
      await page.getByRole("button", { name: /Henry/u }).click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      await page.getByRole("heading", { level: 1, name: "Hello, Priya" }).waitFor()
      expect(requests.all.filter((each) => each.startsWith("DELETE"))).toEqual([])
    }),
  )
}

export const otherPerson = (stage: Stage): void => {
  describe("a sign-in of another user in another tab", () => {
    afterAnEnd(stage)
    inPlaceOfASession(stage)
    untold(stage)
  })
}

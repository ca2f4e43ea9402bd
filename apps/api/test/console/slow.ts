/** The console while the service has not responded yet, in a browser. */
import type { Page, Route } from "playwright-core"
import { describe, expect, test } from "vitest"
import { isInForm, press } from "./browser.ts"
import type { Stage } from "./stage.ts"

/** Holds back the requests with a method from now on, until they are released. */
const holding = async (page: Page, address: string | RegExp, method = "GET") => {
  const let_ = Promise.withResolvers<void>()
  const sent: Array<string> = []
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    sent.push(route.request().postData() ?? "")
    await let_.promise
    await route.continue().catch(() => undefined)
  })
  return { sent, go: let_.resolve }
}

/** Returns the cumulative layout shift of a page since it was opened. */
const movedOn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    new PerformanceObserver((list) => {
      const all = list.getEntries() as unknown as ReadonlyArray<{ readonly value: number }>
      resolve(all.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: "layout-shift", buffered: true })
    // If nothing has moved, the observer is never called.
    setTimeout(() => resolve(0), 500)
    return promise
  })

const whileRead = ({ as, company }: Stage): void => {
  test(
    "the page shows a spinner before its style and script have loaded",
    as("admin", { own: true }, async (page) => {
      const style = await holding(page, /\.css$/u)
      const script = await holding(page, /\/index-[^/]*\.js$/u)
      await page.goto("/", { waitUntil: "commit" })
      const turning = page.getByRole("progressbar", { name: "Outlay" })
      await turning.waitFor()
      const painted = () => page.evaluate(() => performance.getEntriesByType("paint").length)
      await expect.poll(painted).toBeGreaterThan(0)
      style.go()
      script.go()
      await page.getByRole("heading", { level: 1, name: "Hello, Amelia" }).waitFor()
      expect(await turning.count()).toBe(0)
      const accent = () =>
        page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue("--mantine-primary-color-6"),
        )
      // The colours of the console override those of the component library.
      expect(await accent()).toBe("#108a63")
    }),
  )

  test(
    "Home shows that nothing is pending, or that no budget runs low, only when it knows",
    as("admin", { own: true }, async (page) => {
      const counts = await holding(page, /transactions\?limit=1/u)
      const budgets = await holding(page, /\/budgets\?/u)
      await page.goto("/")
      const waits = page.getByRole("region", { name: "To do" })
      const hot = page.getByRole("region", { name: "Budgets running low" })
      for (const card of [waits, hot]) await card.getByRole("status").waitFor()
      expect(await hot.textContent()).not.toContain("No budget")
      counts.go()
      budgets.go()
      for (const card of [waits, hot]) await card.getByRole("status").waitFor({ state: "hidden" })
    }),
  )

  test.each([
    ["/", 390, 0.1],
    ["/", 820, 0.1],
    ["/money", 390, 0.1],
    ["/audit", 390, 0.05],
    ["/budgets/", 820, 0.1],
  ] as const)("late content of %s causes little layout shift at %d pixels", (screen, width, most) =>
    as("admin", { width }, async (page) => {
      const { results } = await company().ask(
        "/v1/businesses/1/budgets?limit=1",
        company().tokens.admin,
      )
      await page.route(/\/v[12]\//u, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        await route.continue().catch(() => undefined)
      })
      await page.goto(screen === "/budgets/" ? screen + results[0].id : screen)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
      expect(await movedOn(page)).toBeLessThan(most)
    })(),
  )

  test(
    "a form shows that its record is loading, or that it was deleted",
    as("admin", { own: true }, async (page) => {
      const member = company().userId("member")
      const held = await holding(page, new RegExp(`/users/${member}$`, "u"))
      await page.goto("/people")
      await page.getByRole("button", { name: "Edit Henry Lindqvist" }).click()
      const dialog = page.getByRole("dialog", { name: "Edit Henry Lindqvist" })
      await dialog.getByRole("status").waitFor()
      held.go()
      await dialog.getByRole("button", { name: "Save" }).waitFor()
      await expect.poll(() => isInForm(dialog)).toBe(true)
      await page.goto("/settings?tab=policies")
      const path = "/v1/businesses/1/policies"
      const { results } = await company().ask(path, company().tokens.admin)
      const { id, name } = results[0]
      await page.route(`**${path}/${id}`, (route) =>
        route.continue({ url: `${route.request().url()}0` }),
      )
      await page.getByRole("button", { name: `Change ${name}` }).click()
      await page
        .getByRole("dialog", { name: `Change ${name}` })
        .getByRole("alert")
        .waitFor()
    }),
  )
}

const whileSaved = ({ as, company }: Stage): void => {
  test(
    "text typed into an expense while it is being saved is retained and saved next",
    as("accountant", { own: true }, async (page) => {
      await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
      await page.locator("[data-row-link]").nth(4).click()
      const sheet = page.getByRole("dialog")
      const description = sheet.getByLabel("Line 1: Description")
      await description.fill("First")
      const held = await holding(page, /\/transactions\/[^/]+$/u, "PATCH")
      await sheet.getByRole("button", { name: "Save" }).click()
      await expect.poll(() => held.sent.length).toBe(1)
      await description.fill("First and second")
      await sheet.getByLabel("Attendees").fill("Ada")
      await page.keyboard.press("Enter")
      expect(await sheet.getByRole("button", { name: "Discard" }).isDisabled()).toBe(true)
      held.go()
      await page.getByText("Saved", { exact: true }).first().waitFor()
      await expect.poll(() => sheet.getByRole("button", { name: "Save" }).isEnabled()).toBe(true)
      expect(await description.inputValue()).toBe("First and second")
      await sheet.getByRole("button", { name: "Save" }).click()
      await sheet.getByText("You have unsaved changes").waitFor({ state: "hidden" })
      const path = `/v2/businesses/1${new URL(page.url()).pathname}`
      const saved = await company().ask(path, company().tokens.admin)
      expect([saved.line_items[0].description, saved.attendees]).toEqual([
        "First and second",
        expect.arrayContaining(["Ada"]),
      ])
    }),
  )

  test(
    "text typed into the profile while it is being saved is retained",
    as("manager", { own: true }, async (page) => {
      await page.goto("/settings?tab=profile")
      const name = page.getByLabel("Display name")
      await name.fill("Charlie")
      const held = await holding(page, /\/me$/u, "PATCH")
      await page.getByRole("button", { name: "Save" }).click()
      await name.fill("Charlie N.")
      held.go()
      await page.getByText("Saved", { exact: true }).first().waitFor()
      await expect.poll(() => page.getByRole("button", { name: "Save" }).isEnabled()).toBe(true)
      expect(await name.inputValue()).toBe("Charlie N.")
      await name.fill("")
      await page.getByRole("button", { name: "Save" }).click()
    }),
  )

  test(
    "a form that closes when saved accepts no more input and is sent once",
    as("admin", { own: true }, async (page) => {
      await page.goto("/settings?tab=categories")
      await page.getByRole("button", { name: "New category" }).click()
      const dialog = page.getByRole("dialog")
      const name = dialog.getByLabel("Name")
      await name.fill("Slow")
      const held = await holding(page, /\/categories$/u, "POST")
      await name.press("Enter")
      await page.keyboard.press("Enter")
      await expect.poll(() => name.evaluate((node) => node.closest("[inert]") !== null)).toBe(true)
      await page.keyboard.type(" and more")
      expect(await name.inputValue()).toBe("Slow")
      held.go()
      await dialog.waitFor({ state: "hidden" })
      expect(held.sent.length).toBe(1)
    }),
  )

  test(
    "a switch toggled twice sends its requests one after another and ends in the last state",
    as("admin", { own: true }, async (page) => {
      await page.goto("/settings?tab=categories")
      const enabled = page.getByRole("switch", { name: /Advertising/u })
      await enabled.waitFor()
      const held = await holding(page, /\/categories\/[^/]+$/u, "PATCH")
      await enabled.press("Space")
      await expect.poll(() => enabled.isChecked()).toBe(false)
      await enabled.press("Space")
      await page.waitForTimeout(300)
      expect(held.sent).toEqual(['{"enabled":false}'])
      held.go()
      await expect.poll(() => held.sent).toEqual(['{"enabled":false}', '{"enabled":true}'])
      await page.waitForLoadState("networkidle")
      expect(await enabled.isChecked()).toBe(true)
    }),
  )
}

/** Delays timers that are due at once, as a busy device does, which handles keys before timers. */
const delayTimers = () => {
  const original = globalThis.setTimeout
  let pending = 0
  const count = (change: number) => {
    pending += change
    document.documentElement.dataset["pendingTimers"] = String(pending)
  }
  const delayed = (work: () => void, delay = 0) => {
    if (delay > 0) return original(work, delay)
    count(1)
    return original(() => {
      work()
      count(-1)
    }, 1_000)
  }
  globalThis.setTimeout = delayed as typeof setTimeout
}

const onBusyDevice = ({ as }: Stage): void => {
  test(
    "a field chooses the option that it shows as selected",
    as("accountant", { own: true }, async (page) => {
      await page.addInitScript(delayTimers)
      await page.goto("/transactions")
      await page.locator("[data-row-link]").first().waitFor()
      await press(page, "j", "x")
      const bar = page.getByRole("region", { name: "1 transaction selected" })
      const field = bar.getByLabel("Category")
      await field.waitFor()
      await press(page, "c")
      await page.keyboard.type("office")
      await page.locator("[data-combobox-selected]", { hasText: /Office/u }).waitFor()
      await page.locator('[data-pending-timers="0"]').waitFor()
      await press(page, "Enter")
      await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false")
      expect(await field.inputValue()).toMatch(/^Office/u)
    }),
  )
}

export const slow = (stage: Stage): void => {
  describe("a slow network", () => {
    whileRead(stage)
    whileSaved(stage)
  })
  describe("a busy device", () => onBusyDevice(stage))
}

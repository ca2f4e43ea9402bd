/// <reference lib="dom" />
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import type { Stage } from "./stage.ts"

/** What an input shows of its placeholder, in pixels, and what the whole of it takes. */
const roomOf = (page: Page, name: string) =>
  page.getByRole("textbox", { name }).evaluate((node) => {
    const input = node as HTMLInputElement
    const style = getComputedStyle(input)
    const canvas = document.createElement("canvas").getContext("2d")
    if (canvas === null) return { room: 0, needed: 1 }
    canvas.font = style.font
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
    return {
      room: input.clientWidth - padding,
      needed: canvas.measureText(input.placeholder).width,
    }
  })

/** What the other languages of the console owe their readers. */
export const languages = ({ as }: Stage) => {
  describe("the console in German", () => {
    test(
      "says what the service refuses, at its field",
      as("admin", { language: "de-DE" }, async (page) => {
        await page.goto("/settings?tab=webhooks")
        await page.getByRole("button", { name: "Neuer Webhook" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Adresse").fill("http://example.com/outlay")
        await dialog.getByRole("button", { name: "Anlegen" }).click()
        await dialog.getByText("Die Adresse muss mit https beginnen.").waitFor()
      }),
    )

    test(
      "says it with the values that it is about, beside no field",
      as("admin", { language: "de-DE", width: 390 }, async (page) => {
        await page.goto("/people?tab=roles")
        await page.getByRole("columnheader", { name: "Buchhaltung" }).waitFor()
        // Whoever may read the roles is refused the tokens of another business.
        await page.route("**/roles*", (route) =>
          route.continue({ url: route.request().url().replace("businesses/1", "businesses/2") }),
        )
        await page.reload()
        const alert = page.getByRole("alert").filter({ hasText: "keinen Zugang zu dieser Firma" })
        await alert.waitFor()
      }),
    )

    test(
      "shows the sentence at a choice, and no options over it",
      as("manager", { language: "de-DE", width: 390 }, async (page) => {
        await page.goto("/people")
        await page.getByRole("button", { name: "Jemanden einladen" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByRole("textbox").first().fill("chef@example.com")
        await dialog.getByRole("combobox", { name: "Rolle" }).click()
        await page.getByRole("option", { name: "Admin" }).click()
        await dialog.getByRole("button", { name: "Jemanden einladen" }).click()
        await dialog.getByText("Die Rolle „Admin“ hat Rechte").waitFor()
        expect(await page.getByRole("option").filter({ visible: true }).count()).toBe(0)
      }),
    )

    test(
      "says in how many lines an expense is divided, and cuts nothing of it",
      as("admin", { language: "de-DE", width: 1440 }, async (page) => {
        await page.goto("/transactions")
        const lines = page.locator("td.col-category small", { hasText: "Positionen" })
        await lines.first().waitFor()
        const cut = await lines.evaluateAll(
          (all) =>
            all.filter((small) => {
              const range = document.createRange()
              range.selectNodeContents(small)
              const cell = small.closest("td")?.getBoundingClientRect()
              return range.getBoundingClientRect().right > (cell?.right ?? 0)
            }).length,
        )
        expect(cut).toBe(0)
      }),
    )

    test(
      "writes numbers of events as it writes other numbers",
      as("admin", { language: "de-DE" }, async (page) => {
        await page.goto("/audit")
        const first = page.locator("tbody tr").first().locator("td").first()
        await first.waitFor()
        expect(await first.textContent()).toMatch(/^\d\.\d{3}$/u)
      }),
    )
  })

  test.each([
    ["en-AU", "Find anything"],
    ["de-DE", "Überall suchen"],
  ])("in %s a narrow palette shows its whole placeholder", (language, name) =>
    as("admin", { language, width: 390 }, async (page) => {
      await page.goto("/")
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("textbox", { name }).waitFor()
      const { room, needed } = await roomOf(page, name)
      expect(needed).toBeLessThanOrEqual(room)
    })(),
  )

  test(
    "in Switzerland amounts are grouped by apostrophes, and no word has an ß",
    as("admin", { language: "de-CH" }, async (page) => {
      await page.goto("/")
      await page.getByText("wohin das Geld fliesst").waitFor()
      await page.goto("/budgets")
      await page.locator("main").getByText("verfügbar").first().waitFor()
      const text = await page.locator("main").textContent()
      expect(text).toMatch(/\$\s\d{1,3}’\d{3}\.\d{2}/u)
      expect(text).not.toContain("ß")
      expect(await page.locator("html").getAttribute("lang")).toBe("de-CH")
    }),
  )
}

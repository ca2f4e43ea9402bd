/** The screens of the console, and the work of an Admin there, in a browser. */
import { describe, expect, test } from "vitest"
import { audit } from "./audit.ts"
import { books } from "./books.ts"
import { violationsOn } from "./browser.ts"
import { dialogs } from "./dialogs.ts"
import { languages } from "./languages.ts"
import { leaving } from "./leaving.ts"
import { money } from "./money.ts"
import { settings } from "./settings.ts"
import { expectSoundScreen, openStage } from "./stage.ts"

const stage = openStage()

describe("every screen", () => {
  test(
    "is checked by rules that find errors",
    stage.as(null, {}, async (page) => {
      const pale = `<p style="color: #ccc; background: #fff">Spent</p>`
      await page.setContent(`<html lang="en"><title>Faults</title><main>${pale}<button></button>`)
      const found = async (rules: "contrast" | "structure") =>
        (await violationsOn(page, rules)).map((each) => each.split(":")[0])
      expect(await found("contrast")).toEqual(["color-contrast"])
      expect(await found("structure")).toContain("button-name")
    }),
  )

  test(
    "is checked without rows like those before them, which are shown again afterwards",
    stage.as(null, {}, async (page) => {
      const row = (cell: string) => `<tr>${cell}</tr>`
      const plain = row("<td>Shop</td>").repeat(3)
      const pale = row(`<td style="color: #ccc; background: #fff">Spent</td>`).repeat(3)
      const links =
        row(`<td><a href="/">Shop</a></td>`).repeat(3) + row(`<td><a href="/"></a></td>`)
      await page.setContent(
        `<html lang="en"><title>Rows</title><main><h1>Rows</h1><table>${plain}${pale}${links}</table></main>`,
      )
      const violations = await violationsOn(page)
      const ofRule = (rule: string) => violations.filter((_) => _.startsWith(`${rule}:`))
      // The third of three similar rows is not checked; the one without a name is.
      expect(ofRule("color-contrast").map((_) => _.split(" | ").length)).toEqual([2])
      expect(ofRule("link-name").map((_) => _.split(" | ").length)).toEqual([1])
      expect(await page.locator("tr:visible").count()).toBe(10)
    }),
  )

  const tables = [
    ...["/people", "/people?tab=invites", "/transactions", "/audit"],
    ...["/settings?tab=taxRates", "/settings?tab=apiTokens"],
  ]

  test.each([
    [641, "100%"],
    [720, "100%"],
    [720, "200%"],
    [820, "200%"],
  ])("that contains a table fits into %d pixels with a font size of %s", (width, letters) =>
    stage.as("admin", { width }, async (page) => {
      for (const screen of tables) {
        await page.goto(screen)
        await page.locator("tbody tr").first().waitFor()
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, letters)
        const beyond = () =>
          page.locator(".table-frame").evaluate((frame) => frame.scrollWidth - frame.clientWidth)
        await expect.poll(beyond, { message: screen }).toBeLessThanOrEqual(0)
      }
    })(),
  )

  const screens = ["/", "/transactions", "/approvals", "/budgets", "/people", "/people?tab=roles"]

  test.each(screens)("%s has no axe violations, light and dark, wide and narrow", (screen) =>
    stage.as("admin", {}, (page) => expectSoundScreen(page, screen))(),
  )
})

settings(stage)
money(stage)
languages(stage)
books(stage)
audit(stage)
dialogs(stage)
leaving(stage)

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

  const sizes = [
    ...[641, 720].map((width) => [width, "100%"] as const),
    ...[390, 641, 720, 820].map((width) => [width, "200%"] as const),
  ]

  const places = [
    ...["/", "/transactions", "/approvals", "/budgets", "/people?tab=users", "/people?tab=invites"],
    ...["BUDGET?tab=overview", "BUDGET?tab=members", "BUDGET?tab=owners", "BUDGET?tab=topups"],
    ...["BUDGET?tab=edit", "/people?tab=roles", "/money?tab=balances", "/money?tab=exports"],
    ...["/money?tab=books", "/audit", "/settings?tab=profile", "/settings?tab=notifications"],
    ...["/settings?tab=sessions", "/settings?tab=categories", "/settings?tab=codes"],
    ...["/settings?tab=fields", "/settings?tab=taxRates", "/settings?tab=policies"],
    ...["/settings?tab=webhooks", "/settings?tab=apiTokens"],
  ]

  test.each(places)("%s fits into its window, also with a font twice as large", (place) =>
    stage.as("admin", {}, async (page) => {
      const { ask, tokens } = stage.company()
      const { results } = await ask("/v1/businesses/1/budgets?has_member_limits=true", tokens.admin)
      await page.goto(place.replace("BUDGET", `/budgets/${results[0].id}`))
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
      for (const [width, letters] of sizes) {
        await page.setViewportSize({ width, height: 860 })
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, letters)
        const wider = () =>
          page.evaluate(() =>
            [document.documentElement, ...document.querySelectorAll(".table-frame:not(.rights)")]
              .filter((each) => each.scrollWidth > each.clientWidth)
              .map((each) => `${each.className} by ${each.scrollWidth - each.clientWidth}`),
          )
        await expect.poll(wider, { message: `${width} ${letters}` }).toEqual([])
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

/** The screens of the console, and what an Admin does there, in a real browser. */
import { describe, expect, test } from "vitest"
import { audit } from "./audit.ts"
import { books } from "./books.ts"
import { violationsOn } from "./browser.ts"
import { dialogs } from "./dialogs.ts"
import { money } from "./money.ts"
import { settings } from "./settings.ts"
import { expectSoundScreen, openStage } from "./stage.ts"

const stage = openStage()

describe("every screen", () => {
  test(
    "is looked at by rules that find a fault",
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
    "is looked at without rows that are like those above, which are shown again",
    stage.as(null, {}, async (page) => {
      const rows = ["A", "B", "C"].map((name) => `<tr><td>${name}</td></tr>`).join("")
      const pale = `<tr><td style="color: #ccc; background: #fff">Spent</td></tr>`
      await page.setContent(
        `<html lang="en"><title>Rows</title><main><h1>Rows</h1><table>${rows}${pale}</table></main>`,
      )
      const [violation = ""] = await violationsOn(page)
      expect(violation).toContain("color-contrast")
      expect(await page.locator("tr:visible").count()).toBe(4)
    }),
  )

  const screens = ["/", "/transactions", "/approvals", "/budgets", "/people", "/people?tab=roles"]

  test.each(screens)("%s breaks no rule of axe, light and dark, wide and narrow", (screen) =>
    stage.as("admin", {}, (page) => expectSoundScreen(page, screen))(),
  )
})

settings(stage)
money(stage)
books(stage)
audit(stage)
dialogs(stage)

/** Balances and statements in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound } from "./browser.ts"
import { expectSoundScreen, type Stage } from "./stage.ts"

export const money = ({ as }: Stage): void => {
  describe("money", () => {
    test(
      "has no axe violations",
      as("admin", {}, (page) => expectSoundScreen(page, "/money")),
    )

    test(
      "shows a statement as a chart and as a table with the same closing balance",
      as("accountant", {}, async (page) => {
        await page.goto("/money?currency=AUD")
        const statement = page.getByRole("region", { name: "Statement, AUD" })
        await statement.getByRole("figure", { name: "Daily balances" }).waitFor()
        const closing = await statement.locator("dd").last().textContent()
        await statement.getByRole("button", { name: "Show as a table" }).click()
        const rows = statement.getByRole("table", { name: "Daily balances" }).getByRole("row")
        expect(await rows.count()).toBe(91)
        expect(await rows.nth(1).getByRole("cell").last().textContent()).toBe(closing)
        await expectSound(page)
      }),
    )

    test(
      "shows the amounts next to a chart completely, also in German",
      as("admin", { language: "de" }, async (page) => {
        await page.goto("/money")
        await page.locator(".chart-mark text").first().waitFor()
        const cut = await page.locator(".chart svg").evaluate((picture) => {
          const { left } = picture.getBoundingClientRect()
          const amounts = [...picture.querySelectorAll(".chart-mark text")]
          return amounts.filter((each) => each.getBoundingClientRect().left < left).length
        })
        expect(cut).toBe(0)
      }),
    )

    test(
      "is not offered to users who may not see it",
      as("member", {}, async (page) => {
        await page.goto("/transactions")
        await page.getByRole("link", { name: "Transactions" }).first().waitFor()
        expect(await page.getByRole("link", { name: "Money" }).count()).toBe(0)
      }),
    )

    test(
      "has a chart whose labels have room, also with a font twice as large",
      as("accountant", { own: true, width: 641 }, async (page) => {
        await page.addInitScript(() =>
          document.addEventListener("DOMContentLoaded", () => {
            document.documentElement.style.fontSize = "200%"
          }),
        )
        await page.goto("/money")
        const days = page.locator(".chart-day")
        await days.nth(1).waitFor()
        const boxes = await days.evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
        )
        const overlaps = boxes.slice(1).filter(([left = 0], n) => left < (boxes[n]?.[1] ?? 0))
        expect(overlaps).toEqual([])
        const cut = await page.locator(".chart-mark text").evaluateAll((all) => {
          const edge = all[0]?.closest("svg")?.getBoundingClientRect().left ?? 0
          return all.filter((each) => each.getBoundingClientRect().left < edge).length
        })
        expect(cut).toBe(0)
      }),
    )
  })
}

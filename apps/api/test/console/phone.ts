/// <reference lib="dom" />
import type { Locator } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectSound, type Page, press, switchTheme, violationsOn } from "./browser.ts"
import type { Stage } from "./stage.ts"

const isFocused = (target: Locator) => target.evaluate((node) => node === document.activeElement)

/** Returns the controls of the filters that are too small for a finger. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(":is(.filters, .filter-sheet) :is(button, input)")]
      // It lies within the field that it clears.
      .filter((each) => each.checkVisibility() && each.closest(".mantine-Input-section") === null)
      .filter((each) => Math.min(each.offsetHeight, each.offsetWidth) < 44)
      .map((each) => each.outerHTML),
  )

/** Returns the names of the elements whose content is wider than they are. */
const tooNarrow = (page: Page) =>
  page.evaluate(() => {
    const parts = document.querySelectorAll(".filter-sheet, .filter-sheet .mantine-Button-label")
    return [document.documentElement, ...parts]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .map((each) => each.className)
  })

export const phone = ({ as }: Stage): void => {
  describe("filters on a phone", () => {
    test(
      "open in a sheet, apply as they change, and are removed one by one",
      as("accountant", {}, async (page) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto("/transactions?receipt=no&type=spending&search=a")
        const sheet = page.getByRole("dialog", { name: "Filters" })
        const opener = page.getByRole("button", { name: "Filters 2 active" })
        await opener.focus()
        await press(page, "Enter")
        await sheet.getByRole("combobox", { name: "Expense" }).click()
        await page.getByRole("option", { name: "Incomplete" }).click()
        await page.waitForURL((url) => url.searchParams.get("expense") === "incomplete")
        await sheet.getByRole("button", { name: /^Show [\d,]+ transactions$/u }).waitFor()
        await expectSound(page)
        await switchTheme(page, "dark")
        expect(await violationsOn(page, "contrast")).toEqual([])
        expect(await smallTargets(page)).toEqual([])
        await page.evaluate(() => {
          document.documentElement.style.fontSize = "200%"
        })
        await expect.poll(() => tooNarrow(page), { message: "cut" }).toEqual([])
        await page.evaluate(() => document.documentElement.removeAttribute("style"))
        await sheet.getByLabel("At least").fill("20")
        await press(page, "Escape")
        await sheet.waitFor({ state: "hidden" })
        await page.waitForURL((url) => url.searchParams.get("least") === "20.00")
        const active = page.getByRole("button", { name: "Filters 4 active" })
        await expect.poll(() => isFocused(active)).toBe(true)

        const chips = page.getByRole("list", { name: "Active filters" }).getByRole("button")
        expect(await chips.allTextContents()).toEqual([
          ...["Expense: Incomplete", "Without a receipt", "Type: All spending", "At least $20.00"],
        ])
        await expectSound(page, "structure")
        expect(await smallTargets(page)).toEqual([])
        await page.getByRole("button", { name: "Remove the filter Without a receipt" }).click()
        await page.waitForURL((url) => url.searchParams.get("receipt") === null)
        const next = page.getByRole("button", { name: "Remove the filter Type: All spending" })
        await expect.poll(() => isFocused(next)).toBe(true)

        await page.getByRole("button", { name: "Filters 3 active" }).click()
        await sheet.getByRole("button", { name: "Clear all" }).click()
        await page.waitForURL((url) => url.search === "?search=a")
        expect(await sheet.getByLabel("At least").inputValue()).toBe("")
        await sheet.getByRole("button", { name: /^Show / }).click()
        await expect
          .poll(() => isFocused(page.getByRole("button", { name: "Filters", exact: true })))
          .toBe(true)
        expect(await chips.count()).toBe(0)
      }),
    )

    test(
      "and the menu are closed by Back, which stays on the page",
      as("accountant", { width: 390 }, async (page) => {
        const back = async () => {
          await page.evaluate(() => history.back())
          await page.getByRole("dialog").waitFor({ state: "hidden" })
          await page.waitForURL((url) => url.pathname === "/transactions")
        }
        await page.goto("/budgets")
        await page.getByRole("button", { name: "Open the menu" }).click()
        await page.getByRole("dialog").getByRole("link", { name: "Transactions" }).click()
        await page.getByRole("button", { name: "Filters", exact: true }).click()
        await page.getByRole("dialog", { name: "Filters" }).waitFor()
        await back()
        await page.getByRole("button", { name: "Open the menu" }).click()
        await page.getByRole("dialog").getByRole("link", { name: "Transactions" }).waitFor()
        await back()
      }),
    )
  })
}

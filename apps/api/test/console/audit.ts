/** The audit trail in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound, press } from "./browser.ts"
import { expectSoundScreen, type Stage } from "./stage.ts"

export const audit = ({ as }: Stage): void => {
  describe("the audit trail", () => {
    test(
      "has no axe violations",
      as("admin", {}, (page) => expectSoundScreen(page, "/audit")),
    )

    test(
      "a change is found by keyboard, with its author, values before and after, and record",
      as("admin", {}, async (page) => {
        await page.goto("/audit?type=topup.approved")
        await page.getByRole("region", { name: "Proof" }).getByText("The chain ends").waitFor()
        await page.locator("[data-row-link]").first().waitFor()
        await press(page, "j", "j", "k", "Enter")
        await page.waitForURL("**/audit/*?type=topup.approved")
        const sheet = page.getByRole("dialog")
        const changes = sheet.getByRole("table", { name: "What changed" })
        await changes.getByRole("columnheader", { name: "Before" }).waitFor()
        expect(await changes.getByRole("row").count()).toBeGreaterThan(1)
        expect(await sheet.getByText("Hash of the event before").isVisible()).toBe(true)
        await expectSound(page)
        await press(page, "Escape")
        await page.waitForURL("**/audit?type=topup.approved")
      }),
    )

    test(
      "shows the events of a type, which is found among its groups by typing",
      as("admin", {}, async (page) => {
        await page.goto("/audit")
        const type = page.getByRole("combobox", { name: "Type" })
        // The page's style sheet follows the common one, and overrides its width of filters.
        const field = page.locator(".audit-type").first()
        await expect.poll(() => field.evaluate((_) => getComputedStyle(_).width)).toBe("260px")
        await type.click()
        await page.getByRole("option", { name: "Budget created" }).waitFor()
        await page.keyboard.type("topup app")
        const found = page.locator("[data-combobox-selected]", { hasText: "Topup approved" })
        await found.waitFor()
        expect(await page.getByRole("option").count()).toBe(1)
        await page.keyboard.press("Enter")
        await page.waitForURL("**/audit?type=topup.approved")
        const others = page.locator("tbody tr", { hasNotText: "Topup approved" })
        await expect.poll(() => others.count(), { message: "other events" }).toBe(0)
        await expectSound(page)
      }),
    )

    test(
      "is not offered to users who may not read it",
      as("member", {}, async (page) => {
        await page.goto("/transactions")
        await page.getByRole("link", { name: "Transactions" }).first().waitFor()
        expect(await page.getByRole("link", { name: "Audit" }).count()).toBe(0)
      }),
    )
  })
}

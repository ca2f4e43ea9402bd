/** The audit trail in a real browser. */
import { describe, expect, test } from "vitest"
import { expectSound, press } from "./browser.ts"
import { expectSoundScreen, type Stage } from "./stage.ts"

export const audit = ({ as }: Stage): void => {
  describe("the audit trail", () => {
    test(
      "breaks no rule of axe",
      as("admin", {}, (page) => expectSoundScreen(page, "/audit")),
    )

    test(
      "by keyboard alone, a change is found, and shows who made it, before and after, and its place",
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
      "is not offered to those who may not read it",
      as("member", {}, async (page) => {
        await page.goto("/transactions")
        await page.getByRole("link", { name: "Transactions" }).first().waitFor()
        expect(await page.getByRole("link", { name: "Audit" }).count()).toBe(0)
      }),
    )
  })
}

/** Concurrent changes by two users in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound } from "./browser.ts"
import type { Stage } from "./stage.ts"

const title = "Someone else has changed this in the meantime"

export const conflicts = ({ as, company }: Stage): void => {
  describe("concurrent changes by two users", () => {
    test(
      "show who changed an expense, and can overwrite the version shown",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
        await page.locator("[data-row-link]").first().click()
        const sheet = page.getByRole("dialog")
        const description = sheet.getByLabel("Line 1: Description")
        await description.fill("What I know of it")
        const path = `/v2/businesses/1${new URL(page.url()).pathname}`
        const change = (name: string) =>
          company().change(path, company().tokens.admin, { attendees: [name] })
        await change("Somebody Else")
        await sheet.getByRole("button", { name: "Save" }).click()
        const alert = sheet.getByRole("alert").filter({ hasText: title })
        await alert.getByText("Changed by Amelia Hart").waitFor()
        await alert.getByRole("row", { name: /Attendees.*Somebody Else/u }).waitFor()
        await expectSound(page)
        await change("A Third")
        await sheet.getByRole("button", { name: "Overwrite with mine" }).click()
        await alert.getByRole("row", { name: /Attendees.*A Third/u }).waitFor()
        expect(await description.inputValue()).toBe("What I know of it")
        await sheet.getByRole("button", { name: "Overwrite with mine" }).click()
        await page.getByText("Saved", { exact: true }).first().waitFor()
        const saved = await company().ask(path, company().tokens.admin)
        expect(saved.attendees).toEqual(["A Third"])
        expect(saved.line_items[0].description).toBe("What I know of it")
      }),
    )

    test(
      "can discard a user's own version of an expense, on a phone in a fully visible notice",
      as("accountant", { width: 390 }, async (page) => {
        await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
        await page.locator("[data-row-link]").nth(2).click()
        const sheet = page.getByRole("dialog")
        await sheet.getByLabel("Line 1: Description").fill("What I know of it")
        const path = `/v2/businesses/1${new URL(page.url()).pathname}`
        await company().change(path, company().tokens.admin, { attendees: ["Somebody Else"] })
        await sheet.getByRole("button", { name: "Save" }).click()
        await sheet.getByRole("button", { name: "Show their version" }).waitFor()
        const notice = sheet.locator(".conflict")
        const place = () =>
          notice.evaluate((element) => {
            const { left, right, bottom } = element.getBoundingClientRect()
            const isWithin = left >= 0 && right <= innerWidth && bottom <= innerHeight
            return isWithin && document.activeElement === element
          })
        await expect.poll(place).toBe(true)
        await expectSound(page)
        await sheet.getByRole("button", { name: "Show their version" }).click()
        await sheet.getByText("Somebody Else").first().waitFor()
        expect(await sheet.getByLabel("Line 1: Description").inputValue()).not.toBe(
          "What I know of it",
        )
      }),
    )

    test(
      "merge two changes of a budget and preview them together",
      as("admin", {}, async (page) => {
        await page.goto("/budgets")
        await page.getByRole("link", { name: /^Software/u }).click()
        await page.getByRole("tab", { name: "Settings" }).click()
        await page.getByLabel("Name").fill("Software and tools")
        const id = new URL(page.url()).pathname.split("/").at(-1)
        const path = `/v1/businesses/1/budgets/${id}`
        await company().change(path, company().demoToken, { rollover_funds: true })
        await page.getByRole("button", { name: "Preview" }).click()
        const alert = page.getByRole("alert").filter({ hasText: title })
        await alert.getByRole("row", { name: /Rolls over/u }).waitFor()
        await alert.getByRole("button", { name: "Overwrite with mine" }).click()
        const dialog = page.getByRole("dialog", { name: "What would change" })
        await dialog.getByRole("button", { name: "Apply" }).click()
        await page.getByText("Saved", { exact: true }).first().waitFor()
        const saved = await company().ask(path, company().tokens.admin)
        expect([saved.name, saved.rollover_funds]).toEqual(["Software and tools", true])
      }),
    )

    test(
      "are shown in the forms of a user and of a policy",
      as("admin", {}, async (page) => {
        const { change, tokens } = company()
        await page.goto("/people")
        await page.getByRole("button", { name: "Edit Henry Lindqvist" }).click()
        const dialog = page.getByRole("dialog", { name: "Edit Henry Lindqvist" })
        const assistants = dialog.getByRole("combobox", { name: "Assistants for expenses" })
        await assistants.click()
        await page.getByRole("option", { name: "Charlotte Nguyen" }).click()
        await assistants.press("Tab")
        await dialog.getByRole("button", { name: "Save", exact: true }).click()
        await dialog.getByText("Charlotte Nguyen has assistants, and so cannot be one.").waitFor()
        await assistants.press("Backspace")
        await dialog.getByRole("switch", { name: "Away" }).click()
        const id = await company().userId("member")
        await change(`/v1/businesses/1/users/${id}`, tokens.admin, { payment_types: ["bills"] })
        await dialog.getByLabel("First day").fill("2030-01-01")
        await dialog.getByLabel("Last day").fill("2030-01-09")
        await dialog.getByRole("button", { name: "Save", exact: true }).click()
        await dialog.getByRole("row", { name: /Pays by.*Bills/u }).waitFor()
        await dialog.getByRole("button", { name: "Overwrite with mine" }).click()
        await dialog.waitFor({ state: "hidden" })
        await page.goto("/settings?tab=policies")
        const edit = page.getByRole("button", { name: /^Change /u }).first()
        await edit.click()
        const form = page.getByRole("dialog")
        await form.getByLabel("Name").fill("More than we like")
        const policies = `/v1/businesses/1/policies`
        const { results } = await company().ask(policies, tokens.admin)
        const name = (await edit.getAttribute("aria-label"))?.replace(/^Change /u, "")
        const policy = results.find((each: { name: string }) => each.name === name)
        await change(`${policies}/${policy.id}`, tokens.admin, { above_amount: 77 })
        await form.getByRole("button", { name: "Save", exact: true }).click()
        await form.getByRole("row", { name: /Above.*\$77\.00/u }).waitFor()
        await expectSound(page)
        await form.getByRole("button", { name: "Show their version" }).click()
        expect(await form.getByLabel("Name").inputValue()).toBe(name)
      }),
    )
  })
}

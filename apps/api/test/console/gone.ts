/** Records deleted by another user while they are edited or chosen, in a browser. */
import { describe, expect, test } from "vitest"
import type { Stage } from "./stage.ts"

export const removedElsewhere = ({ as, company }: Stage): void => {
  const remove = async (path: string) => {
    const headers = { authorization: `Bearer ${company().tokens.admin}` }
    const { status } = await fetch(company().url + path, { method: "DELETE", headers })
    expect(status).toBe(204)
  }

  describe("a record deleted by another user", () => {
    test(
      "is reported at once, and shown as deleted, if it is a budget being edited",
      as("admin", {}, async (page) => {
        const { ask, tokens } = company()
        const me = { user: { id: company().userId("admin") } }
        const made = await ask("/v1/businesses/1/budgets", tokens.admin, {
          ...{
            name: "Short-lived",
            reset_amount: 10,
            reset_period: "NEVER",
            rollover_funds: false,
          },
          ...{ has_member_limits: false, owners: [me], members: [me] },
        })
        await page.goto(`/budgets/${made.id}?tab=edit`)
        await page.getByLabel("Name").fill("Long-lived")
        await remove(`/v1/businesses/1/budgets/${made.id}`)
        await page.getByRole("button", { name: "Preview" }).click()
        await page.getByText("This budget has been deleted.").waitFor()
        expect(await page.getByRole("tab", { name: "Settings" }).count()).toBe(0)
        expect(await page.getByRole("button", { name: "Ask for money" }).count()).toBe(0)
        expect(await page.getByText("Someone else has changed this").count()).toBe(0)
      }),
    )

    test(
      "shows the reason if it cannot be reloaded after a conflict",
      as("admin", {}, async (page) => {
        const { change, tokens } = company()
        await page.goto("/people")
        await page.getByRole("button", { name: "Edit Henry Lindqvist" }).click()
        const dialog = page.getByRole("dialog", { name: "Edit Henry Lindqvist" })
        await dialog.getByRole("switch", { name: "Away" }).click()
        const path = `/v1/businesses/1/users/${company().userId("member")}`
        await change(path, tokens.admin, { payment_types: ["reimbursements"] })
        await page.route(`**${path}`, (route) =>
          route.request().method() === "GET"
            ? route.continue({ url: `${route.request().url()}99999` })
            : route.continue(),
        )
        await dialog.getByRole("button", { name: "Save", exact: true }).click()
        await dialog.getByText("This is no longer here").waitFor()
        await page.unroute(`**${path}`)
        await change(path, tokens.admin, { payment_types: ["cards", "reimbursements"] })
      }),
    )

    test(
      "reloads the options if it is a chosen category, and retains the typed text",
      as("accountant", {}, async (page) => {
        const { ask, tokens } = company()
        const name = "Here for a moment"
        const made = await ask("/v1/businesses/1/categories", tokens.admin, { name })
        await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
        await page.locator("[data-row-link]").nth(6).click()
        const sheet = page.getByRole("dialog")
        const category = sheet.getByRole("combobox", { name: "Line 1: Category" })
        await category.click()
        await page.getByRole("option", { name }).click()
        await sheet.getByLabel("Line 1: Description").fill("My words")
        await remove(`/v1/businesses/1/categories/${made.id}`)
        await sheet.getByRole("button", { name: "Save" }).click()
        await sheet.getByText("This category is no longer here. Choose another one.").waitFor()
        await category.click()
        await expect.poll(() => page.getByRole("option", { name: "Travel" }).count()).toBe(1)
        await page.getByRole("option", { name: "Travel" }).click()
        expect(await category.inputValue()).toBe("Travel")
        await category.fill("Here")
        await expect.poll(() => page.getByRole("option", { name }).count()).toBe(0)
        await page.keyboard.press("Tab")
        expect(await sheet.getByLabel("Line 1: Description").inputValue()).toBe("My words")
        await sheet.getByRole("button", { name: "Save" }).click()
        await page.getByText("Saved", { exact: true }).first().waitFor()
      }),
    )

    test(
      "shows an error if it is a custom field in the form, and can be removed there",
      as("accountant", {}, async (page) => {
        const { ask, tokens } = company()
        const name = "Shuttle"
        const made = await ask("/v1/businesses/1/custom-fields", tokens.admin, {
          ...{ name, field_type: "FREE_TEXT", budget_setting: "ALL_CURRENT_AND_NEW" },
        })
        await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
        await page.locator("[data-row-link]").nth(7).click()
        const sheet = page.getByRole("dialog")
        await sheet.getByRole("textbox", { name }).last().fill("Line 9")
        await remove(`/v1/businesses/1/custom-fields/${made.id}`)
        await sheet.getByRole("button", { name: "Save" }).click()
        await sheet.getByText("The field “Shuttle” is no longer here. Leave it out.").waitFor()
        await sheet.getByRole("button", { name: "Leave out Shuttle" }).click()
        await sheet.getByText("You have unsaved changes").waitFor({ state: "hidden" })
      }),
    )
  })
}

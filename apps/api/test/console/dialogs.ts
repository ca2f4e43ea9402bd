/** axe checks of dialogs and menus in both themes, in a browser. */
import { describe, expect, test } from "vitest"
import { type Page, press, switchTheme, violationsOn } from "./browser.ts"
import type { Stage } from "./stage.ts"

type Opening = (page: Page) => Promise<void>

const button =
  (name: string | RegExp): Opening =>
  (page) =>
    page.getByRole("button", { name }).first().click()

const firstRow: Opening = (page) => page.locator("[data-row-link]").first().click()

const keys =
  (...pressed: ReadonlyArray<string>): Opening =>
  async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor()
    await press(page, ...pressed)
  }

const found: Opening = async (page) => {
  await keys("Control+k")(page)
  await page.getByPlaceholder("Search pages").waitFor()
  await page.keyboard.type("travel")
  await page.getByText("Search transactions for").waitFor()
}

const firstBudget: Opening = (page) => page.locator(".budget-card").first().click()

const removal: Opening = async (page) => {
  await firstBudget(page)
  await page.getByRole("tab", { name: "Members" }).click()
  await button(/^Remove /u)(page)
}

const deletion: Opening = async (page) => {
  await firstBudget(page)
  await page.getByRole("tab", { name: "Settings" }).click()
  await button("Delete the budget")(page)
}

const rows: ReadonlyArray<readonly [name: string, address: string, open: Opening]> = [
  ["the palette", "/", keys("Control+k")],
  ["the palette with results", "/", found],
  ["the list of shortcuts", "/", keys("?")],
  ["the account menu", "/", (page) => page.getByTitle(/^Account/u).click()],
  ["a transaction", "/transactions", firstRow],
  ["the columns", "/transactions", button("Columns")],
  ["a request for money", "/approvals", button("Ask for money")],
  ["a new budget", "/budgets", button("New budget")],
  ["the removal of a member", "/budgets", removal],
  ["the deletion of a budget", "/budgets", deletion],
  ["an invite", "/people", button("Invite someone")],
  ["a person", "/people", button(/^Edit /u)],
  ["the cancellation of an invite", "/people?tab=invites", button(/^Cancel the invite/u)],
  ["an export", "/money?tab=exports", button("New export")],
  ["the closing of the books", "/money?tab=books", button("Close the books")],
  ["a category", "/settings?tab=categories", button("New category")],
  ["a field", "/settings?tab=fields", button("New field")],
  ["a policy", "/settings?tab=policies", button("New policy")],
  ["a webhook", "/settings?tab=webhooks", button("New webhook")],
  ["a token", "/settings?tab=apiTokens", button("New token")],
  ["an event", "/audit", firstRow],
]

export const dialogs = ({ as }: Stage): void => {
  describe("a dialog or menu has no axe violations in the light and dark theme", () => {
    test.each(rows)("%s", (_, address, open) =>
      as("admin", {}, async (page) => {
        await page.goto(address)
        await page.getByRole("heading", { level: 1 }).waitFor()
        await open(page)
        await page.locator("[role=dialog], [role=menu]").first().waitFor()
        await page.waitForLoadState("networkidle")
        expect(await violationsOn(page)).toEqual([])
        await switchTheme(page, "dark")
        expect(await violationsOn(page, "contrast")).toEqual([])
      })(),
    )
  })
}

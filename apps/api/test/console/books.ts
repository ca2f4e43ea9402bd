/** Closing and exporting the books in a browser. */
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { expectSound, type Page, press } from "./browser.ts"
import { expectSoundScreen, type Stage } from "./stage.ts"

/** First month of the demo, which is exported and then closed. */
const month = { start_date: "2026-05-01", end_date: "2026-05-31" }

/** Filter of expenses in the month. */
const anExpense = "type=CARD_TRANSACTION&status=cleared&to=2026-05-20"

const openFirst = async (page: Page): Promise<void> => {
  await page.goto(`/transactions?${anExpense}`)
  await page.locator("[aria-busy=false] [data-row-link]").first().click()
  await page.getByRole("dialog").getByRole("heading", { name: "Movements" }).waitFor()
}

export const books = ({ as, company }: Stage): void => {
  describe("exports", () => {
    test(
      "have instructions if there are none, and no axe violations",
      as("accountant", {}, async (page) => {
        await expectSoundScreen(page, "/money?tab=exports")
        await page.getByText("No exports yet").waitFor()
      }),
    )

    test(
      "are previewed for a month, created, compared with the ledger and saved by keyboard",
      as("accountant", {}, async (page) => {
        const { ask, tokens } = company()
        const all = () => ask("/v1/businesses/1/exports", tokens.accountant)
        await page.goto("/")
        await page.getByRole("heading", { level: 1 }).waitFor()
        await press(page, "Control+k")
        await page.getByPlaceholder("Search pages").waitFor()
        await page.keyboard.type("exports")
        await press(page, "Enter")
        await page.waitForURL("**/money?tab=exports")
        await page.getByRole("button", { name: "New export" }).focus()
        await press(page, "Enter")
        const dialog = page.getByRole("dialog", { name: "New export" })
        await dialog.getByLabel("First day").fill(month.end_date)
        await dialog.getByLabel("Last day").fill(month.start_date)
        expect(await dialog.getByRole("button", { name: "See what" }).isDisabled()).toBe(true)
        await dialog.getByText("The last day is before the first.").waitFor()
        await dialog.getByLabel("First day").fill(month.start_date)
        await dialog.getByLabel("Last day").fill(month.end_date)
        await press(page, "Enter")
        const totals = dialog.getByRole("table", { name: "Totals" })
        await totals.getByRole("row", { name: /^In this export -/u }).waitFor()
        expect(await all()).toMatchObject({ count: 0 })
        await expectSound(page)
        // While the list is reloaded, the page must not show that there are none.
        const lists = (url: URL) => url.pathname.endsWith("/exports")
        const reading = Promise.withResolvers<void>()
        await page.route(lists, async (route) => {
          if (route.request().method() === "GET") await reading.promise
          await route.continue()
        })
        await dialog.getByRole("button", { name: "Create the export" }).focus()
        await press(page, "Enter")
        await dialog.waitFor({ state: "hidden" })
        await page.locator("[data-row-link]").waitFor()
        expect(await page.getByText("No exports yet").count()).toBe(0)
        reading.resolve()
        await page.unrouteAll({ behavior: "wait" })
        const { results } = await all()
        expect(results).toMatchObject([{ ...month, format: "csv", only_new: false }])
        await page.locator("[data-row-link]").waitFor()
        await press(page, "j", "Enter")
        await page.waitForURL((url) => url.searchParams.get("export") === results[0].id)
        const shown = page.getByRole("dialog", { name: /May 2026/u })
        await shown.getByText("Agrees with the ledger").first().waitFor()
        await expectSound(page)
        const saving = page.waitForEvent("download")
        await shown.getByRole("button", { name: "Download" }).focus()
        await press(page, "Enter")
        const saved = await saving
        expect(saved.suggestedFilename()).toBe(results[0].name)
        expect(readFileSync(await saved.path()).byteLength).toBe(results[0].size)
      }),
    )

    test(
      "created again have only new movements, and cannot be created without any",
      as("accountant", {}, async (page) => {
        await page.goto("/money?tab=exports")
        await page.getByRole("button", { name: "New export" }).click()
        const dialog = page.getByRole("dialog", { name: "New export" })
        await dialog.getByLabel("First day").fill(month.start_date)
        await dialog.getByLabel("Last day").fill(month.end_date)
        await dialog.getByRole("button", { name: "See what it exports" }).click()
        await dialog.getByText("This is on because there are earlier exports.").waitFor()
        await dialog.getByText(/^\d+ movements of these days are in an earlier export/u).waitFor()
        await expectSound(page)
        expect(await dialog.getByRole("button", { name: "Create" }).isDisabled()).toBe(true)
        await dialog.getByRole("combobox", { name: "Format" }).click()
        await page.getByRole("option", { name: "Beancount" }).click()
        await dialog.getByRole("button", { name: "See what it exports" }).click()
        await dialog.getByRole("button", { name: "Turn it off" }).click()
        await dialog.getByRole("button", { name: "See what it exports" }).click()
        const uncoded = dialog.getByRole("region", { name: "Some expenses of these days have no" })
        await uncoded.getByRole("link", { name: /^Without a category: \d/u }).waitFor()
        await expectSound(page)
        await dialog.getByRole("button", { name: "Create the export" }).click()
        await page.getByRole("cell", { name: "Beancount", exact: true }).waitFor()
      }),
    )
  })

  describe("the books", () => {
    test(
      "have no axe violations",
      as("admin", {}, (page) => expectSoundScreen(page, "/money?tab=books")),
    )

    test(
      "are closed for a month by an Accountant by keyboard, and cannot be reopened by them",
      as("accountant", {}, async (page) => {
        await page.goto("/money?tab=books")
        await page.getByText("No period is closed yet").waitFor()
        await page.getByLabel("Close through").fill(month.end_date)
        await page.getByText("up to this day are incomplete").waitFor()
        await page.getByRole("button", { name: "Close the books" }).focus()
        await press(page, "Enter")
        const question = page.getByRole("dialog", { name: "Close the books through" })
        await question.getByText("Only an Admin can undo this").waitFor()
        await expectSound(page)
        await question.getByRole("button", { name: "Close the books" }).focus()
        await press(page, "Enter")
        await page.getByRole("heading", { name: "Closed through 31 May 2026" }).waitFor()
        await page.getByRole("region", { name: "Closing history" }).getByText(/Priya/u).waitFor()
        expect(await page.getByRole("button", { name: "Open all" }).count()).toBe(0)
        await page.getByLabel("Close through").fill("2026-05-30")
        await page.getByText("Choose a day after 31 May 2026").waitFor()
        expect(await page.getByRole("button", { name: "Close the books" }).isDisabled()).toBe(true)
      }),
    )

    test.each(["accountant", "member"] as const)(
      "that are closed make the line items of an expense read-only, with a notice: %s",
      (person) =>
        as(person, {}, async (page) => {
          await openFirst(page)
          const sheet = page.getByRole("dialog")
          await sheet.getByRole("region", { name: "This transaction is closed" }).waitFor()
          const amount = sheet.getByLabel("Line 1: Amount")
          expect(await amount.isDisabled()).toBe(true)
          const looks = await amount.evaluate((input) => {
            const { color, opacity } = getComputedStyle(input)
            return { isInk: color === getComputedStyle(document.body).color, opacity }
          })
          expect(looks).toEqual({ isInk: true, opacity: "1" })
          expect(await sheet.getByRole("button", { name: "Add a line" }).count()).toBe(0)
          await sheet.getByLabel("Attendees").fill("Somebody Else")
          await press(page, "Enter")
          await sheet.getByRole("button", { name: "Save" }).click()
          await page.getByText("Saved", { exact: true }).first().waitFor()
          await expectSound(page)
          await press(page, "Escape")
          await page.locator("[data-row-link]").first().waitFor()
          const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/u })
          expect(await boxes.first().isDisabled()).toBe(true)
        })(),
    )

    test(
      "are reopened by an Admin, partly and completely",
      as("admin", {}, async (page) => {
        await page.goto("/money?tab=books")
        await page.getByLabel("Close through").fill("2026-05-10")
        await page.getByRole("button", { name: "Reopen the books" }).click()
        const question = page.getByRole("dialog", { name: "Open the books from 11 May 2026" })
        await question.getByRole("button", { name: "Reopen the books" }).click()
        await page.getByRole("heading", { name: "Closed through 10 May 2026" }).waitFor()
        await page.getByRole("button", { name: "Reopen all periods" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Reopen all periods" }).click()
        await page.getByText("No period is closed yet").waitFor()
        await openFirst(page)
        expect(await page.getByLabel("Line 1: Amount").isDisabled()).toBe(false)
      }),
    )

    test(
      "are not offered to users who may not close them",
      as("manager", {}, async (page) => {
        await page.goto("/money?tab=books")
        await page.getByRole("region", { name: /^Statement/u }).waitFor()
        expect(await page.getByRole("tab").count()).toBe(0)
      }),
    )
  })
}

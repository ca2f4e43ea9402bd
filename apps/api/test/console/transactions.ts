/** Transactions and their sheet in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound, press, wide } from "./browser.ts"
import type { Stage } from "./stage.ts"

export const transactions = ({ as }: Stage): void => {
  describe("transactions", () => {
    test(
      "are found, coded to the cent and completed using only the keyboard",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?receipt=no&expense=incomplete&type=CARD_TRANSACTION")
        await page.locator("[data-row-link]").first().waitFor()
        await press(page, "?")
        await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
        await press(page, "Escape")
        await page.getByRole("dialog").waitFor({ state: "hidden" })
        await press(page, "j", "j", "k", "Enter")
        const sheet = page.getByRole("dialog")
        await sheet.getByText("The lines add up").waitFor()
        await expectSound(page)
        const amount = sheet.getByLabel("Line 1: Amount")
        const whole = await amount.inputValue()
        await amount.focus()
        await press(page, "Control+A")
        await page.keyboard.type("0.01")
        await sheet.getByText("left to assign").waitFor()
        await sheet.getByRole("button", { name: "Save" }).waitFor()
        expect(await sheet.getByRole("button", { name: "Save" }).isDisabled()).toBe(true)
        await sheet.getByRole("button", { name: "Add a line" }).focus()
        await press(page, "Enter")
        await sheet.getByText("The lines add up").waitFor()
        expect(Number(await sheet.getByLabel("Line 2: Amount").inputValue())).toBeCloseTo(
          Number(whole) - 0.01,
          9,
        )
        await sheet.getByLabel("Line 2: Category").focus()
        await page.keyboard.type("Office")
        await press(page, "ArrowDown", "Enter")
        await sheet.getByLabel("Link to a receipt").focus()
        await page.keyboard.type("https://receipts.example.com/1.pdf")
        await press(page, "Enter")
        await sheet.getByRole("button", { name: "Save" }).focus()
        await press(page, "Enter")
        await page.getByText("Saved").first().waitFor()
        await sheet.getByLabel("Line 2: Amount").waitFor()
        await sheet.getByText("You have unsaved changes").waitFor({ state: "hidden" })
        await press(page, "Escape")
        await page.waitForURL((url) => url.pathname === "/transactions")
      }),
    )

    test(
      "are read one after another by keyboard: closing one returns the focus to its row",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions")
        const links = page.locator("[data-row-link]")
        await links.first().waitFor()
        const at = () =>
          links.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))
        await press(page, "j", "j", "j", "Enter")
        await page.getByRole("dialog").getByText("Movements").waitFor()
        await press(page, "Escape")
        await expect.poll(at).toBe(2)
        await press(page, "j")
        expect(await at()).toBe(3)
      }),
    )

    test(
      "show an error if the bounds are reversed",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?receipt=no&least=20&most=10")
        await page.getByText("Nothing matches these filters").waitFor()
        const most = page.getByLabel("At most")
        expect(await most.getAttribute("aria-invalid")).toBe("true")
        expect(await page.getByText("“At most” is less than “At least”.").count()).toBe(2)
        expect(await page.getByText("max_amount").count()).toBe(0)
        const isCut = await page
          .getByRole("combobox", { name: "Receipt" })
          .evaluate((input) => input.scrollWidth > input.clientWidth)
        expect(isCut).toBe(false)
        await expectSound(page)
        await most.fill("30")
        await page.locator("[data-row-link]").first().waitFor()
      }),
    )

    test(
      "show their status completely on a screen of 800 pixels",
      as("accountant", { width: 800 }, async (page) => {
        await page.goto("/transactions")
        const tag = page.locator(".col-expense .tag")
        await tag.first().waitFor()
        const ends = await tag.evaluateAll((tags) =>
          tags.map((each) => {
            each.scrollIntoView({ block: "center" })
            const { right, top, height } = each.getBoundingClientRect()
            return document.elementFromPoint(right - 4, top + height / 2) === each
          }),
        )
        expect(ends.length).toBeGreaterThan(0)
        expect(ends).not.toContain(false)
      }),
    )

    test(
      "show on a phone whether an expense is complete and has a receipt, and no column menu",
      as("accountant", { width: 375 }, async (page) => {
        await page.goto("/transactions?receipt=no&expense=incomplete")
        const row = page.locator("tr[data-row]").first()
        await row.getByText("Incomplete").filter({ visible: true }).waitFor()
        await row.getByText("No receipt").filter({ visible: true }).waitFor()
        await page.goto("/transactions?receipt=yes&expense=complete")
        await row.getByText("Complete").filter({ visible: true }).waitFor()
        await row.getByText("Receipt").filter({ visible: true }).waitFor()
        expect(await page.getByRole("button", { name: "Columns" }).count()).toBe(0)
        await expectSound(page)
      }),
    )

    test(
      "show why a column without space cannot be chosen",
      as("accountant", { width: 800 }, async (page) => {
        await page.goto("/transactions")
        await page.locator("[data-row-link]").first().waitFor()
        const columns = page.getByRole("button", { name: "Columns" })
        const category = page.getByRole("menuitemcheckbox", { name: /^Category/u })
        await columns.click()
        await category.getByText("Needs a wider window").waitFor()
        expect(await category.isDisabled()).toBe(true)
        await page.keyboard.press("Escape")
        await page.setViewportSize(wide)
        await columns.click()
        await category.click()
        await page.locator("th.col-category").waitFor({ state: "detached" })
        await category.click()
        await page.locator("th.col-category").waitFor()
      }),
    )

    test(
      "are found by part of the merchant's name and by amount, also in the address",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?type=spending")
        const first = page.locator("[data-row-link]").first()
        const name = ((await first.textContent()) ?? "").trim()
        await press(page, "/")
        await page.keyboard.type(name.slice(1, -1).toUpperCase())
        await page.waitForURL((url) => url.searchParams.get("search") !== null)
        await page.getByLabel("At least").fill("20.5")
        await page.waitForURL((url) => url.searchParams.get("least") === "20.50")
        await page.locator("[aria-busy=false] [data-row-link]").first().waitFor()
        const names = await page.locator("[data-row-link]").allTextContents()
        expect(new Set(names)).toEqual(new Set([name]))
        const amounts = await page.locator("td.cell-amount > span").allTextContents()
        for (const amount of amounts) {
          expect(Number(amount.replace(/[^\d.]/gu, ""))).toBeGreaterThanOrEqual(20.5)
        }
        await page.getByRole("button", { name: "Clear filters" }).click()
        await page.waitForURL((url) => url.search === "")
        expect(await page.getByLabel("At least").inputValue()).toBe("")
      }),
    )

    test(
      "are found by an amount typed into the merchant search",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?type=spending")
        const amounts = page.locator("[aria-busy=false] td.cell-amount > span")
        await amounts.first().waitFor()
        const amount = ((await amounts.first().textContent()) ?? "").replace(/[^\d.,]/gu, "")
        await press(page, "/")
        await page.keyboard.type(amount)
        await page.getByRole("button", { name: `Search for the amount $${amount}` }).click()
        await amounts.first().waitFor()
        const found = await amounts.allTextContents()
        expect(new Set(found.map((text) => text.replace(/[^\d.,]/gu, "")))).toEqual(
          new Set([amount]),
        )
        expect(await page.getByLabel("Search merchants").inputValue()).toBe("")
      }),
    )

    test(
      "are sorted by their headers, and found by category and custom field value",
      as("accountant", {}, async (page) => {
        const settled = () => page.locator("[aria-busy=false] [data-row-link]").first().waitFor()
        const amounts = async () => {
          await settled()
          const texts = await page.locator("td.cell-amount > span").allTextContents()
          return texts.map((text) => Number(text.replace(/[^\d.-]/gu, "")))
        }
        await page.goto("/transactions")
        await settled()
        // Options are rendered only on focus, because a business may have thousands.
        expect(await page.getByRole("option", { includeHidden: true }).count()).toBe(0)
        await page.getByRole("button", { name: "More filters" }).click()
        await page.getByRole("button", { name: "Amount" }).click()
        await page.waitForURL((url) => url.searchParams.get("sort") === "amount")
        const largestFirst = await amounts()
        expect(largestFirst).toEqual(largestFirst.toSorted((a, b) => a - b))
        expect(new Set(largestFirst).size).toBeGreaterThan(10)
        await page.locator("th[aria-sort=ascending]", { hasText: "Amount" }).waitFor()
        await page.getByRole("button", { name: "Amount" }).click()
        await page.waitForURL((url) => url.searchParams.get("sort") === "-amount")
        const smallestFirst = await amounts()
        expect(smallestFirst).toEqual(smallestFirst.toSorted((a, b) => b - a))
        await page.getByRole("combobox", { name: "Category" }).click()
        await page.keyboard.type("trav")
        await page.locator("[data-combobox-selected]", { hasText: /^Travel$/u }).waitFor()
        await page.keyboard.press("Enter")
        await page.waitForURL((url) => url.searchParams.get("category") !== null)
        await settled()
        const categories = await page.locator("td.col-category").allInnerTexts()
        expect(new Set(categories.map((text) => text.split("\n")[0]))).toEqual(new Set(["Travel"]))
        await page.getByRole("combobox", { name: "Custom field" }).click()
        await page.getByRole("option").first().click()
        await page.getByRole("combobox", { name: "Value" }).click()
        const option = page.getByRole("option").first()
        const value = ((await option.textContent()) ?? "").trim()
        await option.click()
        await page.waitForURL(
          (url) => url.searchParams.get("field")?.endsWith(`:${value}`) ?? false,
        )
        await settled()
        await expectSound(page)
        await page.getByRole("button", { name: "Clear filters" }).click()
        await page.waitForURL((url) => url.search === "?sort=-amount")
      }),
    )

    test(
      "cannot be selected in closed books, not even by keyboard",
      as("accountant", { own: true }, async (page) => {
        await page.route("**/me", async (route) => {
          const response = await route.fetch()
          const { business, ...rest } = await response.json()
          const json = { ...rest, business: { ...business, locked_through: "2099-12-31" } }
          await route.fulfill({ response, json })
        })
        await page.goto("/transactions")
        await page.locator("[data-row-link]").first().waitFor()
        await press(page, "j", "x")
        await page.locator("[data-row] input:disabled").first().waitFor()
        expect(await page.locator("[data-row][aria-selected=true]").count()).toBe(0)
      }),
    )

    test(
      "are coded together if several are selected",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?expense=incomplete&type=CARD_TRANSACTION&page=2")
        await page.locator("[data-row-link]").first().waitFor()
        await press(page, "j", "x", "j", "x")
        await page.getByText("2 transactions selected").waitFor()
        const bar = page.getByRole("region", { name: "2 transactions selected" })
        await bar.getByLabel("Category").click()
        await page.getByRole("option").nth(2).click()
        await bar.getByRole("button", { name: "Set the category" }).click()
        await page
          .getByText(/\d of 2 done/u)
          .first()
          .waitFor()
        await bar.waitFor({ state: "hidden" })
      }),
    )

    test(
      "are coded by keyboard; refused ones stay selected, and each reason appears once",
      as("accountant", { own: true }, async (page) => {
        const refused: Array<string> = []
        await page.route(/\/transactions\/[^/]+$/u, async (route) => {
          if (route.request().method() !== "PATCH") return route.fallback()
          // The server would refuse rows whose budget does not allow the category.
          if (refused.length > 1) return route.fulfill({ json: {} })
          refused.push(route.request().url())
          const detail = "The category is not allowed for this budget."
          const problem = { type: "/", title: "No", status: 400, detail, code: "no", errors: [] }
          await route.fulfill({
            status: 400,
            json: { ...problem, request_id: `${refused.length}` },
          })
        })
        await page.goto("/transactions?expense=incomplete&type=CARD_TRANSACTION&page=2")
        await page.locator("[data-row-link]").first().waitFor()
        await press(page, "j", "x", "j", "x", "j", "x")
        await page.getByRole("region", { name: "3 transactions selected" }).waitFor()
        await press(page, "c")
        await page.keyboard.type("office")
        await page.locator("[data-combobox-selected]", { hasText: /Office/u }).waitFor()
        await press(page, "Enter", "Tab", "Enter")
        const bar = page.getByRole("region", { name: "2 transactions selected" })
        await bar.waitFor()
        const notice = page.getByRole("alert").filter({ hasText: "2 transactions were refused" })
        expect(((await notice.textContent()) ?? "").match(/not allowed/gu)?.length).toBe(1)
        await press(page, "c", "Tab", "Enter")
        await bar.waitFor({ state: "hidden" })
        const focused = () =>
          page.evaluate(() => document.activeElement?.hasAttribute("data-row-link"))
        await expect.poll(focused).toBe(true)
      }),
    )

    test(
      "are selected on a phone with a bar of full width that covers no row permanently",
      as("accountant", { width: 375 }, async (page) => {
        await page.goto("/transactions")
        await page.locator("[data-row-link]").first().waitFor()
        const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/u })
        await boxes.first().click()
        await boxes.nth(1).click()
        const bar = page.getByRole("region", { name: "2 transactions selected" })
        expect((await bar.boundingBox())?.width).toBe(375)
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        const last = await page.locator("tr[data-row]").last().boundingBox()
        const top = (await bar.boundingBox())?.y ?? 0
        expect((last?.y ?? top) + (last?.height ?? top)).toBeLessThanOrEqual(top)
        await expectSound(page)
      }),
    )

    test(
      "show an employee their own spending",
      as("member", {}, async (page) => {
        await page.goto("/transactions")
        await page.locator("[data-row-link]").first().waitFor()
        const people = await page.locator("td.col-person").allInnerTexts()
        expect(new Set(people)).toContain("Henry Lindqvist")
        await page.getByText("Your spending").waitFor()
      }),
    )

    test(
      "that do not exist show the same message as any unknown address",
      as("accountant", {}, async (page) => {
        for (const id of ["xyz", crypto.randomUUID()]) {
          await page.goto(`/transactions/${id}`)
          const sheet = page.getByRole("dialog")
          await sheet.getByText("There is nothing here").waitFor()
          expect(await sheet.getByText("Loading").count()).toBe(0)
          expect(await sheet.getByRole("button", { name: "Try again" }).count()).toBe(0)
        }
        await expectSound(page)
      }),
    )

    test(
      "have the usual format of amounts if the user cannot change them",
      as("manager", {}, async (page) => {
        await page.goto("/transactions?type=CARD_TRANSACTION&sort=amount")
        const row = page.locator("tr[data-row]:has(input:disabled)").first()
        const amount = await row.locator(".cell-amount > span").textContent()
        await row.locator("[data-row-link]").click()
        const input = page.getByRole("dialog").getByLabel("Line 1: Amount")
        await expect.poll(() => input.inputValue()).toBe(amount?.replace("-", ""))
        expect(amount).toMatch(/^-\$\d+,\d{3}\.\d\d$/u)
        await expectSound(page)
      }),
    )

    test(
      "that are being edited retain text typed while the connection is lost",
      as("accountant", { own: true }, async (page) => {
        await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
        await page.locator("[data-row-link]").nth(1).click()
        const sheet = page.getByRole("dialog")
        await sheet.getByLabel("Line 1: Description").fill("Typed while the line was down")
        await page.context().setOffline(true)
        await sheet.getByRole("button", { name: "Save" }).click()
        await page.getByText("The connection to the service is lost.").first().waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        const icon = page.locator(".connection svg")
        await expect.poll(async () => (await icon.boundingBox())?.width).toBe(18)
        await page.setViewportSize({ width: 1280, height: 860 })
        expect(await sheet.getByLabel("Line 1: Description").inputValue()).toContain("Typed while")
        await page.context().setOffline(false)
        await page.getByText("Saved").first().waitFor()
      }),
    )

    test(
      "are shown in German, with its amounts and dates",
      as("admin", { language: "de-DE" }, async (page) => {
        await page.goto("/transactions")
        await page.getByRole("heading", { name: "Transaktionen" }).waitFor()
        await page.locator("td.cell-amount").first().waitFor()
        expect(await page.locator("td.cell-amount").first().textContent()).toMatch(/,\d\d\s\$/u)
        expect(await page.locator("html").getAttribute("lang")).toBe("de")
        await expectSound(page)
      }),
    )
  })
}

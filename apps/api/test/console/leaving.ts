/** Confirmations before unsaved input is lost, in a real browser. */
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { isInForm } from "./browser.ts"
import type { Stage } from "./stage.ts"

const question = "What you have entered is not saved. Discard it?"

/** Collects the page's questions from now on, and answers no until `sayYes` is called. */
const questionsOf = (page: Page) => {
  const questions: Array<string> = []
  let isYes = false
  page.on("dialog", (dialog) => {
    questions.push(dialog.type() === "beforeunload" ? "beforeunload" : dialog.message())
    return isYes ? dialog.accept() : dialog.dismiss()
  })
  const sayYes = () => {
    isYes = true
  }
  return { questions, sayYes }
}

interface Filled {
  readonly name: string
  readonly address: string
  /** Button that opens it, and the field in it. */
  readonly open: string | RegExp
  readonly field: string | RegExp
}

const dialogs: ReadonlyArray<Filled> = [
  { name: "a request", address: "/approvals", open: "Ask for money", field: "What it is for" },
  { name: "a budget", address: "/budgets", open: "New budget", field: "Name" },
  { name: "an invite", address: "/people", open: "Invite someone", field: "Email address" },
  { name: "a category", address: "/settings?tab=categories", open: "New category", field: "Name" },
  { name: "a policy", address: "/settings?tab=policies", open: /^Change /u, field: "Name" },
  { name: "a webhook", address: "/settings?tab=webhooks", open: "New webhook", field: "Address" },
  { name: "a token", address: "/settings?tab=apiTokens", open: "New token", field: "Name" },
]

const inDialogs = ({ as }: Stage): void => {
  test.each(dialogs)(
    "$name asks by Escape, by a click outside, and never without a change",
    (row) =>
      as("admin", { own: true }, async (page) => {
        const { questions, sayYes } = questionsOf(page)
        await page.goto(row.address)
        const opener = page.getByRole("button", { name: row.open }).first()
        const dialog = page.getByRole("dialog")
        const field = dialog.getByLabel(row.field)
        await opener.click()
        await field.waitFor()
        await expect.poll(() => isInForm(dialog)).toBe(true)
        const before = await field.inputValue()
        await field.fill("Typed")
        await field.fill(before)
        await page.keyboard.press("Escape")
        await dialog.waitFor({ state: "hidden" })
        expect(questions).toEqual([])
        // The focus returns to where it was.
        await expect.poll(() => opener.evaluate((_) => _ === document.activeElement)).toBe(true)
        await page.keyboard.press("Enter")
        await field.fill("Typed")
        await page.keyboard.press("Escape")
        await page.mouse.click(5, 5)
        expect(questions).toEqual([question, question])
        expect(await field.inputValue()).toBe("Typed")
        sayYes()
        await page.keyboard.press("Escape")
        await dialog.waitFor({ state: "hidden" })
        await opener.click()
        expect(await field.inputValue()).toBe(before)
        await dialog.getByRole("button", { name: "Cancel" }).click()
        await dialog.waitFor({ state: "hidden" })
        expect(questions.length).toBe(3)
      })(),
  )
}

const byBack = ({ as }: Stage): void => {
  test(
    "Back closes a dialog first, asks about its input, and then leaves the page",
    as("admin", { own: true }, async (page) => {
      const { questions, sayYes } = questionsOf(page)
      const back = () => page.evaluate(() => history.back())
      await page.goto("/budgets")
      await page.getByRole("link", { name: "People" }).click()
      const opener = page.getByRole("button", { name: "Invite someone" })
      const dialog = page.getByRole("dialog")
      const field = dialog.getByLabel("Email address")
      await opener.click()
      await field.waitFor()
      await back()
      await dialog.waitFor({ state: "hidden" })
      await page.waitForURL((url) => url.pathname === "/people")
      await opener.click()
      await field.fill("Typed")
      await back()
      await expect.poll(() => questions).toEqual([question])
      expect(await field.inputValue()).toBe("Typed")
      sayYes()
      await back()
      await dialog.waitFor({ state: "hidden" })
      await opener.waitFor()
      await back()
      await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
      expect(questions).toEqual([question, question])
    }),
  )
}

const onPages = ({ as }: Stage): void => {
  test(
    "the profile asks before another section, another page, signing out and closing the tab",
    as("manager", { own: true }, async (page) => {
      const { questions, sayYes } = questionsOf(page)
      await page.goto("/budgets")
      await page.getByRole("link", { name: "Settings" }).click()
      await page.getByRole("tab", { name: "Profile" }).click()
      const name = page.getByLabel("Display name")
      await name.fill("Charlie")
      await page.evaluate(() => history.back())
      await expect.poll(() => questions).toEqual([question])
      questions.length = 0
      await page.getByRole("tab", { name: "Categories" }).click()
      await page.getByRole("link", { name: "Budgets" }).click()
      await page.getByTitle(/^Account/u).click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      expect(questions).toEqual([question, question, question])
      // The link to the content does not leave the page.
      await page.locator(".skip").focus()
      await page.keyboard.press("Enter")
      expect(await name.inputValue()).toBe("Charlie")
      expect(questions.length).toBe(3)
      await page.close({ runBeforeUnload: true })
      await expect.poll(() => questions.at(-1)).toBe("beforeunload")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Saved", { exact: true }).first().waitFor()
      await page.getByRole("link", { name: "Budgets" }).click()
      await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
      expect(questions.length).toBe(4)
      await page.goto("/settings?tab=profile")
      await name.fill("")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Saved", { exact: true }).first().waitFor()
      await name.fill("Char")
      sayYes()
      await page.getByRole("link", { name: "People" }).click()
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
      expect(questions.slice(4)).toEqual([question])
    }),
  )

  test(
    "the settings of a budget ask; creating and deleting one, which leave the page, do not",
    as("admin", { own: true, language: "de-DE" }, async (page) => {
      const { questions } = questionsOf(page)
      await page.goto("/budgets")
      await page.getByRole("button", { name: "Neues Budget" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Name").fill("Kurz")
      await dialog.getByLabel("Betrag je Zeitraum").fill("10")
      await dialog.getByRole("combobox", { name: "Mitglieder" }).click()
      await page.getByRole("option").first().click()
      await page.keyboard.press("Tab")
      await dialog.getByRole("button", { name: "Neues Budget" }).click()
      await page.getByRole("heading", { level: 1, name: "Kurz" }).waitFor()
      expect(questions).toEqual([])
      await page.getByRole("tab", { name: "Einstellungen" }).click()
      await page.getByLabel("Name").fill("Lang")
      await page.getByRole("tab", { name: "Übersicht" }).click()
      expect(questions).toEqual([
        "Ihre Eingaben sind nicht gespeichert. Möchten Sie sie verwerfen?",
      ])
      await page.getByRole("button", { name: "Budget löschen" }).click()
      await dialog.getByRole("button", { name: "Löschen" }).click()
      await page.waitForURL((url) => url.pathname === "/budgets")
      expect(questions.length).toBe(1)
    }),
  )

  test(
    "an expense asks also about a link that was typed but not added",
    as("accountant", { own: true }, async (page) => {
      const { questions } = questionsOf(page)
      await page.goto("/transactions?expense=incomplete&type=CARD_TRANSACTION")
      await page.locator("[data-row-link]").first().click()
      const link = page.getByRole("dialog").getByLabel("Link to a receipt")
      await link.fill("https://receipts.example.com/2.pdf")
      await page.keyboard.press("Escape")
      expect(questions).toEqual([question])
      await link.fill("")
      await page.keyboard.press("Escape")
      await page.waitForURL((url) => url.pathname === "/transactions")
      expect(questions.length).toBe(1)
    }),
  )
}

export const leaving = (stage: Stage): void => {
  describe("unsaved input is not lost without a confirmation", () => {
    inDialogs(stage)
    byBack(stage)
    onPages(stage)
  })
}

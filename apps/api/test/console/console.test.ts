/**
 * The console in a real browser. Where npm brings no Chromium for the platform the tests say so and
 * end: what needs none is tested in `apps/console`.
 */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  expectSound,
  type Looks,
  type Page,
  press,
  startBrowser,
  switchTheme,
  visit,
} from "./browser.ts"
import { openCompany, type Person } from "./company.ts"

let browser: Browser | null = null
let company: Awaited<ReturnType<typeof openCompany>>
beforeAll(async () => {
  browser = await startBrowser()
  if (browser === null) console.log("left out: npm has no Chromium for this platform")
  else company = await openCompany()
})
afterAll(async () => {
  await browser?.close()
  await company?.close()
})

/** One look at the console, by one person. */
const as =
  (person: Person | null, looks: Looks, work: (page: Page) => Promise<void>) => async () => {
    if (browser === null) return
    const token = person === null ? null : company.tokens[person]
    const { context, page, faults } = await visit(browser, company.url, token, looks)
    try {
      await work(page)
      expect(faults).toEqual([])
    } finally {
      await context.close()
    }
  }

describe("every screen", () => {
  const screens = ["/", "/transactions", "/approvals", "/budgets", "/people", "/people?tab=roles"]

  test.each(screens)(
    "%s breaks no rule of axe, light and wide or dark and narrow",
    async (screen) => {
      await as("admin", {}, async (page) => {
        await page.goto(screen)
        await page.getByRole("heading", { level: 1 }).waitFor()
        await expectSound(page)
        await switchTheme(page, "dark")
        await page.setViewportSize({ width: 360, height: 740 })
        await expectSound(page)
      })()
    },
  )
})

describe("signing in", () => {
  test(
    "with a token, from the address that one wanted to see",
    as(null, {}, async (page) => {
      await page.goto("/transactions?expense=incomplete")
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      await expectSound(page)
      await page.getByRole("button", { name: "Sign in with an API token" }).click()
      await page.getByLabel("Token", { exact: true }).fill("outlay_wrong")
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.getByRole("alert").waitFor()
      await page.getByLabel("Token", { exact: true }).fill(company.tokens.member)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.waitForURL("**/transactions?expense=incomplete")
      await page.getByRole("heading", { name: "Transactions" }).waitFor()
    }),
  )

  test(
    "by the link of a message, once, and out again",
    as(null, {}, async (page) => {
      await page.goto("/budgets")
      await page.getByLabel("Email address").fill("amelia.hart@demo.example")
      await page.getByRole("button", { name: "Email me a link" }).click()
      await page.getByText("Check your inbox").waitFor()
      await expectSound(page)
      const token = await company.linkToken()
      await page.goto(`/sign-in#token=${token}`)
      await page.waitForURL((url) => url.pathname === "/budgets")
      await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
      await page.reload()
      await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
      await page.getByRole("button", { name: /Amelia/u }).click()
      await page.getByRole("menuitem", { name: "Sign out" }).click()
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      await page.goto(`/sign-in#token=${token}`)
      await page.reload()
      await page.getByRole("alert").waitFor()
    }),
  )

  test(
    "never leads to another host",
    as(null, {}, async (page) => {
      await page.goto("/sign-in?return_to=//elsewhere.example/")
      await page.getByRole("button", { name: "Sign in with an API token" }).click()
      await page.getByLabel("Token", { exact: true }).fill(company.tokens.member)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
      expect(new URL(page.url()).origin).toBe(company.url)
    }),
  )
})

describe("transactions", () => {
  test(
    "by keyboard alone, an expense is found, coded to the cent and completed",
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
    "two people who change one thing see it, and nobody overwrites unawares",
    as("accountant", {}, async (page) => {
      await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
      await page.locator("[data-row-link]").first().click()
      const sheet = page.getByRole("dialog")
      await sheet.getByLabel("Line 1: Description").fill("What I know of it")
      const path = `/v2/businesses/1${new URL(page.url()).pathname}`
      const response = await fetch(company.url + path, {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${company.tokens.admin}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ attendees: ["Somebody Else"] }),
      })
      expect(response.status).toBe(200)
      await sheet.getByRole("button", { name: "Save" }).click()
      await sheet.getByText("Someone else changed this meanwhile").waitFor()
      expect(await sheet.getByLabel("Line 1: Description").inputValue()).toBe("What I know of it")
      await sheet.getByRole("button", { name: "Show their version" }).click()
      await sheet.getByText("Somebody Else").first().waitFor()
      expect(await sheet.getByLabel("Line 1: Description").inputValue()).not.toBe(
        "What I know of it",
      )
    }),
  )

  test(
    "many are coded at once",
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
    "an employee sees their own, and changes them",
    as("member", {}, async (page) => {
      await page.goto("/transactions")
      await page.locator("[data-row-link]").first().waitFor()
      const people = await page.locator("td.col-person").allInnerTexts()
      expect(new Set(people)).toContain("Henry Lindqvist")
      await page.getByText("Your spending").waitFor()
    }),
  )

  test(
    "a lost connection says so, and loses no typing",
    as("accountant", {}, async (page) => {
      await page.goto("/transactions?type=CARD_TRANSACTION&expense=complete")
      await page.locator("[data-row-link]").nth(1).click()
      const sheet = page.getByRole("dialog")
      await sheet.getByLabel("Line 1: Description").fill("Typed while the line was down")
      await page.context().setOffline(true)
      await sheet.getByRole("button", { name: "Save" }).click()
      await page.getByText("The connection to the service is lost.").first().waitFor()
      expect(await sheet.getByLabel("Line 1: Description").inputValue()).toContain("Typed while")
      await page.context().setOffline(false)
      await page.getByText("Saved").first().waitFor()
    }),
  )

  test(
    "speak German, with its amounts and dates",
    as("admin", { language: "de-DE" }, async (page) => {
      await page.goto("/transactions")
      await page.getByRole("heading", { name: "Umsätze" }).waitFor()
      await page.locator("td.cell-amount").first().waitFor()
      expect(await page.locator("td.cell-amount").first().textContent()).toMatch(/,\d\d\s\$/u)
      expect(await page.locator("html").getAttribute("lang")).toBe("de")
      await expectSound(page)
    }),
  )
})

describe("budgets and approvals", () => {
  test(
    "an employee asks for money, and withdraws the request",
    as("member", {}, async (page) => {
      await page.goto("/approvals")
      await page.getByRole("button", { name: "Ask for money" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("combobox", { name: "Budget" }).click()
      await page.getByRole("option").first().click()
      await dialog.getByLabel("Amount").fill("12.345")
      await dialog.getByLabel("What it is for").fill("Taxis to the fair")
      await dialog.getByText("At most 2 decimals.").waitFor()
      await dialog.getByLabel("Amount").fill("120.50")
      await dialog.getByRole("button", { name: "Send the request" }).click()
      await page.getByText("Your request was sent").waitFor()
      await page.getByRole("tab", { name: "My requests" }).click()
      const request = page.getByRole("listitem").filter({ hasText: "Taxis to the fair" })
      await request.getByText("$120.50").waitFor()
      expect(await request.getByRole("button", { name: "Approve" }).count()).toBe(0)
      await request.getByRole("button", { name: "Withdraw" }).click()
      await request.getByText("Withdrawn").waitFor()
    }),
  )

  test(
    "an Admin approves what waits",
    as("admin", {}, async (page) => {
      await page.goto("/")
      await page.getByRole("link", { name: "Waiting for your approval" }).click()
      const request = page.getByRole("listitem").filter({ hasText: "asks for" }).first()
      const text = (await request.locator(".request-text span").nth(1).textContent()) ?? ""
      await request.getByRole("button", { name: "Approve" }).click()
      await page.getByText("Saved").first().waitFor()
      await page.getByRole("tab", { name: "Decided" }).click()
      await page.getByRole("listitem").filter({ hasText: text }).getByText("Approved").waitFor()
    }),
  )

  test(
    "an Admin sees what a change of a budget would do, and does it",
    as("admin", {}, async (page) => {
      await page.goto("/budgets")
      await page.getByRole("link", { name: /^Marketing/u }).click()
      await page.getByRole("heading", { level: 1, name: "Marketing" }).waitFor()
      await page.getByRole("table", { name: "Periods" }).waitFor()
      await expectSound(page)
      await page.getByRole("tab", { name: "Settings" }).click()
      await page.getByLabel("Amount for each period").fill("16,250.75")
      await page.getByRole("button", { name: "See what it does" }).click()
      const dialog = page.getByRole("dialog", { name: "What this would do" })
      await dialog.getByText("$16,250.75").waitFor()
      await expectSound(page)
      await dialog.getByRole("button", { name: "Do it" }).click()
      await page.getByText("Saved").first().waitFor()
      await page.reload()
      await page.getByRole("tab", { name: "Settings" }).click()
      expect(await page.getByLabel("Amount for each period").inputValue()).toBe("16250.75")
    }),
  )

  test(
    "an employee is offered nothing that would be refused",
    as("member", {}, async (page) => {
      await page.goto("/budgets")
      await page.locator(".budget-card").first().waitFor()
      expect(await page.getByRole("button", { name: "New budget" }).count()).toBe(0)
      await page.locator(".budget-card").first().click()
      await page.getByRole("heading", { level: 1 }).waitFor()
      expect(await page.getByRole("tab", { name: "Settings" }).count()).toBe(0)
    }),
  )
})

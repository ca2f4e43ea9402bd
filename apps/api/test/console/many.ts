/** A business with many records, in a browser. */
import { describe, expect, test } from "vitest"
import type { Stage } from "./stage.ts"

export const many = ({ as, company }: Stage): void => {
  describe("in a business with many users", () => {
    test(
      "fifty are shown at a time, and a search finds any of them",
      as("admin", { own: true }, async (page) => {
        await page.route(/\/users\?/u, async (route) => {
          const response = await route.fetch()
          const [first] = (await response.json()).results
          const results = Array.from({ length: 120 }, (_, n) => ({
            ...first,
            id: 1000 + n,
            name: `Person ${n}`,
            email: `person-${n}@example.com`,
            delegate_approver: n === 110 ? 1003 : null,
          }))
          await route.fulfill({ response, json: { count: 120, next: null, results } })
        })
        await page.goto("/people")
        const rows = page.getByRole("table", { name: "People" }).locator("tbody tr")
        await page.getByText("1–50 of 120").waitFor()
        expect(await rows.count()).toBe(50)
        for (const part of ["51–100 of 120", "101–120 of 120"]) {
          await page.getByRole("button", { name: "Next page" }).click()
          await page.getByText(part).waitFor()
        }
        expect(await rows.count()).toBe(20)
        await page.getByLabel("Search people").fill("person 110")
        await expect.poll(() => rows.count()).toBe(1)
        await rows.getByRole("cell", { name: "Person 3", exact: true }).waitFor()
        expect(await page.locator(".pager").count()).toBe(0)
        await page.getByLabel("Search people").fill("")
        await page.getByText("101–120 of 120").waitFor()
      }),
    )

    test(
      "fifty budgets are shown at a time, and a search finds any of them",
      as("admin", { own: true }, async (page) => {
        await page.route(/\/budgets\?/u, async (route) => {
          const response = await route.fetch()
          const [first] = (await response.json()).results
          const results = Array.from({ length: 120 }, (_, n) => ({
            ...first,
            id: `0192e505-9000-7068-b7c1-${String(n).padStart(12, "0")}`,
            name: `Budget ${n}`,
          }))
          await route.fulfill({ response, json: { count: 120, next: null, results } })
        })
        await page.goto("/budgets")
        const cards = page.locator(".budget-card")
        await page.getByText("1–50 of 120").waitFor()
        expect(await cards.count()).toBe(50)
        await page.getByRole("button", { name: "Next page" }).click()
        await page.getByText("51–100 of 120").waitFor()
        await page.getByLabel("Search budgets").fill("budget 110")
        await expect.poll(() => cards.count()).toBe(1)
        expect(await page.locator(".pager").count()).toBe(0)
      }),
    )

    test(
      "transactions load the people and budgets of their filters when the field is entered",
      as("accountant", { own: true }, async (page) => {
        const lists: Array<string> = []
        page.on("request", (request) => {
          const path = new URL(request.url()).pathname.split("/").slice(4).join("/")
          if (path === "users" || path === "budgets") lists.push(path)
        })
        const { userId } = company()
        await page.goto(`/transactions?person=${userId("member")}`)
        await page.locator("[data-row-link]").first().waitFor()
        const person = page.getByRole("combobox", { name: "Person" })
        await expect.poll(() => person.inputValue()).toBe("Henry Lindqvist")
        await page.waitForLoadState("networkidle")
        expect(lists).toEqual([])
        const typed = Promise.withResolvers<void>()
        await page.route(/\/budgets\?/u, async (route) => {
          await typed.promise
          await route.continue()
        })
        await page.getByRole("combobox", { name: "Budget" }).focus()
        await page.keyboard.type("trav")
        await page.getByText("Loading", { exact: true }).filter({ visible: true }).waitFor()
        typed.resolve()
        await page.locator("[data-combobox-selected]", { hasText: /^Travel$/u }).waitFor()
        await page.keyboard.press("Enter")
        await page.waitForURL((url) => url.searchParams.get("budget") !== null)
        expect(lists).toEqual(["budgets"])
        await person.focus()
        await page.keyboard.press("Control+A")
        await page.keyboard.type("charl")
        await page.getByRole("option", { name: "Charlotte Nguyen" }).click()
        const id = String(userId("manager"))
        await page.waitForURL((url) => url.searchParams.get("person") === id)
        expect(lists).toEqual(["budgets", "users"])
      }),
    )
  })
}

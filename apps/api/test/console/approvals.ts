/** Budgets and approvals in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound } from "./browser.ts"
import type { Stage } from "./stage.ts"

export const approvals = ({ as, company }: Stage): void => {
  describe("budgets and approvals", () => {
    test(
      "an employee requests money and withdraws the request",
      as("member", {}, async (page) => {
        await page.goto("/approvals")
        await page.getByRole("button", { name: "Ask for money" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByRole("combobox", { name: "Budget" }).click()
        await page.getByRole("option").first().click()
        await dialog.getByLabel("Amount").fill("12.345")
        await dialog.getByLabel("What it is for").fill("Taxis to the fair")
        await dialog.getByText("At most 2 decimal places.").waitFor()
        await dialog.getByLabel("Amount").fill("0")
        await dialog.getByText("Enter an amount above 0.").waitFor()
        await dialog.getByLabel("Amount").fill("120.50")
        await dialog.getByRole("button", { name: "Send the request" }).click()
        await page.getByText("Your request was sent").waitFor()
        await page.getByRole("tab", { name: "My requests" }).click()
        const request = page.getByRole("listitem").filter({ hasText: "Taxis to the fair" })
        await request.getByText("$120.50").waitFor()
        await request
          .getByText("The owners of the budget and Admins can decide this request.")
          .waitFor()
        expect(await request.getByRole("button", { name: "Approve" }).count()).toBe(0)
        await request.getByRole("button", { name: "Withdraw" }).click()
        await request.getByText("Withdrawn").waitFor()
      }),
    )

    test(
      "a request that the user cannot decide shows who can",
      as("accountant", {}, async (page) => {
        await page.goto("/approvals")
        const request = page.getByRole("listitem").filter({ hasText: "asks for" }).first()
        await request.getByText(/^[A-Z].* or an Admin can decide this request\.$/u).waitFor()
        expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0)
        await expectSound(page)
      }),
    )

    test(
      "a request for a member's limit shows the member and their funds",
      as("admin", {}, async (page) => {
        const { ask, tokens } = company()
        const path = "/v1/businesses/1/budgets"
        const { results } = await ask(`${path}?limit=500&is_deleted=false`, tokens.admin)
        const travel = results.find((each: { name: string }) => each.name === "Travel")
        const all = await ask(`${path}/${travel.id}/members?limit=500`, tokens.admin)
        const of = (each: { user?: { name: string } }) => each.user?.name === "Henry Lindqvist"
        const member = all.results.find(of)
        const requestBody = { amount: 12.5, description: "Ferry to the fair" }
        const topups = `${path}/${travel.id}/members/${member.id}/topups`
        const { id } = await ask(topups, tokens.member, requestBody)
        const money = (amount: number) =>
          amount.toLocaleString("en", { style: "currency", currency: "USD" })
        const [before, after] = [member.available_amount, member.available_amount + 12.5]
        const effect = `Available to Henry Lindqvist: ${money(before)} → ${money(after)}`
        await page.goto("/approvals")
        const request = page.getByRole("listitem").filter({ hasText: requestBody.description })
        await request.getByText(effect).waitFor()
        await page.goto(`/budgets/${travel.id}?tab=topups`)
        const row = page.getByRole("row").filter({ hasText: requestBody.description })
        await row.getByText("for the limit of Henry Lindqvist").waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        await row.getByText(/^Henry Lindqvist · \d+ [A-Z]/u).waitFor()
        await expectSound(page)
        // An error in the limit of a new member is shown at its field.
        await page.getByRole("tab", { name: "Members" }).click()
        await page.getByRole("button", { name: "Add a member" }).click()
        const adding = page.getByRole("dialog", { name: "Add a member" })
        await adding.getByRole("combobox", { name: "Person" }).click()
        await page.getByRole("option", { name: "Amelia Hart" }).click()
        const limit = adding.getByLabel("Limit for each period")
        await limit.fill("-5")
        await adding.getByRole("button", { name: "Add", exact: true }).click()
        await adding.getByText("Enter at least 0.").waitFor()
        expect(await limit.getAttribute("aria-invalid")).toBe("true")
        // If a request is withdrawn while someone decides it, it disappears with its dialog.
        await page.goto("/approvals")
        await request.getByRole("button", { name: "Decline" }).click()
        const dialog = page.getByRole("dialog", { name: "Decline the request" })
        await dialog.getByLabel("Reason (optional)").fill("Take the bus")
        await ask(`${topups}/${id}/cancel`, tokens.member, {})
        await dialog.getByRole("button", { name: "Decline" }).click()
        await page.getByRole("alert").getByText("This request is already withdrawn.").waitFor()
        expect(await request.count()).toBe(0)
        await expectSound(page)
      }),
    )

    test(
      "an Admin approves a pending request",
      as("admin", {}, async (page) => {
        await page.goto("/")
        await page.getByRole("link", { name: "Waiting for your approval" }).click()
        const request = page.getByRole("listitem").filter({ hasText: "asks for" }).first()
        const text = (await request.locator(".request-text span").nth(1).textContent()) ?? ""
        const approve = request.getByRole("button", { name: "Approve" })
        await approve.press("Enter")
        await page
          .getByText(/^Approved: \$[\d.,]+$/u)
          .first()
          .waitFor()
        await page.getByRole("listitem").filter({ hasText: text }).waitFor({ state: "detached" })
        // The focus continues from there, and pressing a key twice decides nothing more.
        const place = await page.evaluate(() => document.activeElement?.matches("li, #content"))
        expect(place).toBe(true)
        await page.getByRole("tab", { name: "Decided" }).click()
        await page.getByRole("listitem").filter({ hasText: text }).getByText("Approved").waitFor()
      }),
    )

    test(
      "an Admin declines a pending request with a reason, which is shown",
      as("admin", {}, async (page) => {
        await page.goto("/approvals")
        const request = page.getByRole("listitem").filter({ hasText: "asks for" }).first()
        const text = (await request.locator(".request-text span").nth(1).textContent()) ?? ""
        await request.getByRole("button", { name: "Decline" }).click()
        const dialog = page.getByRole("dialog", { name: "Decline the request" })
        await dialog.getByLabel("Reason (optional)").fill("Paid from another budget")
        await expectSound(page)
        await dialog.getByRole("button", { name: "Cancel" }).click()
        await request.getByRole("button", { name: "Decline" }).click()
        await dialog.getByLabel("Reason (optional)").fill("Paid from the travel budget")
        await dialog.getByRole("button", { name: "Decline" }).click()
        await page
          .getByText(/^Declined: \$[\d.,]+$/u)
          .first()
          .waitFor()
        await page.getByRole("tab", { name: "Decided" }).click()
        const decided = page.getByRole("listitem").filter({ hasText: text }).first()
        await decided.getByText("Declined").waitFor()
        await decided.getByText("Reason: Paid from the travel budget").waitFor()
      }),
    )

    test(
      "an Admin previews a change of a budget and saves it",
      as("admin", {}, async (page) => {
        await page.goto("/budgets")
        await page.getByRole("link", { name: /^Marketing/u }).click()
        await page.getByRole("heading", { level: 1, name: "Marketing" }).waitFor()
        await page.getByRole("table", { name: "Periods" }).waitFor()
        await expectSound(page)
        await page.getByRole("tab", { name: "Settings" }).click()
        await page.getByLabel("Amount for each period").fill("16,250.75")
        await page.getByRole("button", { name: "Preview" }).click()
        const dialog = page.getByRole("dialog", { name: "What would change" })
        await dialog.getByText("$16,250.75").waitFor()
        await expectSound(page)
        await dialog.getByRole("button", { name: "Apply" }).click()
        await page.getByText("Saved").first().waitFor()
        await page.reload()
        await page.getByRole("tab", { name: "Settings" }).click()
        expect(await page.getByLabel("Amount for each period").inputValue()).toBe("16250.75")
      }),
    )

    test(
      "the gauge of a budget is next to the amount spent, not to the days left",
      as("manager", { width: 375 }, async (page) => {
        await page.goto("/budgets")
        await page.locator(".budget-card").first().click()
        const used = page.locator(".used")
        await used.getByText(/^\d+\s?% spent$/u).waitFor()
        await used.getByText(/^\$[\d.,]+ of \$[\d.,]+$/u).waitFor()
        expect(await used.getByRole("meter").count()).toBe(1)
        const gauge = await used.locator(".gauge").boundingBox()
        const period = await page.getByText(/^(\d+ days? left|ends today)$/u).boundingBox()
        expect(gauge?.y).toBeLessThan((period?.y ?? 0) - 100)
      }),
    )

    test(
      "an employee is not offered actions that would be refused",
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
}

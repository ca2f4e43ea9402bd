/** Signing in and returning to the requested page, in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound } from "./browser.ts"
import type { Stage } from "./stage.ts"

export const token = ({ as, company }: Stage): void => {
  describe("signing in", () => {
    test(
      "works with a token, and returns to the requested address",
      as(null, {}, async (page) => {
        await page.goto("/transactions?expense=incomplete")
        await page.getByRole("heading", { name: "Sign in" }).waitFor()
        await expectSound(page)
        await page.getByRole("button", { name: "Sign in with an API token" }).click()
        await page.getByLabel("Token", { exact: true }).fill("outlay_wrong")
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        const wrong = page.getByText("This token is not valid, or no longer valid.")
        await wrong.waitFor()
        const colour = (of: Element) => getComputedStyle(of).color
        const help = page.getByText("It is stored in this tab only.")
        expect(await wrong.evaluate(colour)).not.toBe(await help.evaluate(colour))
        await page.getByLabel("Token", { exact: true }).fill(company().tokens.member)
        await page.getByLabel("Business number").fill("77")
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        await page.getByText("This token does not belong to this business.").waitFor()
        await expectSound(page)
        await page.getByLabel("Business number").fill("1")
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        await page.waitForURL("**/transactions?expense=incomplete")
        await page.getByRole("heading", { name: "Transactions" }).waitFor()
      }),
    )

    test(
      "works once with a link from a message, and signing out works",
      as(null, {}, async (page) => {
        await page.goto("/budgets")
        await page.getByLabel("Email address").fill("amelia.hart@demo.example")
        await page.getByRole("button", { name: "Create a link" }).click()
        await page.getByText("Ask for your link").waitFor()
        await expectSound(page)
        const token = await company().linkToken()
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
      "never redirects to another host",
      as(null, {}, async (page) => {
        await page.goto("/sign-in?return_to=//elsewhere.example/")
        await page.getByRole("button", { name: "Sign in with an API token" }).click()
        await page.getByLabel("Token", { exact: true }).fill(company().tokens.member)
        await page.context().setOffline(true)
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        // The request fails in the end, and nothing claims that it is still retried.
        await page.getByText("Try again when the connection is back.").waitFor()
        await page.context().setOffline(false)
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
        expect(new URL(page.url()).origin).toBe(company().url)
      }),
    )
  })
}

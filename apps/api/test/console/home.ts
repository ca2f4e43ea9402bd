/** Home and the command palette in a browser. */
import { statSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../outlay.ts"
import { expectSound, press } from "./browser.ts"
import type { Stage } from "./stage.ts"

const assets = join(root, "apps/console/dist/assets")

/** Maximum size of the script of Home in bytes, compressed with gzip. */
const mostScript = 250_000

export const home = ({ as, company }: Stage): void => {
  describe("home", () => {
    test(
      "has a script, including icons, below the size limit",
      as("admin", { own: true }, async (page) => {
        const scripts = new Set<string>()
        page.on("response", (response) => {
          const path = new URL(response.url()).pathname
          if (path.endsWith(".js")) scripts.add(path)
        })
        await page.goto("/")
        await page.getByRole("figure", { name: "Spending by day" }).waitFor()
        await page.waitForLoadState("networkidle")
        const sizes = [...scripts].map(
          (path) => statSync(join(assets, `${basename(path)}.gz`)).size,
        )
        expect(sizes.length).toBeGreaterThan(1)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostScript)
      }),
    )

    test(
      "is offered at an address that the role may not see",
      as("member", {}, async (page) => {
        for (const address of ["/audit", "/money?tab=books", "/money"]) {
          await page.goto(address)
          await page.getByRole("heading", { level: 1, name: "There is nothing here" }).waitFor()
          await expectSound(page)
        }
        await page.getByRole("link", { name: "Go to Home" }).click()
        await page.getByRole("figure", { name: "Spending by day" }).waitFor()
      }),
    )

    test(
      "shows the same number of expenses without a category as the list",
      as("accountant", {}, async (page) => {
        const today = new Date().toISOString().slice(0, 10)
        const from = `${today.slice(0, 5)}01-01`
        const range = `start_date=${from}&end_date=${today}`
        const report = `/v1/businesses/1/reports/spend?group_by=category&${range}`
        const { groups } = await company().ask(report, company().tokens.accountant)
        const count = groups.find(({ keys }: { keys: [string | null] }) => keys[0] === null)?.count
        await page.goto(`/transactions?type=spending&category=none&from=${from}&to=${today}`)
        await page.getByText(new RegExp(`^${count} transactions?$`, "u")).waitFor()
        expect(await page.getByLabel("Category").first().inputValue()).toBe("Without a category")
        await expectSound(page)
      }),
    )

    test(
      "links to the API reference, which fits on a phone",
      as(null, { width: 375 }, async (page) => {
        await page.goto("/docs")
        await page.locator(".parameter-item-trigger").first().waitFor()
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(beyond).toBe(0)
      }),
    )

    test(
      "has numbers that link to their rows",
      as("accountant", {}, async (page) => {
        const today = new Date()
        const month = today.toISOString().slice(0, 8)
        const range = `start_date=${month}01&end_date=${today.toISOString().slice(0, 10)}`
        const report = `/v1/businesses/1/reports/spend?group_by=month&${range}`
        const { groups } = await company().ask(report, company().tokens.accountant)
        await page.goto("/")
        const tile = page.getByRole("region", { name: "Spending by day" })
        await tile.getByRole("button", { name: /Show as a table/u }).click()
        await tile.getByRole("table").waitFor()
        await expectSound(page)
        await tile.locator(".figure-link").first().click()
        await page.waitForURL((url) => url.searchParams.get("type") === "spending")
        const count = groups[0]?.count ?? 0
        await page.getByText(new RegExp(`^${count} transactions?$`, "u")).waitFor()
      }),
    )

    test(
      "shows no personal data for a token without a user",
      as(null, {}, async (page) => {
        const { ask, tokens } = company()
        const { results } = await ask("/v1/businesses/1/roles", tokens.admin)
        const token = { name: "Nobody", role_id: results[0]?.id }
        const issued = await ask("/v1/businesses/1/tokens", tokens.admin, token)
        await page.goto("/sign-in")
        await page.getByRole("button", { name: "Sign in with an API token" }).click()
        await page.getByLabel("Token", { exact: true }).fill(issued.token)
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        const tile = page.getByRole("region", { name: "To do" })
        await tile.getByText("Everyone's incomplete expenses").waitFor()
        await page.waitForLoadState("networkidle")
        expect(await tile.getByText(/^Your /u).count()).toBe(0)
      }),
    )

    test(
      "shows a user who sees only a part whose spending it is",
      as("member", {}, async (page) => {
        await page.goto("/")
        const tile = page.getByRole("region", { name: "Spending by day" })
        await tile.getByText("Your spending, and that of people you assist").waitFor()
        await expectSound(page)
      }),
    )

    test(
      "has a row for all other categories, so that the rows add up",
      as("accountant", { own: true }, async (page) => {
        const groups = [900, 800, 700, 600, 500, 400, 300, 200, 150.5].map((spent, n) => ({
          ...{ keys: [`${n}`], count: 1, spent, refunded: n === 8 ? 0.25 : 0 },
        }))
        await page.route(/\/reports\/spend\?.*group_by=category/u, async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), groups } })
        })
        await page.goto("/")
        const rows = page.getByRole("region", { name: "By category" }).locator(".bars > *")
        await rows.getByText("Other categories").waitFor()
        expect(await rows.count()).toBe(8)
        expect(await rows.last().locator("small").textContent()).toBe("$350.25")
        expect(await rows.last().getByRole("link").count()).toBe(0)
        await expectSound(page)
      }),
    )

    test(
      "links to the rows of a category, and to those without one",
      as("accountant", { own: true }, async (page) => {
        const { ask, tokens } = company()
        const { results } = await ask("/v1/businesses/1/categories?limit=1", tokens.accountant)
        const id: string = results[0].id
        await page.route(/\/reports\/spend\?.*group_by=category/u, async (route) => {
          const response = await route.fetch()
          const report = await response.json()
          const sum = { count: 1, spent: 987_654.32, refunded: 0 }
          const groups = [id, null].map((key) => ({ ...report.groups[0], ...sum, keys: [key] }))
          await route.fulfill({ response, json: { ...report, groups } })
        })
        await page.goto("/")
        const tile = page.getByRole("region", { name: "By category" })
        await tile.getByText("Without a category").waitFor()
        expect(await tile.getByText("$987,654.32").count()).toBe(2)
        const links = tile.getByRole("link")
        expect(await links.count()).toBe(2)
        expect(await links.first().getAttribute("href")).toContain(`category=${id}`)
        expect(await links.last().getAttribute("href")).toContain("category=none")
        await expectSound(page)
      }),
    )

    test(
      "retains keys typed before the palette has loaded, and runs no shortcuts for them",
      as("admin", { own: true }, async (page) => {
        const code = Promise.withResolvers<void>()
        await page.route(/\/palette-[^/]*\.js$/u, async (route) => {
          await code.promise
          await route.continue()
        })
        await page.goto("/")
        await page.getByRole("figure", { name: "Spending by day" }).waitFor()
        const place = page.getByRole("link", { name: "Transactions" }).first()
        await place.focus()
        const theme = () => page.locator("html").getAttribute("data-mantine-color-scheme")
        const before = await theme()
        await press(page, "Control+k")
        await page.keyboard.type("g team?")
        await press(page, "Escape")
        await expect
          .poll(() => place.evaluate((link) => link === document.activeElement))
          .toBe(true)
        await press(page, "Control+k")
        await page.keyboard.type("tokem")
        await press(page, "Backspace")
        await page.keyboard.type("n")
        code.resolve()
        const field = page.getByPlaceholder("Search pages")
        await field.waitFor()
        await expect.poll(() => page.locator(".awaited").count()).toBe(0)
        await page.keyboard.type("s")
        expect(await field.inputValue()).toBe("tokens")
        expect([await theme(), new URL(page.url()).pathname]).toEqual([before, "/"])
        await press(page, "Escape")
        await field.waitFor({ state: "detached" })
        await expect
          .poll(() => place.evaluate((link) => link === document.activeElement))
          .toBe(true)
        // Works without a pause even after loading, although the field appears a moment later.
        await press(page, "Control+k")
        await page.keyboard.type("tokens")
        await press(page, "Enter")
        await page.waitForURL("**/settings?tab=apiTokens")
        expect(await theme()).toBe(before)
      }),
    )

    test(
      "opens a result if Enter is pressed before the palette has loaded, with animations on",
      as("admin", { own: true }, async (page) => {
        await page.emulateMedia({ reducedMotion: "no-preference" })
        const code = Promise.withResolvers<void>()
        await page.route(/\/palette-[^/]*\.js$/u, async (route) => {
          await code.promise
          await route.continue()
        })
        await page.goto("/")
        for (const [text, tab] of [
          ["tokens", "apiTokens"],
          ["webhooks", "webhooks"],
        ] as const) {
          await page.getByRole("heading", { level: 1 }).waitFor()
          await press(page, "Control+k")
          await page.keyboard.type(text)
          await press(page, "Enter")
          code.resolve()
          await page.waitForURL(`**/settings?tab=${tab}`)
          await page.locator("[role=dialog]").waitFor({ state: "detached" })
        }
      }),
    )

    test(
      "has a palette that opens what it finds: a setting, a person",
      as("admin", {}, async (page) => {
        const find = async (text: string) => {
          await page.goto("/")
          await page.getByRole("heading", { level: 1 }).waitFor()
          await press(page, "Control+k")
          await page.getByPlaceholder("Search pages").waitFor()
          await page.keyboard.type(text)
        }
        const selected = page.locator("[data-action][data-selected]")
        await find("webhooks")
        await selected.getByText("Webhooks").waitFor()
        await press(page, "Enter")
        await page.waitForURL("**/settings?tab=webhooks")
        await find("Henry")
        await selected.getByText("Henry Lindqvist").waitFor()
        await press(page, "Enter")
        await page.waitForURL((url) => url.searchParams.has("person"))
      }),
    )
  })
}

/** The settings in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound, press } from "./browser.ts"
import { expectSoundScreen, type Stage } from "./stage.ts"

export const settings = ({ as, company }: Stage): void => {
  describe("the settings", () => {
    test.each(["categories", "fields", "webhooks", "apiTokens"])("%s have no violations", (tab) =>
      as("admin", {}, (page) => expectSoundScreen(page, `/settings?tab=${tab}`))(),
    )

    test(
      "a category is created using only the keyboard, and a duplicate name is refused at its field",
      as("accountant", {}, async (page) => {
        await page.goto("/settings?tab=categories")
        const table = page.getByRole("table", { name: "Categories" })
        await table.waitFor()
        for (const isTaken of [false, true]) {
          await page.getByRole("button", { name: "New category" }).focus()
          await press(page, "Enter")
          await page.getByRole("dialog").getByLabel("Name").focus()
          await page.keyboard.type("Gifts for clients")
          await press(page, "Enter")
          if (!isTaken) await table.getByText("Gifts for clients").waitFor()
        }
        const name = page.getByRole("dialog").getByLabel("Name")
        await page.waitForFunction(
          () => document.querySelector("[role=dialog] [aria-invalid=true]") !== null,
        )
        expect(await name.getAttribute("aria-invalid")).toBe("true")
        const dialog = page.getByRole("dialog")
        await dialog.getByText("A category named “Gifts for clients”").waitFor()
        await expectSound(page)
      }),
    )

    test(
      "a code of a manual integration is created, renamed and deleted",
      as("accountant", {}, async (page) => {
        const { ask, tokens } = company()
        const { business } = await ask("/v1/businesses/1/me", tokens.accountant)
        expect(business.integration).toBe("MANUAL")
        await page.goto("/settings?tab=codes")
        const dialog = page.getByRole("dialog")
        await page.getByRole("button", { name: "New code" }).click()
        await dialog.getByLabel("Code").fill("9-100")
        await dialog.getByLabel("Name").fill("Sundry")
        await dialog.getByRole("button", { name: "Save" }).click()
        await page.getByRole("button", { name: "Change 9-100 Sundry" }).click()
        await dialog.getByLabel("Name").fill("Sundries")
        await dialog.getByRole("button", { name: "Save" }).click()
        await page.getByRole("button", { name: "Remove 9-100 Sundries" }).click()
        await dialog.getByRole("button", { name: "Delete" }).click()
        await page.getByRole("cell", { name: "Sundries", exact: true }).waitFor({ state: "hidden" })
      }),
    )

    test(
      "a new list field already has options",
      as("admin", {}, async (page) => {
        await page.goto("/settings?tab=fields")
        await page.getByRole("button", { name: "New field" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Name").fill("Cost centre")
        const create = dialog.getByRole("button", { name: "Create" })
        await dialog.getByText("Expenses cannot be completed until there is one.").waitFor()
        expect(await create.isDisabled()).toBe(true)
        await dialog.getByRole("combobox", { name: "Applies to" }).click()
        await page.getByRole("option", { name: "No budget" }).click()
        await dialog.getByLabel("Options").fill("North")
        await press(page, "Enter")
        await page.keyboard.type("South")
        await expectSound(page)
        await create.click()
        const options = page.getByRole("region", { name: "Options of Cost centre" })
        for (const text of ["North", "South"]) {
          await options.getByRole("cell", { name: text, exact: true }).waitFor()
          await options.getByRole("button", { name: `Remove ${text}` }).click()
          await dialog.getByRole("button", { name: "Delete" }).click()
          await dialog.waitFor({ state: "hidden" })
        }
        await options.getByText("cannot be completed until it has an option").waitFor()
      }),
    )

    test(
      "a Team Member sees the categories, but no codes or switches",
      as("member", {}, async (page) => {
        await page.goto("/settings?tab=categories")
        await page.getByText("Purposes of spending.", { exact: true }).waitFor()
        const table = page.getByRole("table", { name: "Categories" })
        const row = table.getByRole("row").filter({ hasText: "Travel" })
        expect((await row.textContent())?.endsWith("Yes")).toBe(true)
        expect(await page.getByRole("switch").count()).toBe(0)
      }),
    )

    test(
      "the secret of a webhook is shown only once",
      as("admin", {}, async (page) => {
        await page.goto("/settings?tab=webhooks")
        await page.getByRole("button", { name: "New webhook" }).click()
        await page.getByRole("dialog").getByText("All events", { exact: true }).waitFor()
        await page
          .getByRole("dialog")
          .getByLabel("Address")
          .fill("https://books.example.com/hook/of/the/accounting/software")
        await page.getByRole("dialog").getByRole("button", { name: "Create" }).click()
        await page
          .getByRole("dialog")
          .getByText(/^whsec_/u)
          .waitFor()
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
        await page.getByRole("dialog").waitFor({ state: "hidden" })
        await page.getByRole("table", { name: "Webhooks" }).getByText("books.example").waitFor()
        await page.getByRole("cell", { name: "All events" }).waitFor()
        expect(await page.getByText(/whsec_/u).count()).toBe(0)
        // The heading of its deliveries is its address, even if it is long.
        await page.getByRole("heading", { name: /^Deliveries to https/u }).waitFor()
        await page.setViewportSize({ width: 360, height: 740 })
        await expectSound(page)
      }),
    )

    test(
      "the secret of an API token is shown only once, and revoking the token ends its use",
      as("admin", {}, async (page) => {
        await page.goto("/settings?tab=apiTokens")
        await page.getByRole("button", { name: "New token" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Name").fill("Payroll")
        await dialog.getByRole("combobox", { name: "Role" }).click()
        await page.getByRole("option", { name: "Accountant" }).click()
        await dialog.getByRole("button", { name: "Create" }).click()
        const secret = await dialog.getByText(/^outlay_/u).textContent()
        await expectSound(page)
        await dialog.getByRole("button", { name: "Close" }).click()
        await dialog.waitFor({ state: "hidden" })
        const row = page.getByRole("row", { name: /Payroll/u })
        await row.getByRole("cell", { name: "Never" }).waitFor()
        expect(await page.getByText(secret ?? "").count()).toBe(0)
        const { client_id } = company()
        const ask = () => company().ask(`/v1/businesses/${client_id}/users`, secret ?? "")
        await ask()
        await page.reload()
        await row.waitFor()
        expect(await row.getByRole("cell", { name: "Never" }).count()).toBe(0)
        await row.getByRole("button", { name: "Remove Payroll" }).click()
        await dialog.getByRole("button", { name: "Revoke" }).click()
        await row.waitFor({ state: "hidden" })
        await expect(ask()).rejects.toThrow("unauthorized")
      }),
    )

    test(
      "on a phone, names break between words",
      as("admin", { width: 360 }, async (page) => {
        await page.goto("/settings?tab=apiTokens")
        const name = page.getByRole("cell", { name: /^Demonstration/u })
        const lines = await name.evaluate(({ firstChild }) => {
          const word = document.createRange()
          word.selectNodeContents(firstChild as Node)
          return word.getClientRects().length
        })
        expect(lines).toBe(1)
      }),
    )

    test.each([375, 800])("on a screen of %i pixels, the tabs show that there are more", (width) =>
      as("admin", { width }, async (page) => {
        await page.goto("/settings?tab=webhooks")
        const strip = page.locator(".tab-strip")
        const list = page.getByRole("tablist")
        const chosen = page.getByRole("tab", { name: "Webhooks" })
        const within = () =>
          chosen.evaluate((tab) => {
            const [own, all] = [tab, tab.parentElement as Element].map((_) =>
              _.getBoundingClientRect(),
            )
            return own !== undefined && all !== undefined
              ? own.left >= all.left && own.right <= all.right
              : false
          })
        await expect.poll(within).toBe(true)
        const more = () => strip.getAttribute("data-more")
        await expect.poll(more).toContain("start")
        await list.evaluate((each) => each.scrollTo({ left: 0 }))
        await expect.poll(more).toBe("end")
        await list.evaluate((each) => each.scrollTo({ left: each.scrollWidth }))
        await expect.poll(more).toBe("start")
        // The line belongs to the strip, which does not scroll.
        const line = await strip.evaluate((each) => [
          getComputedStyle(each).boxShadow.includes("inset"),
          each.scrollWidth - each.clientWidth,
        ])
        expect(line).toEqual([true, 0])
        await page.setViewportSize({ width: 1440, height: 860 })
        await expect.poll(more).toBe("")
      })(),
    )

    test(
      "an employee is not offered any changes",
      as("member", {}, async (page) => {
        await page.goto("/settings")
        await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
        await page.waitForLoadState("networkidle")
        await page.getByRole("columnheader", { name: "Enabled" }).waitFor()
        expect(await page.getByRole("columnheader", { name: "Code" }).count()).toBe(0)
        expect(await page.getByRole("button", { name: /^(New|Change|Remove) /u }).count()).toBe(0)
        expect(await page.getByRole("tab", { name: "Webhooks" }).count()).toBe(0)
        expect(await page.getByRole("tab", { name: "API tokens" }).count()).toBe(0)
      }),
    )
  })
}

/// <reference lib="dom" />
import type { Locator } from "playwright-core"
import { describe, expect, test } from "vitest"
import type { Stage } from "./stage.ts"

/** Returns the number of pixels by which an input cuts off its placeholder. */
const cutOf = (input: Locator) =>
  input.evaluate((node) => {
    const input = node as HTMLInputElement
    input.value = input.placeholder
    const cut = input.scrollWidth - input.clientWidth
    input.value = ""
    return cut
  })

const isFocused = (node: Element): boolean => node === document.activeElement

/** The console in other languages. */
export const languages = ({ as, company }: Stage) => {
  describe("the console in German", () => {
    test(
      "shows an error of the service at its field",
      as("admin", { language: "de-DE" }, async (page) => {
        await page.goto("/settings?tab=webhooks")
        await page.getByRole("button", { name: "Neuer Webhook" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Adresse").fill("http://example.com/outlay")
        await dialog.getByRole("button", { name: "Anlegen" }).click()
        await dialog.getByText("Die Adresse muss mit https beginnen.").waitFor()
      }),
    )

    test(
      "shows an error without a field, with its values",
      as("admin", { language: "de-DE", width: 390 }, async (page) => {
        await page.goto("/people?tab=roles")
        await page.getByRole("columnheader", { name: "Buchhaltung" }).waitFor()
        // Requesting another business is refused, also for a user who may read the roles.
        await page.route("**/roles*", (route) =>
          route.continue({ url: route.request().url().replace("businesses/1", "businesses/2") }),
        )
        await page.reload()
        const alert = page.getByRole("alert").filter({ hasText: "keinen Zugang zu dieser Firma" })
        await alert.waitFor()
      }),
    )

    test(
      "shows an error at a select field, without options covering it",
      as("member", { language: "de-DE", width: 390 }, async (page) => {
        const { ask, tokens } = company()
        const { user } = await ask("/v1/businesses/1/me", tokens.member)
        await page.goto("/settings?tab=profile")
        // The form offers everyone except the user themselves.
        const postData = JSON.stringify({ delegate_approver: user.id })
        await page.route("**/me", (route) =>
          route.request().method() === "PATCH" ? route.continue({ postData }) : route.continue(),
        )
        await page.getByLabel("Anzeigename").fill("Henry")
        await page.getByRole("button", { name: "Speichern" }).click()
        await page.getByText("Niemand kann die eigene Vertretung").waitFor()
        await expect
          .poll(() => page.getByRole("combobox", { name: "Vertretung" }).evaluate(isFocused))
          .toBe(true)
        expect(await page.getByRole("option").filter({ visible: true }).count()).toBe(0)
      }),
    )

    test(
      "shows an invalid format at its field",
      as("accountant", { language: "de-DE" }, async (page) => {
        await page.goto("/money?tab=exports")
        await page.getByRole("button", { name: "Neuer Export" }).first().click()
        const dialog = page.getByRole("dialog")
        // The form offers only valid formats.
        await page.route("**/exports*", (route) => {
          const { format: _, ...requested } = route.request().postDataJSON() ?? {}
          const postData = JSON.stringify({ ...requested, format: "pdf" })
          return route.request().method() === "POST"
            ? route.continue({ postData })
            : route.continue()
        })
        await dialog.getByRole("button", { name: "Vorschau anzeigen" }).click()
        const format = dialog.getByRole("combobox", { name: "Format" })
        await dialog.getByText("Dieser Wert steht nicht zur Auswahl.").waitFor()
        expect(await format.getAttribute("aria-invalid")).toBe("true")
        const described = (await format.getAttribute("aria-describedby")) ?? ""
        const ids = described.split(/\s+/u)
        const texts = ids.map((id) => page.locator(`[id="${id}"]`).textContent())
        expect(await Promise.all(texts)).toContain("Dieser Wert steht nicht zur Auswahl.")
        // An error at its field is not repeated next to the buttons.
        expect(await dialog.getByRole("alert").count()).toBe(0)
      }),
    )

    test.each([1280, 390])("at %i pixels, shows an error below the buttons of a request", (width) =>
      as("admin", { language: "de-DE", width }, async (page) => {
        await page.goto("/approvals")
        const buttons = page.getByRole("button", { name: "Freigeben" })
        const request = page.locator(".request-actions").filter({ has: buttons }).first()
        // A decision may omit its reason, but must not have an empty one.
        await page.route("**/approve*", (route) =>
          route.continue({ postData: JSON.stringify({ reason: "" }) }),
        )
        await request.getByRole("button", { name: "Freigeben" }).click()
        const trouble = await request.locator(".trouble").boundingBox()
        const button = await request.getByRole("button", { name: "Freigeben" }).boundingBox()
        expect(trouble?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0))
        expect(trouble?.width).toBeGreaterThan(200)
      })(),
    )

    test(
      "shows the number of line items without cutting it off",
      as("admin", { language: "de-DE", width: 1440 }, async (page) => {
        await page.goto("/transactions")
        const lines = page.locator("td.col-category small", { hasText: "Positionen" })
        await lines.first().waitFor()
        const cut = await lines.evaluateAll(
          (all) =>
            all.filter((small) => {
              const range = document.createRange()
              range.selectNodeContents(small)
              const cell = small.closest("td")?.getBoundingClientRect()
              return range.getBoundingClientRect().right > (cell?.right ?? 0)
            }).length,
        )
        expect(cut).toBe(0)
      }),
    )

    test(
      "formats the sequences of events like other numbers",
      as("admin", { language: "de-DE" }, async (page) => {
        await page.goto("/audit")
        const first = page.locator("tbody tr").first().locator("td").first()
        await first.waitFor()
        expect(await first.textContent()).toMatch(/^\d\.\d{3}$/u)
      }),
    )
  })

  test.each([
    ["en-AU", "Find anything"],
    ["de-DE", "Überall suchen"],
  ])("in %s, a narrow palette shows its whole placeholder", (language, name) =>
    as("admin", { language, width: 390 }, async (page) => {
      await page.goto("/")
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.keyboard.press("Control+k")
      // Until the palette has loaded, another input receives what is typed.
      const input = page.getByRole("textbox", { name }).and(page.locator("[placeholder]"))
      expect(await cutOf(input)).toBe(0)
    })(),
  )

  test(
    "in Switzerland, amounts have apostrophes as separators, and no word contains ß",
    as("admin", { language: "de-CH" }, async (page) => {
      await page.goto("/")
      await page.getByText("wohin das Geld fliesst").waitFor()
      await page.goto("/budgets")
      await page.locator("main").getByText("verfügbar").first().waitFor()
      const text = await page.locator("main").textContent()
      expect(text).toMatch(/\$\s\d{1,3}’\d{3}\.\d{2}/u)
      expect(text).not.toContain("ß")
      expect(await page.locator("html").getAttribute("lang")).toBe("de-CH")
    }),
  )
}

/** A business with many records, in a browser. */
import { describe, expect, test } from "vitest"
import type { Stage } from "./stage.ts"

export const many = ({ as }: Stage): void => {
  describe("in a business with many users", () => {
    test(
      "fifty are shown at a time, and a search finds any of them",
      as("admin", { own: true }, async (page) => {
        await page.route(/\/users\?/u, async (route) => {
          const answer = await route.fetch()
          const [first] = (await answer.json()).results
          const results = Array.from({ length: 120 }, (_, n) => ({
            ...first,
            id: 1000 + n,
            name: `Person ${n}`,
            email: `person-${n}@example.com`,
            delegate_approver: n === 110 ? 1003 : null,
          }))
          await route.fulfill({ response: answer, json: { count: 120, next: null, results } })
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
  })
}

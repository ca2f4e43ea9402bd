import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { refusal } from "./stage.ts"
import type { Chapter } from "./telling.ts"

/** Returns the text of a message as a mail client shows it. */
const read = (file: string): string =>
  readFileSync(file, "utf8").replaceAll("=\r\n", "").replaceAll("=3D", "=")

export const noraSignsIn: Chapter = async ({ story, books }) => {
  const { as, the, id, equip, visit, place } = story
  expect(await visit("GET", "/sign-in")).toMatchObject({
    status: 200,
    document: { methods: ["link"], mail: "folder", session: null },
  })
  const email = the("Nora").email
  const response = await visit("POST", "/sign-in/links", { email: email.toUpperCase() })
  expect(response).toMatchObject({ status: 202, document: null })
  const folder = place.path("data/mail")
  const token = await until("the link is in the mail", () => {
    const texts = readdirSync(folder)
      .filter((_) => _.endsWith(".eml"))
      .map((_) => read(join(folder, _)))
    const text = texts.find((_) => _.includes(`To: ${email}`) && _.includes("/sign-in#token="))
    return /#token=(\S+)/u.exec(text ?? "")?.[1] ?? false
  })
  const opened = await visit("POST", "/sign-in/sessions", { token })
  expect(opened).toMatchObject({ status: 201, document: { user_id: id("Nora") } })
  const again = await visit("POST", "/sign-in/sessions", { token })
  expect(again).toMatchObject({ status: 400, document: { code: "sign_in_link_not_valid" } })

  equip("Nora's browser", opened.cookie)
  const browser = as("Nora's browser")
  expect((await browser.get("/me")).user.id).toBe(id("Nora"))
  const { count, results } = await browser.get("/me/sessions")
  expect([count, results[0].is_current]).toEqual([1, true])
  expect(await as("Nora").get("/me/sessions")).toMatchObject({ count: 1 })
  expect(await browser.get("/me/notifications")).toMatchObject({ missing_receipts: true })
  const preferences = await browser.patch("/me/notifications", { missing_receipts: false })
  expect(preferences).toMatchObject({ missing_receipts: false, budget_usage: true })
  const stranger = as("Tom").delete(`/me/sessions/${opened.document.id}`)
  expect(await refusal(stranger)).toBe("404 not_found")
  await browser.delete(`/me/sessions/${opened.document.id}`)
  expect(await refusal(browser.get("/me"))).toBe("401 unauthorized")
  await as("Nora").delete("/me/sessions")
  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: {
      Kitchen: [3_200, 0],
      Cellar: [3_023.33, 0],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: { "session.opened": 1, "user.updated": 1, "session.ended": 1 },
  })
}

/** Receipt files in a browser. */
import { describe, expect, test } from "vitest"
import { png } from "../receipts.ts"
import { expectSound, type Page } from "./browser.ts"
import type { Stage } from "./stage.ts"

/** Pastes or drops a picture on the page. */
const bring = (page: Page, event: "paste" | "drop", name: string) =>
  page.evaluate(
    ([kind, bytes, called]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], called, { type: "image/png" }))
      const init = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      )
    },
    [event, [...png(name)], name] as const,
  )

export const attachments = ({ as, company }: Stage): void => {
  describe("receipts", () => {
    test(
      "are chosen, pasted and dropped without losing text that is being typed or its version",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?type=CARD_TRANSACTION&receipt=no")
        await page.locator("[data-row-link]").nth(3).click()
        const sheet = page.getByRole("dialog")
        const receipts = sheet.getByRole("region", { name: "Receipts" })
        await sheet.getByLabel("Line 1: Description").fill("Typed before")
        const file = { name: "chosen.png", mimeType: "image/png", buffer: Buffer.from(png("1")) }
        await receipts.getByLabel("Drop a file here").setInputFiles(file)
        await receipts.getByText("chosen.png", { exact: true }).waitFor()
        await bring(page, "paste", "pasted.png")
        await receipts.getByText("pasted.png", { exact: true }).waitFor()
        await bring(page, "drop", "dropped.png")
        await receipts.getByText("dropped.png", { exact: true }).waitFor()
        const history = sheet.getByRole("region", { name: "History" })
        await history.getByText("Transaction recorded").waitFor()
        const page_ = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") }
        await receipts.getByLabel("Drop a file here").setInputFiles(page_)
        const refused = receipts.getByText("page.html is neither a picture nor a PDF.")
        await refused.waitFor()
        const empty = { name: "empty.png", mimeType: "image/png", buffer: Buffer.from("") }
        await receipts.getByLabel("Drop a file here").setInputFiles(empty)
        await receipts.getByText("empty.png is empty: choose another file.").waitFor()
        await receipts.getByLabel("Drop a file here").setInputFiles(page_)
        await refused.waitFor()
        await receipts.locator("img").first().waitFor()
        await expectSound(page)
        await bring(page, "drop", "after.png")
        await receipts.getByText("after.png", { exact: true }).waitFor()
        expect(await refused.count()).toBe(0)
        expect(await sheet.getByLabel("Line 1: Description").inputValue()).toBe("Typed before")
        await sheet.getByRole("button", { name: "Save" }).click()
        await page.getByText("Saved", { exact: true }).first().waitFor()
        const path = `/v2/businesses/1${new URL(page.url()).pathname}`
        const saved = await company().ask(path, company().tokens.admin)
        expect(saved.line_items[0].description).toBe("Typed before")
        expect(saved.receipt_urls).toHaveLength(4)

        // Saving after a file has been stored, but before its response, is not a conflict.
        const released = Promise.withResolvers<void>()
        const arrived = Promise.withResolvers<void>()
        await page.route("**/receipts?name=late.png", async (route) => {
          const response = await route.fetch()
          arrived.resolve()
          await released.promise
          await route.fulfill({ response })
        })
        await sheet.getByLabel("Line 1: Description").fill("Typed meanwhile")
        await bring(page, "drop", "late.png")
        await arrived.promise
        await sheet.getByRole("button", { name: "Save" }).click()
        await sheet.getByRole("button", { name: "Save" }).waitFor({ state: "hidden" })
        const now = await company().ask(path, company().tokens.admin)
        expect(now.line_items[0].description).toBe("Typed meanwhile")
        expect(now.receipt_urls).toHaveLength(5)
        released.resolve()
        await receipts.getByText("late.png", { exact: true }).waitFor()
      }),
    )

    test(
      "are shown, and deleted after a confirmation",
      as("accountant", {}, async (page) => {
        await page.goto("/transactions?type=CARD_TRANSACTION&receipt=no")
        await page.locator("[data-row-link]").nth(4).click()
        const sheet = page.getByRole("dialog").first()
        const file = { name: "gone.png", mimeType: "image/png", buffer: Buffer.from(png("gone")) }
        await sheet.getByLabel("Drop a file here").setInputFiles(file)
        await sheet.getByRole("button", { name: "Show gone.png" }).click()
        await page.getByRole("img", { name: "gone.png" }).waitFor()
        await expectSound(page)
        await page.keyboard.press("Escape")
        await sheet.getByRole("button", { name: "Remove the receipt gone.png" }).click()
        const question = page.getByRole("dialog", { name: "Remove the receipt gone.png" })
        await question.getByRole("button", { name: "Delete" }).click()
        await sheet.getByText("No receipt yet").waitFor()
      }),
    )
  })
}

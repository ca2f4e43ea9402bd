/** Signing in and out with a session, in a browser. */
import { describe, expect, test } from "vitest"
import { expectSound, type Page } from "./browser.ts"
import { operatorToken } from "./company.ts"
import { expectSoundScreen, type Stage } from "./stage.ts"

const sent = "If nobody@example.com has an account here, a link is on its way."
const filed = "If nobody@example.com has an account here, an email with a link is now in the mail"

/** Signs out in the account menu and waits for the sign-in page. */
const signOut = async (page: Page) => {
  await page.getByTitle("Account and preferences").click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
}

export const signIn = ({ as, company }: Stage): void => {
  describe("a session", () => {
    test(
      "is opened by a link, survives a reload, and ends at the service",
      as(null, {}, async (page) => {
        const link = await company().linkFor("manager")
        await page.goto(link)
        await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
        expect(page.url()).not.toContain("#")
        await page.reload()
        await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
        await page.goto("/settings?tab=sessions")
        await page.getByRole("table", { name: "Sessions" }).getByText("this one").waitFor()
        await expectSound(page)
        const cookies = await page.context().cookies()
        expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
          [true, "Lax"],
        ])
        await signOut(page)
        await page.context().addCookies(cookies)
        await page.goto("/")
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await page.goto(link)
        await page.getByText("This link no longer works").waitFor()
        await expectSound(page)
      }),
    )

    test(
      "that ends in one tab ends in the others, with a notice, and retains text that was typed",
      as(null, {}, async (page) => {
        await page.goto(await company().linkFor("manager"))
        await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
        const [idle, busy] = [await page.context().newPage(), await page.context().newPage()]
        await idle.goto("/budgets")
        await idle.getByRole("heading", { level: 1, name: "Budgets" }).waitFor()
        await busy.goto("/settings?tab=profile")
        const name = busy.getByLabel("Display name")
        await name.fill("Typed")
        await signOut(page)
        await idle.getByText("Your session has ended. Sign in again.").waitFor()
        expect(new URL(idle.url()).searchParams.get("return_to")).toBe("/budgets")
        const notice = busy.getByRole("dialog", { name: "Your session has ended." })
        await notice.getByText("What you have typed is still on this page.").waitFor()
        await page.goto(await company().linkFor("manager"))
        await busy.getByText("You are signed in again. You can save now.").waitFor()
        expect(await name.inputValue()).toBe("Typed")
      }),
    )

    test(
      "ends with all others from the settings, and the user is sent to the sign-in page",
      as(null, {}, async (page) => {
        await page.goto(await company().linkFor("accountant"))
        await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
        await page.goto("/settings?tab=sessions")
        await page.getByRole("button", { name: "Sign out everywhere" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
        await page.getByText("Your session has ended. Sign in again.").waitFor()
      }),
    )

    test(
      "that ends during an edit retains the text, which can be saved after signing in again",
      as(null, { width: 390 }, async (page) => {
        const strays: Array<string> = []
        page.on("request", (request) => {
          if (request.url().includes("/businesses/0/")) strays.push(request.url())
        })
        await page.goto(await company().linkFor("member"))
        await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
        const person = company().userId("member")
        await page.goto(`/transactions?type=CARD_TRANSACTION&person=${person}`)
        await page.locator("[data-row-link]").first().click()
        const sheet = page.getByRole("dialog").filter({ hasText: "Line items" })
        const description = sheet.getByLabel("Line 1: Description")
        await description.fill("Typed before the end")
        const fields = await sheet.getByRole("region", { name: "Fields" }).textContent()
        await page.context().clearCookies()
        const save = sheet.getByRole("button", { name: "Save" })
        await save.click()
        const notice = page.getByRole("dialog", { name: "Your session has ended." })
        await notice.waitFor()
        await expectSound(page)
        await page.keyboard.press("Escape")
        await notice.getByRole("button", { name: "Later" }).click()
        const signInAgain = sheet.getByRole("alert").getByRole("link", { name: "Sign in in a new" })
        await expect.poll(() => signInAgain.isVisible()).toBe(true)
        expect(await sheet.getByRole("region", { name: "Fields" }).textContent()).toBe(fields)
        const opening = page.context().waitForEvent("page")
        await signInAgain.click()
        const tab = await opening
        await tab.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        await tab.goto(await company().linkFor("member"))
        await page.getByText("You are signed in again. You can save now.").waitFor()
        expect(await description.inputValue()).toBe("Typed before the end")
        await save.click()
        const saved = page.getByRole("alert").filter({ hasText: /^Saved$/u })
        await saved.waitFor()
        // The message covers neither the header of the sheet nor the buttons below it.
        const { y = 0, height = 0 } = (await saved.boundingBox()) ?? {}
        expect(y).toBeGreaterThan(70)
        expect(y + height).toBeLessThan(260)
        expect(strays).toEqual([])
      }),
    )

    test(
      "is requested by email address, with the same response for unknown addresses",
      as(null, {}, async (page) => {
        await expectSoundScreen(page, "/sign-in")
        await page.getByLabel("Email address").fill("nobody@example.com")
        await page.getByText("This service has no mail server.").waitFor()
        await page.getByRole("button", { name: "Create a link" }).click()
        await page.getByText(filed).waitFor()
        const command = "outlay sign-in-link --business N --email nobody@example.com"
        await page.getByText(command, { exact: true }).waitFor()
        expect(await page.getByText("on its way").count()).toBe(0)
        expect(await page.getByText("This service has no mail server").count()).toBe(1)
        await expectSound(page)
      }),
    )

    test(
      "is requested through a mail server, and the page shows that a message was sent",
      as(null, { own: true }, async (page) => {
        await page.route("**/sign-in", async (route) => {
          if (route.request().resourceType() === "document") return route.continue()
          const response = await route.fetch()
          const offer = await response.json()
          await route.fulfill({ response, json: { ...offer, mail: "server", notice: null } })
        })
        await page.goto("/sign-in")
        await page.getByLabel("Email address").fill("nobody@example.com")
        await page.getByRole("button", { name: "Email me a link" }).click()
        await page.getByText(sent).waitFor()
        expect(await page.getByText("mail server").count()).toBe(0)
      }),
    )

    test(
      "is opened through the provider, or a sentence shows why that failed",
      as(null, {}, async (page) => {
        const withProvider = page.getByRole("link", { name: "Sign in with Example ID" })
        company().atProvider("nobody@example.com")
        await page.goto("/settings?tab=sessions")
        await withProvider.click()
        await page.getByRole("alert").getByText("No user here has the email address").waitFor()
        await expectSound(page)
        // The provider remembers its last user in a cookie.
        await page.context().clearCookies()
        company().atProvider(company().emailOf("manager"))
        await withProvider.click()
        await page.getByRole("table", { name: "Sessions" }).getByText("this one").waitFor()
      }),
    )

    test(
      "begins with a choice for a user of several businesses",
      as(null, {}, async (page) => {
        const path = "/operator/v1/businesses"
        const operator = operatorToken
        const { client_id, roles } = await company().ask(path, operator, { name: "Second" })
        const user = { first_name: "Ann", last_name: "Lee", email: company().emailOf("accountant") }
        const rights = { role_id: roles[0].id, payment_types: ["cards"] }
        await company().ask(`${path}/${client_id}/users`, operator, { ...user, ...rights })
        company().atProvider(user.email)
        await page.goto("/sign-in")
        await page.getByRole("link", { name: "Sign in with Example ID" }).click()
        await page.getByRole("heading", { name: "Choose a business" }).waitFor()
        await expectSound(page)
        await page.getByRole("link", { name: "Second" }).click()
        await page.getByRole("heading", { level: 1, name: "Hello, Ann" }).waitFor()
        expect(page.url()).not.toContain("#")
      }),
    )

    test(
      "is replaced by a link of another account only after a confirmation",
      as(null, {}, async (page) => {
        await page.goto(await company().linkFor("manager"))
        const hello = page.getByRole("heading", { level: 1, name: /^Hello/u })
        await hello.waitFor()
        const before = await hello.textContent()
        const question = page.getByRole("heading", { name: "You are signed in as someone else" })
        const link = await company().linkFor("accountant")
        await page.goto(link)
        await question.waitFor()
        await expectSound(page)
        await page.getByRole("button", { name: "Stay signed in" }).click()
        await hello.waitFor()
        expect(await hello.textContent()).toBe(before)
        expect(page.url()).not.toContain("#")
        await page.goto(link)
        await question.waitFor()
        await page.getByRole("button", { name: "Switch account" }).click()
        await page.getByRole("heading", { level: 1, name: "Hello, Priya" }).waitFor()
      }),
    )

    test(
      "is opened by the link in the message of an invite",
      as(null, {}, async (page) => {
        await company().invite("sam.ito@example.com")
        await page.goto(await company().inviteLink("sam.ito@example.com"))
        await page.getByLabel("First name").fill("Sam")
        await page.getByLabel("Last name").fill("Ito")
        await expectSound(page)
        await page.getByRole("button", { name: "Join" }).click()
        await page.getByRole("heading", { level: 1, name: /^Hello, Sam/u }).waitFor()
        await page.getByText("You are not a member of a budget yet.").waitFor()
        expect(await page.getByText("Well done").count()).toBe(0)
        await page.goto("/approvals")
        await page.getByText("You cannot ask for money").waitFor()
      }),
    )
  })
}

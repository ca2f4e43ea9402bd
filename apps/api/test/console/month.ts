/**
 * The month of a finance team in a browser: once with a pointer, once with only the keyboard.
 * `apps/api/test/story` tests its results.
 */
import { beforeAll, describe, expect, test } from "vitest"
import { png } from "../receipts.ts"
import { expectSound, type Page } from "./browser.ts"
import { operatorToken } from "./company.ts"
import { type Hand, keyboard, pointer } from "./hands.ts"
import type { Stage } from "./stage.ts"

interface Turn {
  readonly name: string
  readonly hand: Hand
  /** Values that differ between the two runs. */
  readonly merchant: string
  readonly reason: string
  readonly limit: readonly [typed: string, shown: string]
  readonly guest: readonly [first: string, email: string]
}

const turns: ReadonlyArray<Turn> = [
  {
    name: "with a pointer",
    hand: pointer,
    merchant: "Harbour Ferries",
    reason: "Two more nights in Perth",
    limit: ["17000.25", "$17,000.25"],
    guest: ["Nora", "nora@guests.example"],
  },
  {
    name: "with only the keyboard",
    hand: keyboard,
    merchant: "Lantern Taxis",
    reason: "The last train of the fair",
    limit: ["18000.75", "$18,000.75"],
    guest: ["Mei", "mei@guests.example"],
  },
]

const saved = (page: Page) => page.getByText("Saved", { exact: true }).first().waitFor()

const findExpense = async (page: Page, { hand, merchant }: Turn): Promise<void> => {
  await page.goto("/transactions?to=2026-05-31")
  await hand.search(page, merchant)
  await page.waitForURL((url) => url.searchParams.get("search") === merchant)
  await page.getByText(/^1 transaction$/u).waitFor()
}

/** Completes an expense except for its receipt: its category and the fields of its budget. */
const fillIn = async (page: Page, hand: Hand): Promise<void> => {
  const sheet = page.getByRole("dialog")
  await hand.choose(sheet.getByLabel("Line 1: Category"), "Travel")
  const lacks = await sheet.locator(".missing li").allInnerTexts()
  for (const lack of lacks) {
    const field = /^fill in “(.+)”$/u.exec(lack)?.[1]
    if (field !== undefined) await hand.choose(sheet.getByLabel(field, { exact: true }), "")
  }
}

/** Reopens the books and creates a card payment without details. */
const spend = async ({ company }: Stage, { merchant }: Turn): Promise<void> => {
  const { ask, put, userId, client_id, tokens } = company()
  await put(`/v1/businesses/${client_id}/books`, tokens.admin, { locked_through: null })
  const { results } = await ask(`/v1/businesses/${client_id}/budgets?limit=100`, tokens.admin)
  const budget_id = results.find((_: { name: string }) => _.name === "Travel").id
  const paid = { transaction_type: "CARD_TRANSACTION", status: "CLEARED", amount: -86.4 }
  await ask(`/operator/v1/businesses/${client_id}/transactions`, operatorToken, {
    ...{ ...paid, external_id: merchant, merchant_name: merchant, budget_id },
    ...{ auth_date: "2026-05-20T02:00:00.000Z", user_id: await userId("member") },
  })
}

const spendersAsk = ({ as }: Stage, turn: Turn): void => {
  const { hand, reason } = turn
  test(
    "an employee completes an expense",
    as("member", {}, async (page) => {
      await findExpense(page, turn)
      await hand.open(page)
      const sheet = page.getByRole("dialog")
      await sheet.getByText("add a receipt").waitFor()
      const file = { name: "ferry.png", mimeType: "image/png", buffer: Buffer.from(png(turn.name)) }
      await hand.attach(sheet.getByLabel("Drop a file here"), file)
      await sheet.getByText("ferry.png", { exact: true }).waitFor()
      await fillIn(page, hand)
      await hand.press(sheet.getByRole("button", { name: "Save" }))
      await saved(page)
      await sheet.getByText("Complete", { exact: true }).waitFor()
    }),
  )

  test(
    "the employee requests money",
    as("member", {}, async (page) => {
      await page.goto("/approvals")
      await hand.press(page.getByRole("button", { name: "Ask for money" }))
      const dialog = page.getByRole("dialog")
      await hand.choose(dialog.getByRole("combobox", { name: "Budget" }), "Travel")
      await hand.write(dialog.getByLabel("Amount"), "210.50")
      await hand.write(dialog.getByLabel("What it is for"), reason)
      await hand.press(dialog.getByRole("button", { name: "Send the request" }))
      await page.getByText("Your request was sent").waitFor()
    }),
  )
}

const delegateApproves = ({ as, company }: Stage, { hand, reason }: Turn): void => {
  test(
    "an owner who is away chooses a delegate",
    as("manager", {}, async (page) => {
      await page.goto("/settings?tab=profile")
      await hand.press(page.getByRole("switch", { name: "Away" }))
      await hand.write(page.getByLabel("First day"), "2020-01-01")
      await hand.write(page.getByLabel("Last day"), "2099-12-31")
      await hand.choose(page.getByRole("combobox", { name: "Stand-in" }), "Priya Raman")
      await hand.press(page.getByRole("button", { name: "Save" }))
      await saved(page)
    }),
  )

  test(
    "the delegate approves the request",
    as("accountant", {}, async (page) => {
      await page.goto("/approvals")
      const request = page.getByRole("listitem").filter({ hasText: reason })
      await hand.press(request.getByRole("button", { name: "Approve" }))
      await page
        .getByText(/^Approved: /u)
        .first()
        .waitFor()
      await page.goto("/approvals?tab=all")
      await request.getByText("Approved", { exact: true }).waitFor()
      await request.getByText("by Priya Raman").waitFor()
      const { change, client_id, tokens } = company()
      const back = { out_of_office_mode: false, delegate_approver: null }
      await change(`/v1/businesses/${client_id}/me`, tokens.manager, back)
    }),
  )
}

const accountantCloses = ({ as }: Stage, turn: Turn): void => {
  const { hand } = turn
  test(
    "the Accountant finds and codes the expense",
    as("accountant", {}, async (page) => {
      await findExpense(page, turn)
      await hand.mark(page)
      const bar = page.getByRole("region", { name: "1 transaction selected" })
      await hand.choose(bar.getByLabel("Category"), "Entertainment")
      await hand.press(bar.getByRole("button", { name: "Set the category" }))
      await page.getByText("1 of 1 done").first().waitFor()
      await page.getByRole("cell", { name: "Entertainment" }).first().waitFor()
    }),
  )

  test(
    "the Accountant exports the month",
    as("accountant", {}, async (page) => {
      await page.goto("/money?tab=exports")
      await hand.press(page.getByRole("button", { name: "New export" }))
      const dialog = page.getByRole("dialog", { name: "New export" })
      await hand.write(dialog.getByLabel("First day"), "2026-05-01")
      await hand.write(dialog.getByLabel("Last day"), "2026-05-31")
      await hand.choose(dialog.getByRole("combobox", { name: "Format" }), "Xero")
      await hand.press(dialog.getByRole("button", { name: "See what it exports" }))
      await dialog.getByRole("table", { name: "Totals" }).waitFor()
      await hand.press(dialog.getByRole("button", { name: "Create the export" }))
      await dialog.waitFor({ state: "hidden" })
      await page.getByRole("cell", { name: /^Xero/u }).first().waitFor()
    }),
  )

  test(
    "the Accountant closes the books",
    as("accountant", {}, async (page) => {
      await page.goto("/money?tab=books")
      await hand.write(page.getByLabel("Close through"), "2026-05-31")
      await hand.press(page.getByRole("button", { name: "Close the books" }))
      const question = page.getByRole("dialog", { name: "Close the books" })
      await hand.press(question.getByRole("button", { name: "Close the books" }))
      await page.getByRole("heading", { name: "Closed through 31 May 2026" }).waitFor()
    }),
  )

  test(
    "the employee can no longer code the expense",
    as("member", {}, async (page) => {
      await findExpense(page, turn)
      await hand.open(page)
      const sheet = page.getByRole("dialog")
      await sheet.getByRole("region", { name: "This transaction is closed" }).waitFor()
      expect(await sheet.getByLabel("Line 1: Category").inputValue()).toBe("Entertainment")
      expect(await sheet.getByLabel("Line 1: Category").isDisabled()).toBe(true)
    }),
  )
}

const adminRuns = ({ as, company }: Stage, turn: Turn): void => {
  const { hand, limit, guest } = turn
  const [typed, shown] = limit
  const [first, email] = guest
  test(
    "an Admin reopens the books",
    as("admin", {}, async (page) => {
      await page.goto("/money?tab=books")
      await hand.press(page.getByRole("button", { name: "Reopen all periods" }))
      const question = page.getByRole("dialog", { name: "Reopen all periods" })
      await hand.press(question.getByRole("button", { name: "Reopen all periods" }))
      await page.getByText("No period is closed yet").waitFor()
    }),
  )

  test(
    "an Admin changes a limit after previewing the effect",
    as("admin", {}, async (page) => {
      await page.goto("/budgets")
      await hand.press(page.getByRole("link", { name: /^Marketing/u }))
      const tab = page.getByRole("tab", { name: "Settings" })
      if (hand === keyboard) {
        // Tabs are one stop; arrow keys move between them.
        await hand.press(page.getByRole("tab", { name: "Overview" }))
        await page.keyboard.press("ArrowLeft")
      } else await hand.press(tab)
      await hand.write(page.getByLabel("Amount for each period"), typed)
      await hand.press(page.getByRole("button", { name: "Preview" }))
      const dialog = page.getByRole("dialog", { name: "What would change" })
      await dialog.getByText(shown).first().waitFor()
      await hand.press(dialog.getByRole("button", { name: "Apply" }))
      await saved(page)
    }),
  )

  test(
    "an Admin invites a person",
    as("admin", {}, async (page) => {
      await page.goto("/people")
      await hand.press(page.getByRole("button", { name: "Invite someone" }))
      const dialog = page.getByRole("dialog", { name: "Invite someone" })
      await hand.write(dialog.getByLabel("Email address"), email)
      await hand.choose(dialog.getByRole("combobox", { name: "Role" }), "Team Member")
      await hand.press(dialog.getByRole("button", { name: "Invite someone" }))
      await page.getByText("The invite is saved.").waitFor()
    }),
  )

  test(
    "the invited person joins through the link in the message",
    as(null, {}, async (page) => {
      await page.goto(await company().inviteLink(email))
      await hand.write(page.getByLabel("First name"), first)
      await hand.write(page.getByLabel("Last name"), "Ito")
      await hand.press(page.getByRole("button", { name: "Join" }))
      await page.getByRole("heading", { level: 1, name: `Hello, ${first}` }).waitFor()
      await expectSound(page)
    }),
  )
}

export const month = (stage: Stage): void => {
  describe.each(turns)("a month $name", (turn) => {
    // There is no company if there is no browser.
    beforeAll(() => (stage.company() === undefined ? undefined : spend(stage, turn)))
    spendersAsk(stage, turn)
    delegateApproves(stage, turn)
    accountantCloses(stage, turn)
    adminRuns(stage, turn)
  })
}

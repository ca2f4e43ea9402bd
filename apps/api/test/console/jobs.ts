/**
 * Typical jobs of users of the console, step by step from Home. Each step is counted, and
 * `docs/console.md` shows the counts.
 */
import type { Locator, Page } from "playwright-core"
import type { Person } from "./company.ts"

/** Effort of a job. Opening a list and choosing an option are two clicks. */
export interface Effort {
  readonly clicks: number
  /** Number of fields typed in. */
  readonly fields: number
  /** Number of addresses visited, including Home. A dialog has no address. */
  readonly screens: number
}

/** Counts the actions of a pointer. */
export const counting = (page: Page, after: (page: Page) => Promise<void> = async () => {}) => {
  const seen = [new URL(page.url()).pathname]
  let clicks = 0
  let fields = 0
  page.on("framenavigated", () => {
    const { pathname } = new URL(page.url())
    if (seen.at(-1) !== pathname) seen.push(pathname)
  })
  const click = async (target: Locator): Promise<void> => {
    await target.click()
    clicks++
    await after(page)
  }
  return {
    page,
    click,
    type: async (target: Locator, text: string): Promise<void> => {
      await target.fill(text)
      fields++
      await after(page)
    },
    choose: async (target: Locator, option: string): Promise<void> => {
      await click(target)
      await click(page.getByRole("option", { name: option }).first())
    },
    attach: async (target: Locator, name: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent("filechooser")
      await click(target)
      await (await chooser).setFiles({ name, mimeType: "image/png", buffer })
      await after(page)
    },
    effort: (): Effort => ({ clicks, fields, screens: seen.length }),
  }
}

type Counting = ReturnType<typeof counting>

export interface Job {
  /** Name of the job, as in `docs/console.md`. */
  readonly name: string
  readonly by: Person
  /** Date of the browser, if a job depends on it. */
  readonly today?: string
  readonly work: (hand: Counting, picture: Buffer) => Promise<void>
}

/** A day in the second month of the demo, so that its first month is the last month. */
const today = "2026-06-17T02:00:00.000Z"

const go = ({ page, click }: Counting, screen: string) =>
  click(page.getByRole("navigation").getByRole("link", { name: screen, exact: true }))

const saved = (page: Page) => page.getByText("Saved", { exact: true }).first().waitFor()

const openFirst = ({ page, click }: Counting) =>
  click(page.locator("[aria-busy=false] [data-row-link]").first())

/** Opens the first of the rows behind a number on Home. */
const openWaiting = async (hand: Counting, wait: string): Promise<Locator> => {
  await hand.click(hand.page.getByRole("link", { name: wait }))
  await openFirst(hand)
  return hand.page.getByRole("dialog")
}

const spending: ReadonlyArray<Job> = [
  {
    name: "Attach a receipt",
    by: "member",
    work: async (hand, picture) => {
      const sheet = await openWaiting(hand, "Your card payments without a receipt")
      const drop = sheet.getByLabel("Drop a file here").locator("xpath=ancestor::label")
      await hand.attach(drop, "receipt.png", picture)
      await sheet.getByText("receipt.png", { exact: true }).waitFor()
    },
  },
  {
    name: "Ask for money",
    by: "member",
    work: async (hand) => {
      const { page } = hand
      await go(hand, "Approvals")
      await hand.click(page.getByRole("button", { name: "Ask for money" }))
      const dialog = page.getByRole("dialog")
      await hand.choose(dialog.getByRole("combobox", { name: "Budget" }), "Travel")
      await hand.type(dialog.getByLabel("Amount"), "210.50")
      await hand.type(dialog.getByLabel("What it is for"), "A night in Perth")
      await hand.click(dialog.getByRole("button", { name: "Send the request" }))
      await page.getByText("Your request was sent").waitFor()
    },
  },
]

const managing: ReadonlyArray<Job> = [
  {
    name: "See spending, budgets and pending requests",
    by: "manager",
    work: async ({ page }) => {
      await page.getByRole("figure", { name: "Spending by day" }).waitFor()
    },
  },
  {
    name: "Approve a request",
    by: "manager",
    work: async (hand) => {
      const { page } = hand
      await hand.click(page.getByRole("link", { name: "Waiting for your approval" }))
      const request = page.getByRole("listitem").filter({ hasText: "A night in Perth" })
      await hand.click(request.getByRole("button", { name: "Approve" }))
      await page
        .getByText(/^Approved: /u)
        .first()
        .waitFor()
    },
  },
  {
    name: "Follow a budget through its period",
    by: "manager",
    work: async (hand) => {
      await go(hand, "Budgets")
      await hand.click(hand.page.getByRole("link", { name: /^Travel/u }))
      await hand.page.getByRole("table", { name: "Periods" }).waitFor()
    },
  },
]

const accounting: ReadonlyArray<Job> = [
  {
    name: "List expenses without a receipt",
    by: "accountant",
    work: async (hand) => {
      const { page } = hand
      await hand.click(page.getByRole("link", { name: "Everyone's card payments without" }))
      await page.locator("[aria-busy=false] [data-row-link]").first().waitFor()
    },
  },
  {
    name: "List expenses without a category",
    by: "accountant",
    work: async (hand) => {
      const { page } = hand
      await go(hand, "Transactions")
      await hand.choose(page.getByRole("combobox", { name: "Category" }), "Without a category")
      await page.waitForURL((url) => url.searchParams.get("category") === "none")
      await page.locator("[aria-busy=false] [data-row-link]").first().waitFor()
    },
  },
  {
    name: "Find a payment by merchant and amount",
    by: "accountant",
    work: async (hand) => {
      const { page } = hand
      await go(hand, "Transactions")
      await hand.type(page.getByLabel("Search merchants"), "air")
      await hand.click(page.getByRole("button", { name: "More filters" }))
      await hand.type(page.getByLabel("At least"), "100")
      await page.waitForURL((url) => url.searchParams.get("least") === "100.00")
      await page.locator("[aria-busy=false] [data-row-link]").first().waitFor()
    },
  },
  {
    name: "Split an expense over two categories",
    by: "accountant",
    work: async (hand) => {
      const sheet = await openWaiting(hand, "Everyone's incomplete expenses")
      await hand.type(sheet.getByLabel("Line 1: Amount"), "0.01")
      await hand.choose(sheet.getByLabel("Line 1: Category"), "Travel")
      await hand.click(sheet.getByRole("button", { name: "Add a line" }))
      await hand.choose(sheet.getByLabel("Line 2: Category"), "Entertainment")
      await hand.click(sheet.getByRole("button", { name: "Save" }))
      await saved(hand.page)
    },
  },
  {
    name: "Export the last month",
    by: "accountant",
    today,
    work: async (hand) => {
      const { page } = hand
      await go(hand, "Money")
      await hand.click(page.getByRole("tab", { name: "Exports" }))
      await hand.click(page.getByRole("button", { name: "New export" }))
      const dialog = page.getByRole("dialog", { name: "New export" })
      await hand.choose(dialog.getByRole("combobox", { name: "Format" }), "Xero")
      await hand.click(dialog.getByRole("button", { name: "See what it exports" }))
      await hand.click(dialog.getByRole("button", { name: "Create the export" }))
      await page.getByRole("cell", { name: /^Xero/u }).first().waitFor()
      const saving = page.waitForEvent("download")
      await hand.click(page.getByRole("button", { name: /^Download/u }).first())
      await saving
    },
  },
  {
    name: "Close the last month",
    by: "accountant",
    today,
    work: async (hand) => {
      const { page } = hand
      await go(hand, "Money")
      await hand.click(page.getByRole("tab", { name: "Closing" }))
      await hand.click(page.getByRole("button", { name: "Close the books" }))
      const question = page.getByRole("dialog", { name: "Close the books" })
      await hand.click(question.getByRole("button", { name: "Close the books" }))
      await page.getByRole("heading", { name: "Closed through 31 May 2026" }).waitFor()
    },
  },
]

const administering: ReadonlyArray<Job> = [
  {
    name: "Invite a colleague",
    by: "admin",
    work: async (hand) => {
      const { page } = hand
      await go(hand, "People")
      await hand.click(page.getByRole("button", { name: "Invite someone" }))
      const dialog = page.getByRole("dialog", { name: "Invite someone" })
      await hand.type(dialog.getByLabel("Email address"), "ida@guests.example")
      await hand.choose(dialog.getByRole("combobox", { name: "Role" }), "Team Member")
      await hand.click(dialog.getByRole("button", { name: "Invite someone" }))
      await page.getByText("The invite is saved.").waitFor()
    },
  },
  {
    name: "Give a program access",
    by: "admin",
    work: async (hand) => {
      const { page } = hand
      await go(hand, "Settings")
      await hand.click(page.getByRole("tab", { name: "API tokens" }))
      await hand.click(page.getByRole("button", { name: "New token" }))
      const dialog = page.getByRole("dialog")
      await hand.type(dialog.getByLabel("Name"), "Payroll")
      await hand.choose(dialog.getByRole("combobox", { name: "Role" }), "Accountant")
      await hand.click(dialog.getByRole("button", { name: "Create" }))
      await page.getByText(/^outlay_/u).waitFor()
    },
  },
  {
    name: "See who changed what",
    by: "admin",
    work: async (hand) => {
      await go(hand, "Audit")
      await hand.click(hand.page.locator("[data-row-link]").first())
      await hand.page.getByRole("dialog").waitFor()
    },
  },
]

export const jobs: ReadonlyArray<Job> = [...spending, ...managing, ...accounting, ...administering]

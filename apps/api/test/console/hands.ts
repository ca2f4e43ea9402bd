/** Two ways to work with a page: by a pointer, and by the keyboard alone. */
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

interface File {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** What somebody does with what they see. */
export interface Hand {
  /** A button, a link, a switch or a box to tick. */
  readonly press: (target: Locator) => Promise<void>
  /** Instead of what a field says; a day as `YYYY-MM-DD`. */
  readonly write: (target: Locator, text: string) => Promise<void>
  /** The first of the options that a field offers with this text. */
  readonly choose: (target: Locator, option: string) => Promise<void>
  /** A file, in the dialog that the system opens. */
  readonly attach: (target: Locator, file: File) => Promise<void>
  /** The only row of a list: its sheet, or its mark. */
  readonly open: (page: Page) => Promise<void>
  readonly mark: (page: Page) => Promise<void>
  readonly search: (page: Page, text: string) => Promise<void>
}

const choosing = async (target: Locator, file: File, press: () => Promise<void>) => {
  const chooser = target.page().waitForEvent("filechooser")
  await press()
  await (await chooser).setFiles(file)
}

const row = (page: Page): Locator => page.locator("[data-stale=false] [data-row-link]").first()

const box = (page: Page): Locator => page.getByRole("checkbox", { name: /^Select (?!all)/u })

export const pointer: Hand = {
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  choose: async (target, option) => {
    await target.click()
    await target.page().getByRole("option", { name: option }).first().click()
  },
  attach: (target, file) =>
    choosing(target, file, async () => target.locator("xpath=ancestor::label").click()),
  open: (page) => row(page).click(),
  mark: async (page) => {
    await row(page).waitFor()
    await box(page).click()
  },
  search: (page, text) => page.getByLabel("Search merchants").fill(text),
}

/** More stops than any screen has. */
const mostStops = 200

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => node === document.activeElement)

/** Goes on from stop to stop until the focus is there. */
const reach = async (target: Locator): Promise<void> => {
  await target.waitFor({ state: "attached" })
  for (let stops = 0; stops < mostStops; stops++) {
    if (await isFocused(target)) return
    await target.page().keyboard.press("Tab")
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

const press = async (target: Locator): Promise<void> => {
  await reach(target)
  const isLink = await target.evaluate((node) => node.tagName === "A")
  await target.page().keyboard.press(isLink ? "Enter" : "Space")
}

/** Its parts, in the order in which the browser asks for them. */
const typedDay = (day: string): string => {
  const [year, month, date] = day.split("-")
  return `${month}${date}${year}`
}

const soonMs = 1_000

const isSoon = (isSo: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(isSo, { timeout: soonMs })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

export const keyboard: Hand = {
  press,
  write: async (target, text) => {
    await reach(target)
    const { keyboard: keys } = target.page()
    if ((await target.getAttribute("type")) === "date") {
      await keys.type(typedDay(text))
      expect(await target.inputValue()).toBe(text)
      return
    }
    await keys.press("Control+A")
    await keys.type(text)
  },
  choose: async (target, option) => {
    await reach(target)
    const page = target.page()
    const current = page.locator("[data-combobox-selected]", { hasText: option })
    const before = await target.inputValue()
    const isChosen = async () => (await target.inputValue()) !== before
    if (option !== "" && before.includes(option)) return
    for (let stops = 0; stops < mostStops; stops++) {
      // What was chosen late, on a slow machine, is not gone past.
      if (await isChosen()) return
      await page.keyboard.press("ArrowDown")
      if ((await current.count()) === 0) continue
      await page.keyboard.press("Enter")
      // A list that has just opened, or was drawn again, forgets where one is: one goes on down.
      if (await isSoon(isChosen)) return
    }
    throw new Error(`The keyboard does not reach the option ${option}`)
  },
  attach: (target, file) => choosing(target, file, () => press(target)),
  open: (page) => press(row(page)),
  mark: async (page) => {
    await row(page).waitFor()
    await press(box(page))
  },
  search: async (page, text) => {
    await row(page).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type(text)
  },
}

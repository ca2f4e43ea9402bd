/** Two ways to use a page: with a pointer, and with only the keyboard. */
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

interface File {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Actions of a user. */
export interface Hand {
  /** Presses a button, link, switch or checkbox. */
  readonly press: (target: Locator) => Promise<void>
  /** Replaces the text of a field; a day is `YYYY-MM-DD`. */
  readonly write: (target: Locator, text: string) => Promise<void>
  /** Chooses the first option of a field with this text. */
  readonly choose: (target: Locator, option: string) => Promise<void>
  /** Attaches a file through the dialog of the system. */
  readonly attach: (target: Locator, file: File) => Promise<void>
  /** Opens or marks the only row of a list. */
  readonly open: (page: Page) => Promise<void>
  readonly mark: (page: Page) => Promise<void>
  readonly search: (page: Page, text: string) => Promise<void>
}

const choosing = async (target: Locator, file: File, press: () => Promise<void>) => {
  const chooser = target.page().waitForEvent("filechooser")
  await press()
  await (await chooser).setFiles(file)
}

const row = (page: Page): Locator => page.locator("[aria-busy=false] [data-row-link]").first()

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

/** Maximum number of Tab presses, more than any screen needs. */
const mostStops = 200

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => node === document.activeElement)

/** Presses Tab until the target has the focus. */
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

/** Returns the parts of a day in the order in which the browser's field takes them. */
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
      // On a slow machine, a choice may take effect late. It must not be skipped.
      if (await isChosen()) return
      await page.keyboard.press("ArrowDown")
      if ((await current.count()) === 0) continue
      await page.keyboard.press("Enter")
      // A list that has just opened or was redrawn loses its position, so continue downwards.
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

/** The numbers of clicks, fields and screens in `docs/console.md`, counted in a browser. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../outlay.ts"
import { png } from "../receipts.ts"
import { counting, jobs } from "./jobs.ts"
import { openStage } from "./stage.ts"

/** Rows of the page: job, role, former effort, clicks, fields, screens. */
const documented = readFileSync(join(root, "docs/console.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, , , , clicks]) => /^\d+$/u.test(clicks ?? ""))

const roles = {
  admin: "Admin",
  accountant: "Accountant",
  manager: "Manager",
  member: "Team Member",
} as const

const { as } = openStage()

describe("the jobs of the console", () => {
  test("are those of the page", () => {
    const inTests = jobs.map(({ name, by }) => `${name}, ${roles[by]}`)
    expect(documented.map(([, name, role]) => `${name}, ${role}`).toSorted()).toEqual(
      inTests.toSorted(),
    )
  })

  test.each(jobs)("$name", ({ name, by, today, work }) =>
    as(by, today === undefined ? {} : { own: true }, async (page) => {
      if (today !== undefined) await page.clock.setFixedTime(today)
      await page.goto("/")
      await page.getByRole("heading", { level: 1, name: /^Hello/u }).waitFor()
      const hand = counting(page)
      await work(hand, Buffer.from(png(name)))
      const [, , , , clicks, fields, screens] = documented.find(([, job]) => job === name) ?? []
      expect(hand.effort()).toEqual({
        clicks: Number(clicks),
        fields: Number(fields),
        screens: Number(screens),
      })
    })(),
  )
})

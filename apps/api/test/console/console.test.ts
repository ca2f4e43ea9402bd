/**
 * The console in a real browser: one browser and one service for all of it. Where npm brings no
 * Chromium for the platform the tests say so and end: what needs none is tested in `apps/console`.
 */
import { describe, test } from "vitest"
import { approvals } from "./approvals.ts"
import { attachments } from "./attachments.ts"
import { audit } from "./audit.ts"
import { books } from "./books.ts"
import { conflicts } from "./conflicts.ts"
import { dialogs } from "./dialogs.ts"
import { home } from "./home.ts"
import { money } from "./money.ts"
import { month } from "./month.ts"
import { settings } from "./settings.ts"
import { signIn } from "./sign-in.ts"
import { expectSoundScreen, openStage } from "./stage.ts"
import { token } from "./token.ts"
import { transactions } from "./transactions.ts"

const stage = openStage()

describe("every screen", () => {
  const screens = ["/", "/transactions", "/approvals", "/budgets", "/people", "/people?tab=roles"]

  test.each(screens)("%s breaks no rule of axe, light and dark, wide and narrow", (screen) =>
    stage.as("admin", {}, (page) => expectSoundScreen(page, screen))(),
  )
})

home(stage)
token(stage)
signIn(stage)
transactions(stage)
attachments(stage)
conflicts(stage)
approvals(stage)
settings(stage)
money(stage)
books(stage)
month(stage)
audit(stage)
dialogs(stage)

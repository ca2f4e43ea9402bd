import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from "vitest"
import { theBookkeeperIsTold, theTrailNamesThem } from "./audit.ts"
import { type Bookkeeper, hireBookkeeper } from "./bookkeeper.ts"
import { type Books, openBooks } from "./books.ts"
import { budgetsAreMade, peopleComeAndGo } from "./budgets.ts"
import { cardsAreCleared, cardsAreSwiped, receiptsAreHandedIn } from "./cards.ts"
import { codesAndCategories, taxRates } from "./chart.ts"
import {
  julyIsNotOver,
  paidByBank,
  theMonthEnds,
  theQuarterEnds,
  theQuarterIsClosed,
  xeroIsConnected,
} from "./closing.ts"
import { customFields } from "./fields.ts"
import { theAuditorVisits, theyLeave } from "./leaving.ts"
import { invitesArrive, theBooksAreOpened } from "./opening.ts"
import { noraSignsIn } from "./sessions.ts"
import { theKitchenIsShared } from "./sharing.ts"
import { type Story, setStage } from "./stage.ts"
import type { Chapter } from "./telling.ts"
import { outOfOffice, policies, topups } from "./topups.ts"

const chapters: ReadonlyArray<readonly [title: string, chapter: Chapter]> = [
  ["The operator makes the business, and money arrives", theBooksAreOpened],
  ["Invites arrive, and are accepted", invitesArrive],
  ["The chart of accounts: codes and categories", codesAndCategories],
  ["Tax rates", taxRates],
  ["Budgets are created, with invited people among the members", budgetsAreMade],
  ["Members and owners come and go", peopleComeAndGo],
  ["Custom fields, their options and their budgets", customFields],
  ["Policies", policies],
  ["Topups: at once, approved, declined, cancelled", topups],
  ["Olivia is out of office", outOfOffice],
  ["Cards are swiped: approved, and declined for a reason", cardsAreSwiped],
  ["Cards are cleared, reversed, refunded", cardsAreCleared],
  ["Receipts are handed in", receiptsAreHandedIn],
  ["Bank payments are imported", paidByBank],
  ["The month ends", theMonthEnds],
  ["July changes: a late bill and a foreign refund", julyIsNotOver],
  ["Xero is connected", xeroIsConnected],
  ["The Kitchen gets member limits, exact to the cent, and loses them again", theKitchenIsShared],
  ["Nora signs in by the link in her mail, and signs out everywhere", noraSignsIn],
  ["The auditor visits: one token expires, and one is revoked", theAuditorVisits],
  ["Nora and Tom leave, and so does the Pop-up", theyLeave],
  ["The bookkeeper has received every event", theBookkeeperIsTold],
  ["The quarter ends without any request", theQuarterEnds],
  ["Ravi closes the quarter, and exports it", theQuarterIsClosed],
  ["The audit trail names who did what", theTrailNamesThem],
]

describe("Harbour & Vine opens its books", () => {
  let story: Story
  let books: Books
  let bookkeeper: Bookkeeper
  let isBroken = false

  beforeAll(async () => {
    bookkeeper = await hireBookkeeper()
    story = await setStage()
    books = openBooks(story)
  })
  afterAll(async () => {
    await story?.close()
    await bookkeeper?.leave()
    story?.place.leave()
  })
  beforeEach((context) => {
    if (isBroken) context.skip("an earlier chapter went otherwise")
    onTestFailed(() => {
      isBroken = true
    })
  })

  test.each(chapters)("%s", (_, chapter) => chapter({ story, books, bookkeeper }))

  test("Every operation was used, and nothing else", () => {
    expect({ untouched: story.untouched(), strayed: story.strayed() }).toEqual({
      untouched: [],
      strayed: [],
    })
  })

  test("outlay verify finds that every amount and record is explained", async () => {
    expect(await story.close()).toBe(0)
    const report = await story.place.document(["verify"])
    const clean = { verified: true, faults: [], differences: [], unexplained: 0 }
    const extent = { businesses: 1, transactions: 17, events: books.trail().length }
    expect(report).toMatchObject({ ...clean, ...extent })
  })
})

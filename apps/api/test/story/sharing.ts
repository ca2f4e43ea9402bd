import { expect } from "vitest"
import { swipe } from "./cards.ts"
import { type Json, refusal } from "./stage.ts"
import type { Chapter } from "./telling.ts"

/** If a budget has member limits, each member has an exact share. If not, they share one amount. */
export const theKitchenIsShared: Chapter = async ({ story, books }) => {
  const { as, on, year } = story
  await on("08-06")
  const olivia = as("Olivia")
  const shares = async () => {
    const { results } = await olivia.get("/budgets/{Kitchen}/members")
    return results.map((_: Json) => [_.user.name, _.available_amount, _.spent_amount])
  }
  const kitchen = async () => {
    const { reset_amount, available_amount, spent_amount } = await olivia.get("/budgets/{Kitchen}")
    return [reset_amount, available_amount, spent_amount]
  }
  const cent = (amount: number) =>
    as("Mei").post("/budgets/{Kitchen}/topups", { amount, description: "The odd cent" })

  await cent(0.01)
  await olivia.patch("/budgets/{Kitchen}", { has_member_limits: true })
  expect(await shares()).toEqual([
    ["Sam Ito", 1_600.01, 0],
    ["Olivia Park", 1_600, 0],
  ])
  expect(await refusal(cent(0.01))).toBe("400 topup_needs_member")
  const plates = { who: "Sam", budget: "Kitchen", merchant: "Plates & Co" }
  const dear = { ...plates, amount: 1_600.02, declined: "insufficient_funds" }
  const { explanation } = await swipe(story, "dear plates", dear)
  const until = `Kitchen until 31 August ${year}.`
  expect(explanation).toBe(`1600.02 AUD requested, 1600.01 AUD available to Sam Ito in ${until}`)
  await swipe(story, "plates", { ...plates, amount: 700.01 })
  expect(await shares()).toEqual([
    ["Sam Ito", 900, 700.01],
    ["Olivia Park", 1_600, 0],
  ])
  expect(await kitchen()).toEqual([3_200, 2_500, 700.01])

  await olivia.patch("/budgets/{Kitchen}", { has_member_limits: false })
  expect(await kitchen()).toEqual([3_200, 2_500, 700.01])
  expect(await shares()).toEqual([
    ["Sam Ito", 2_500, 700.01],
    ["Olivia Park", 2_500, 0],
  ])
  await as("the operator").post("/transactions/{plates}/reverse", {})
  expect(await shares()).toEqual([
    ["Sam Ito", 3_200.01, 0],
    ["Olivia Park", 3_200.01, 0],
  ])
  await cent(-0.01)
  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: {
      Kitchen: [3_200, 0],
      Cellar: [3_023.33, 0],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: {
      "topup.created": 2,
      "topup.approved": 2,
      "budget.updated": 2,
      "budget_member.updated": 2 + 2,
      "transaction.declined": 1,
      "transaction.authorised": 1,
      "transaction.reversed": 1,
    },
  })
}

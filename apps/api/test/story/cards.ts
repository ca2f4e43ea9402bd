import { expect } from "vitest"
import { type Json, refusal, type Story } from "./stage.ts"
import { type Chapter, total } from "./telling.ts"

/** Authorisation request of a merchant, and the expected reason if it is declined. */
interface Ask {
  readonly who: string
  readonly budget: string
  readonly amount: number
  readonly merchant: string
  readonly category?: string
  readonly fx?: { readonly currency: string; readonly fx_amount: number }
  readonly declined?: string
}

const asks: Readonly<Record<string, Ask>> = {
  fish: {
    who: "Sam",
    budget: "Kitchen",
    amount: 842.5,
    merchant: "Fremantle Fish Market",
    category: "Meals & Refreshments",
  },
  linen: {
    who: "Sam",
    budget: "Kitchen",
    amount: 99.99,
    merchant: "Swan Linen",
    category: "Linen hire",
  },
  oven: {
    who: "Sam",
    budget: "Kitchen",
    amount: 2_557.52,
    merchant: "Oven World",
    declined: "insufficient_funds",
  },
  bread: {
    who: "Nora",
    budget: "Kitchen",
    amount: 20,
    merchant: "Corner Bakery",
    declined: "not_a_member",
  },
  early: {
    who: "Mei",
    budget: "Website",
    amount: 99.95,
    merchant: "Pixel & Co",
    declined: "payment_type_not_allowed",
  },
  taxi: {
    who: "Sam",
    budget: "Kitchen",
    amount: 60,
    merchant: "Swan Taxis",
    category: "Motor Vehicle Expenses",
    declined: "category_not_allowed",
  },
  wine: {
    who: "Tom",
    budget: "Cellar",
    amount: 1_110,
    fx: { currency: "NZD", fx_amount: 1_200 },
    merchant: "Cloudy Bay Cellar Door",
    category: "Wine",
  },
  auction: { who: "Tom", budget: "Cellar", amount: 250, merchant: "Vintage Auctions" },
  site: { who: "Mei", budget: "Website", amount: 99.95, merchant: "Pixel & Co" },
}

/** Authorises a card payment. Returns the response, and names the transaction. */
export const swipe = async (story: Story, name: string, request: Ask): Promise<Json> => {
  const { as, call, id } = story
  const { who, budget, amount, merchant, category, fx, declined } = request
  const response = await as("the operator").post("/authorisations", {
    external_id: name,
    user_id: id(who),
    budget_id: id(budget),
    amount,
    currency: "AUD",
    merchant_name: merchant,
    ...fx,
    ...(category && { category_id: id(category) }),
  })
  expect([name, response.decline_code]).toEqual([name, declined ?? null])
  expect(response.approved).toBe(declined === undefined)
  expect(response.transaction).toMatchObject({
    status: "AUTHED",
    amount: -amount,
    currency: fx?.currency ?? "AUD",
    fx_amount: -(fx?.fx_amount ?? amount),
    user: { id: id(who) },
    budget: { id: id(budget), name: budget },
    transaction_type: "CARD_TRANSACTION",
    expense_status: "INCOMPLETE_EXPENSE",
    cleared_date: null,
  })
  call(name, response.transaction)
  return response
}

export const cardsAreSwiped: Chapter = async ({ story, books }) => {
  const { as, on, anHourLater, year } = story
  await on("07-22")
  const explanations: Record<string, string> = {}
  for (const [name, request] of Object.entries(asks)) {
    await anHourLater()
    if (name === "site") await as("Mei").patch("/users/{Mei}", { payment_types: ["cards"] })
    explanations[name] = (await swipe(story, name, request)).explanation
  }
  const until = `Kitchen until 31 July ${year}.`
  expect(explanations).toMatchObject({
    linen: `99.99 AUD approved, 2557.51 AUD left for Sam Ito in ${until}`,
    oven: `2557.52 AUD requested, 2557.51 AUD available to Sam Ito in ${until}`,
    bread: "20.00 AUD requested by Nora Bell, who is not a member of Kitchen.",
  })
  const repeated = {
    who: "Sam",
    budget: "Kitchen",
    amount: 842.5,
    merchant: "Fremantle Fish Market",
  }
  const { transaction } = await swipe(story, "fish", repeated)
  expect(transaction.id).toBe(story.id("fish"))

  const merchants = async (query: string) =>
    (await as("Ravi").get(`/transactions?${query}`)).results.map((_: Json) => _.merchant_name)
  const declined = ["Swan Taxis", "Pixel & Co", "Corner Bakery", "Oven World"]
  expect(await merchants("status=DECLINED")).toEqual(declined)
  const all = await as("Ravi").get("/transactions")
  expect(all.count).toBe(2 + 5)
  await books.agree({
    wallets: { AUD: total(50_000, -842.5, -99.99, -250, -99.95), NZD: 8_000 - 1_200 },
    budgets: {
      Kitchen: [total(3_500, -842.5, -99.99), total(842.5, 99.99)],
      Cellar: [3_130 - 1_110 - 250, 1_360],
      Website: [total(300, -99.95), 99.95],
      "Pop-up": [500, 0],
    },
    events: { "transaction.authorised": 5, "transaction.declined": 4, "user.updated": 1 },
  })
}

export const cardsAreCleared: Chapter = async ({ story, books }) => {
  const { as, on, today } = story
  await on("07-25")
  const operator = as("the operator")
  const cleared = { status: "CLEARED", cleared_date: expect.stringContaining(today()) }
  const fish = await operator.post("/transactions/{fish}/clear", { amount: 830 })
  expect(fish).toMatchObject({ ...cleared, amount: -830, fx_amount: -830 })
  const linen = await operator.post("/transactions/{linen}/clear", {})
  expect(linen).toMatchObject({ ...cleared, amount: -99.99 })
  const dearer = { amount: 1_120, fx_amount: 1_215 }
  const wine = await operator.post("/transactions/{wine}/clear", dearer)
  expect(wine).toMatchObject({ ...cleared, amount: -1_120, fx_amount: -1_215, currency: "NZD" })
  const auction = await operator.post("/transactions/{auction}/reverse", {})
  expect(auction).toMatchObject({ status: "AUTHED", cleared_date: null, amount: -250 })
  const refund = "/transactions/{linen}/refund"
  const back = await operator.post(refund, { amount: 40 })
  expect(back).toMatchObject({ status: "CLEARED", amount: -99.99 })
  const { results } = await as("Ravi").get("/transactions/{linen}/movements")
  const moved = results.map((_: Json) => [_.kind, _.amount])
  expect(moved).toEqual([
    ["HOLD", -99.99],
    ["CLEAR", 0],
    ["REFUND", 40],
  ])
  const tooMuch = operator.post(refund, { amount: 60 })
  expect(await refusal(tooMuch)).toBe("400 refund_exceeds_amount")

  const tom = await as("Tom").get("/budgets/{Cellar}/members/{Tom in the Cellar}")
  expect([tom.available_amount, tom.spent_amount]).toEqual([2_330 - 1_120, 1_120])
  const shares = await as("Olivia").get("/budgets/{Kitchen}/members")
  const spent = shares.results.map((_: Json) => [_.user.name, _.available_amount, _.spent_amount])
  expect(spent).toEqual([
    ["Sam Ito", 2_610.01, 889.99],
    ["Olivia Park", 2_610.01, 0],
  ])
  await books.agree({
    wallets: { AUD: total(50_000, -830, -99.99, 40, -99.95), NZD: 8_000 - 1_215 },
    budgets: {
      Kitchen: [total(3_500, -830, -99.99, 40), total(830, 99.99, -40)],
      Cellar: [3_130 - 1_120, 1_120],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: { "transaction.cleared": 3, "transaction.reversed": 1, "transaction.refunded": 1 },
  })
}

/** Moves a partly refunded charge to another budget, and back. */
const putRight = async ({ as, id }: Story) => {
  const recode = (budget: string) =>
    as("the operator").patch("/transactions/{linen}", { budget_id: id(budget) })
  const amounts = (budgets: ReadonlyArray<string>) =>
    Promise.all(
      budgets.map(async (name) => {
        const { available_amount, spent_amount } = await as("Mei").get(`/budgets/{${name}}`)
        return [name, available_amount, spent_amount]
      }),
    )
  expect((await recode("Website")).budget).toMatchObject({ name: "Website" })
  expect(await amounts(["Kitchen", "Website"])).toEqual([
    ["Kitchen", 3_500 - 830, 830],
    ["Website", total(200.05, -59.99), total(99.95, 59.99)],
  ])
  expect((await recode("Kitchen")).budget).toMatchObject({ name: "Kitchen" })
  const { results } = await as("Olivia").get("/budgets/{Kitchen}/members")
  expect(results[0]).toMatchObject({ user: { name: "Sam Ito" }, spent_amount: 889.99 })
}

export const receiptsAreHandedIn: Chapter = async ({ story, books }) => {
  const { as, on, id } = story
  await on("07-26")
  const fish = "/transactions/{fish}"
  const receipt = {
    gst: 75.45,
    attendees: ["Pat Doe", "Kim Lee"],
    receipt_urls: ["https://receipts.harbourandvine.example/fish.pdf"],
    line_items: [
      { amount: 800, gst_amount: 72.73, category_id: id("Meals & Refreshments") },
      { amount: 30, gst_amount: 2.72, category_id: id("Meals & Refreshments") },
    ].map((item) => ({ ...item, tax_rate_id: id("GST") })),
  }
  const partly = await as("the operator").patch(fish, receipt)
  expect(partly).toMatchObject({ gst: 75.45, expense_status: "INCOMPLETE_EXPENSE" })
  const custom_fields = [{ field_name: "Venue", entry_text: "Fremantle" }]
  const complete = await as("Ravi").patch(fish, { custom_fields })
  const category = { name: "Meals & Refreshments", code: "320" }
  const tax_rate = { name: "GST", rate: 0.1 }
  expect(complete).toMatchObject({
    expense_status: "COMPLETE",
    attendees: receipt.attendees,
    custom_fields,
    line_items: [
      { amount: 800, gst_amount: 72.73, category, tax_rate },
      { amount: 30, gst_amount: 2.72, category, tax_rate },
    ],
  })
  expect(await as("Ravi").get(fish)).toEqual(complete)
  const done = "/transactions?expense_status=COMPLETE&transaction_type=CARD_TRANSACTION"
  expect((await as("Ravi").get(done)).results).toEqual([complete])
  await theMenuIsHandedIn(story)
  await putRight(story)
  await books.agree({
    wallets: { AUD: 49_010.06, NZD: 6_785 },
    budgets: {
      Kitchen: [2_610.01, 889.99],
      Cellar: [2_010, 1_120],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: { "transaction.updated": 2 + 2 + 3, "receipt.created": 2, "receipt.deleted": 1 },
  })
}

/** The smallest possible picture. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** A file is attached to two purchases. It is removed from the wrong one, and remains. */
const theMenuIsHandedIn = async ({ as }: Story) => {
  const menu = Buffer.from(pixel, "base64")
  const { receipt_urls } = await as("Ravi").get("/transactions/{fish}")
  const wrong = await as("Ravi").post("/transactions/{wine}/receipts", menu)
  const right = await as("Ravi").post("/transactions/{fish}/receipts", menu)
  expect(right).toMatchObject({ sha256: wrong.sha256, duplicate_of: wrong.transaction_id })
  await as("Ravi").delete(wrong.url)
  const { results } = await as("Ravi").get("/transactions/{fish}/receipts")
  expect(results).toEqual([{ ...right, duplicate_of: null }])
  expect(await as("Ravi").get(right.url)).toBe(menu.toString())
  // The thumbnail is drawn at the lowest priority, so on a busy machine it may take a while.
  const thumbnail = () => as("Ravi").get(`${right.url}/thumbnail`).catch(String)
  await expect.poll(thumbnail).toMatch(/^RIFF.*WEBP/su)
  const { receipt_urls: urls } = await as("Ravi").get("/transactions/{fish}")
  expect(urls).toEqual([...receipt_urls, right.url])
}

import { expect } from "vitest"
import { type Json, refusal } from "./stage.ts"
import { type Chapter, each } from "./telling.ts"

const nothingMoved = { wallets: { AUD: 50_000, NZD: 8_000 }, budgets: {} }

const codes = [
  ["200", "Sales"],
  ["310", "Cost of wine"],
  ["320", "Food"],
  ["429", "Sundry"],
] as const

export const codesAndCategories: Chapter = async ({ story, books }) => {
  const { as, on, call, id } = story
  await on("07-03")
  const ravi = as("Ravi")
  for (const [code, name] of codes) {
    const made = call(`code ${code}`, await ravi.post("/accounting-codes", { code, name }))
    expect(made).toMatchObject({ code, name })
  }
  const own = `/operator/v1/businesses/${story.the("the business").client_id}`
  expect(await as("the operator").get(own)).toMatchObject({ integration: "MANUAL" })
  const renamed = await ravi.post("/accounting-codes", { code: "310", name: "Wine purchases" })
  expect(renamed).toMatchObject({ id: id("code 310"), name: "Wine purchases" })

  const categories = [
    ["Wine", "code 310"],
    ["Glassware", "code 429"],
    ["Linen hire", null],
  ] as const
  for (const [name, code] of categories) {
    const accounting_code_id = code === null ? null : id(code)
    const made = await ravi.post("/categories", { name, ...(code && { accounting_code_id }) })
    expect(call(name, made)).toMatchObject({
      name,
      custom: true,
      enabled: true,
      accounting_code_id,
    })
  }
  await ravi.patch("/categories/{Linen hire}", { name: "Linen" })
  expect(await ravi.get("/categories/{Linen hire}")).toMatchObject({ name: "Linen" })
  const born = await ravi.get("/categories?custom=false")
  for (const category of born.results) call(category.name, category)
  expect(born.count).toBe(14)
  const food = { accounting_code_id: id("code 320") }
  const meals = "/categories/{Meals & Refreshments}"
  expect(await ravi.put(`${meals}/accounting-code`, food)).toMatchObject(food)
  const off = await ravi.patch("/categories/{Motor Vehicle Expenses}", { enabled: false })
  expect(off).toMatchObject({ name: "Motor Vehicle Expenses", enabled: false, custom: false })
  const other = ravi.patch(meals, { name: "Lunches" })
  expect(await refusal(other)).toBe("400 category_is_system")
  const sams = as("Sam").post("/categories", { name: "Knives" })
  expect(await refusal(sams)).toBe("403 permission_denied")

  await ravi.delete("/accounting-codes/{code 429}")
  const mapped = async () => {
    const { results } = await ravi.get("/categories?custom=true")
    return results.map((_: Json) => [_.name, _.accounting_code_id])
  }
  const remaining = [
    ["Wine", id("code 310")],
    ["Linen", null],
  ]
  expect(await mapped()).toEqual([remaining[0], ["Glassware", null], remaining[1]])
  await ravi.delete("/categories/{Glassware}")
  expect(await mapped()).toEqual(remaining)
  const listed = await ravi.get("/accounting-codes")
  expect(each("name", listed.results)).toEqual(["Sales", "Wine purchases", "Food"])
  await books.agree({
    ...nothingMoved,
    events: {
      "accounting_code.created": 4,
      "business.updated": 1,
      "accounting_code.updated": 1,
      "accounting_code.deleted": 1,
      "category.created": 3,
      "category.updated": 4,
      "category.deleted": 1,
    },
  })
}

const rates = [
  { name: "GST", rate: 0.1, code: "INPUT", is_default_for: "DOMESTIC", is_enabled: true },
  { name: "GST free", rate: 0, code: "EXEMPT", is_default_for: "NONE", is_enabled: true },
  { name: "Wine equalisation", rate: 0.29, is_default_for: "NONE", is_enabled: true },
]

export const taxRates: Chapter = async ({ story, books }) => {
  const { as, on, call, the } = story
  await on("07-04")
  for (const rate of rates) {
    const made = call(rate.name, await as("the operator").post("/tax-rates", rate))
    expect(made).toMatchObject({ ...rate, source: "MANUAL" })
  }
  const change = { is_default_for: "INTERNATIONAL" }
  const changed = await as("the operator").patch("/tax-rates/{GST free}", change)
  expect(changed).toEqual({ ...the("GST free"), ...change })
  await as("the operator").delete("/tax-rates/{Wine equalisation}")
  const { results } = await as("Ravi").get("/tax-rates")
  expect(results).toEqual([the("GST"), changed])
  expect(await as("Ravi").get("/tax-rates/{GST}")).toMatchObject({ rate: 0.1, code: "INPUT" })
  const deleted = as("Ravi").get("/tax-rates/{Wine equalisation}")
  expect(await refusal(deleted)).toBe("404 not_found")
  const events = { "tax_rate.created": 3, "tax_rate.updated": 1, "tax_rate.deleted": 1 }
  await books.agree({ ...nothingMoved, events })
}

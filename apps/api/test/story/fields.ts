import { expect } from "vitest"
import { type Json, refusal } from "./stage.ts"
import { type Chapter, each } from "./telling.ts"

export const customFields: Chapter = async ({ story, books }) => {
  const { as, on, call, id } = story
  await on("07-07")
  const ravi = as("Ravi")
  const venue = { name: "Venue", field_type: "LIST", budget_setting: "SOME" }
  const made = call("Venue", await ravi.post("/custom-fields", venue))
  expect(made).toMatchObject({ ...venue, created_by: "PUBLIC_API", is_manager_only: false })
  const options = "/custom-fields/{Venue}/options"
  for (const text of ["Fremantle", "Perth", "Bunburry", "Airport"]) {
    expect(call(text, await ravi.post(options, { text }))).toMatchObject({ text, enabled: true })
  }
  await ravi.patch(`${options}/{Bunburry}`, { text: "Bunbury" })
  await ravi.patch(`${options}/{Perth}`, { enabled: false })
  expect(await ravi.get(`${options}/{Bunburry}`)).toMatchObject({ text: "Bunbury" })
  await ravi.delete(`${options}/{Airport}`)
  const { results } = await ravi.get(options)
  expect(results.map((_: Json) => [_.text, _.enabled])).toEqual([
    ["Fremantle", true],
    ["Perth", false],
    ["Bunbury", true],
  ])

  const links = "/custom-fields/{Venue}/budgets"
  for (const name of ["Kitchen", "Cellar"]) {
    const link = await ravi.post(links, { budget: id(name) })
    expect(link).toEqual({ id: id(name), name })
  }
  expect(each("name", (await ravi.get(links)).results)).toEqual(["Kitchen", "Cellar"])
  await ravi.delete(`${links}/{Cellar}`)
  const { custom_fields } = await as("Sam").get("/budgets/{Kitchen}")
  expect(custom_fields).toEqual([{ id: id("Venue"), name: "Venue", allow_options: null }])

  const occasion = { name: "Occasion", field_type: "FREE_TEXT", budget_setting: "NONE" }
  call("Occasion", await ravi.post("/custom-fields", occasion))
  const texts = ravi.post("/custom-fields/{Occasion}/options", { text: "Wedding" })
  expect(await refusal(texts)).toBe("400 custom_field_is_free_text")
  const everywhere = { name: "Event", budget_setting: "ALL_CURRENT_AND_NEW" }
  await ravi.patch("/custom-fields/{Occasion}", everywhere)
  expect(await ravi.get("/custom-fields/{Occasion}")).toMatchObject(everywhere)
  expect(each("name", (await ravi.get("/custom-fields")).results)).toEqual(["Venue", "Event"])
  const linked = await as("Sam").get("/budgets/{Website}")
  expect(each("name", linked.custom_fields)).toEqual(["Event"])
  await ravi.delete("/custom-fields/{Occasion}")
  expect((await as("Sam").get("/budgets/{Website}")).custom_fields).toEqual([])

  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {
      Kitchen: [3_000, 0],
      Cellar: [2_000, 0],
      Website: [300, 0],
      "Pop-up": [500, 0],
    },
    events: {
      "custom_field.created": 2,
      "custom_field.updated": 1,
      "custom_field.deleted": 1,
      "custom_field_option.created": 4,
      "custom_field_option.updated": 2,
      "custom_field_option.deleted": 1,
      "custom_field_budget.created": 2,
      "custom_field_budget.deleted": 1,
    },
  })
}

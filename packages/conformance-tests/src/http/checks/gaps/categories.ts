import { accountingCode, business, category } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectAccepted,
  idOf,
  idsOf,
  isUuid,
  need,
  recordsOf,
  withId,
  without,
} from "../steps.ts"

const scenario = business(
  "categories-managed",
  accountingCode("gifts"),
  category("gifts", { accounting_code: "gifts" }),
  category("tools"),
)

const create = (trial: Trial) =>
  trial.business.call("categories.create", { body: { name: "Client lunches" } })

const categoriesOf = (trial: Trial): Promise<ReadonlyArray<Json>> =>
  recordsOf(trial, "categories.list")

export const categories = checksOf("gaps", [
  {
    id: "categories.fields.all",
    requirement: "categories.fields",
    title: "Every category has the booleans custom and enabled, and a name",
    scenario,
    run: async (trial: Trial) => {
      for (const record of await recordsOf(trial, "categories.list")) {
        const { custom, enabled, name } = record
        trial.expect(
          typeof custom === "boolean" && typeof enabled === "boolean" && typeof name === "string",
          "custom and enabled are booleans, and name is text",
          record,
        )
      }
    },
  },
  {
    id: "categories.custom.created.listed",
    requirement: "categories.custom.created",
    title: "A created category is listed once, with its name, as a custom one",
    scenario,
    run: async (trial: Trial) => {
      const before = idsOf(await categoriesOf(trial))
      const response = await create(trial)
      expectAccepted(trial, response, "creating a category")
      const after = await categoriesOf(trial)
      const id = String(response.body?.id)
      trial.expect(
        canonical(idsOf(after)) === canonical([...before, id].sort()),
        `the categories of before, and ${id}`,
        idsOf(after),
      )
      const [listed] = withId(after, id)
      trial.expect(listed?.name === "Client lunches", "name is the one that was sent", listed)
      trial.expect(listed.custom === true, "custom is true", listed)
    },
  },
  {
    id: "categories.update.keeps.rest",
    requirement: "categories.update.keeps",
    title: "Renaming a category changes nothing else of it, and no other category",
    scenario,
    run: async (trial: Trial) => {
      const category_id = idOf(trial, "categories", "gifts")
      const rest = async () => {
        const all = await categoriesOf(trial)
        const named = withId(all, category_id).map((record) => without(record, "name", "updated"))
        return canonical([named, all.filter(({ id }) => id !== category_id)])
      }
      const before = await rest()
      const call = { path: { category_id }, body: { name: "Presents" } }
      need(trial, await trial.business.call("categories.update", call), "renaming a category")
      const after = await rest()
      expectUnchanged(trial, "everything else stays (the category, other categories)", [
        before,
        after,
      ])
    },
  },
  {
    id: "categories.manage.known",
    requirement: "categories.manage",
    title: "Every category that was made is listed once, by its name, as a custom one",
    scenario,
    run: async (trial: Trial) => {
      const listed = await recordsOf(trial, "categories.list", {}, 3)
      for (const { key, name } of trial.business.spec.categories) {
        const found = withId(listed, idOf(trial, "categories", key))
        trial.expect(found.length === 1, `${name} is listed once`, found)
        trial.expect(
          found[0].name === name && found[0].custom === true,
          `custom of ${name} is true`,
          found,
        )
      }
      const ids = new Set(idsOf(listed))
      trial.expect(ids.size === listed.length, "none is listed twice", idsOf(listed))
    },
  },
  {
    id: "categories.id.uuid",
    requirement: "categories.id",
    title: "The id of a created category is a uuid",
    scenario,
    run: async (trial: Trial) => {
      const response = need(trial, await create(trial), "creating a category")
      trial.expect(isUuid(response.body?.id), "an id that is a uuid", response)
    },
  },
])

import { business, category } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { expectSame, expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectAccepted,
  expectRefused,
  idOf,
  idsOf,
  need,
  needRefusal,
  recordsOf,
  withId,
} from "../steps.ts"

const scenario = business("categories", category("gifts"), category("tools"))

const categoriesOf = (trial: Trial): Promise<ReadonlyArray<Json>> =>
  recordsOf(trial, "categories.list")

/** Returns a category that the system defined; untestable if the target has none. */
const systemCategory = async (trial: Trial): Promise<Json> =>
  (await categoriesOf(trial)).find(({ custom }) => custom === false) ??
  trial.untestable("the target lists no system category")

const patch = (trial: Trial, category_id: string, body: Json): Promise<Answer> =>
  trial.business.call("categories.update", { path: { category_id }, body })

const remove = (trial: Trial, category_id: string): Promise<Answer> =>
  trial.business.call("categories.remove", { path: { category_id } })

const now = async (trial: Trial, id: string): Promise<Json> =>
  withId(await categoriesOf(trial), id)[0]

export const categories = checksOf("rules", [
  {
    id: "categories.system.toggle.both-ways",
    requirement: "categories.system.toggle",
    title: "A system category is switched off and on again, or the other way round",
    scenario,
    run: async (trial: Trial) => {
      const { id, name, enabled } = await systemCategory(trial)
      for (const isEnabled of [!enabled, enabled]) {
        const response = await patch(trial, id, { enabled: isEnabled })
        expectAccepted(trial, response, `setting enabled to ${isEnabled}`)
        const after = await now(trial, id)
        trial.expect(after?.enabled === isEnabled, `enabled of the category is ${isEnabled}`, after)
        trial.expect(after.name === name, `the category's name is still ${name}`, after)
      }
    },
  },
  {
    id: "categories.system.toggle.only-one",
    requirement: "categories.system.toggle",
    title: "Switching one system category leaves every other category as it is",
    scenario,
    run: async (trial: Trial) => {
      const { id, enabled } = await systemCategory(trial)
      const others = async () =>
        canonical((await categoriesOf(trial)).filter((record) => record.id !== id))
      const before = await others()
      need(trial, await patch(trial, id, { enabled: !enabled }), "switching a system category")
      const after = await others()
      expectUnchanged(trial, "the other categories are as before", [before, after])
    },
  },
  {
    id: "categories.system.name.refused",
    requirement: "categories.system.name",
    title: "A system category is not renamed",
    scenario,
    run: async (trial: Trial) => {
      const { id, name } = await systemCategory(trial)
      const response = await patch(trial, id, { name: "Renamed" })
      expectRefused(trial, response, "renaming a system category")
      const after = await now(trial, id)
      trial.expect(after?.name === name, `the category's name is still ${name}`, after)
    },
  },
  {
    id: "categories.system.remove.refused",
    requirement: "categories.system.remove",
    title: "A system category is not deleted",
    scenario,
    run: async (trial: Trial) => {
      const { id } = await systemCategory(trial)
      expectRefused(trial, await remove(trial, id), "deleting a system category")
      const after = idsOf(await categoriesOf(trial))
      trial.expect(after.includes(id), `${id} is still listed`, after)
    },
  },
  {
    id: "categories.system.no-effect.both",
    requirement: "categories.system.no-effect",
    title: "Renaming and switching a system category in one request changes nothing",
    scenario,
    run: async (trial: Trial) => {
      const before = await systemCategory(trial)
      const body = { name: "Renamed", enabled: !before.enabled }
      needRefusal(trial, await patch(trial, before.id, body), "renaming a system category")
      expectSame(trial, "the category is as before", [before, await now(trial, before.id)])
    },
  },
  {
    id: "categories.custom.name.changed",
    requirement: "categories.custom.name",
    title: "A custom category is renamed and keeps its id",
    scenario,
    run: async (trial: Trial) => {
      const id = idOf(trial, "categories", "gifts")
      expectAccepted(trial, await patch(trial, id, { name: "Presents" }), "renaming it")
      const after = await now(trial, id)
      trial.expect(after?.name === "Presents", "the category's name is Presents", after)
    },
  },
  {
    id: "categories.custom.remove.gone",
    requirement: "categories.custom.remove",
    title: "One of two custom categories is deleted",
    scenario,
    run: async (trial: Trial) => {
      const [removedId, remainingId] = ["gifts", "tools"].map((key) =>
        idOf(trial, "categories", key),
      )
      const before = await categoriesOf(trial)
      expectAccepted(trial, await remove(trial, String(removedId)), "deleting a custom category")
      const after = (await categoriesOf(trial)).filter(({ is_deleted }) => is_deleted !== true)
      trial.expect(
        canonical(idsOf(after)) === canonical(idsOf(before).filter((id) => id !== removedId)),
        `all are listed but ${removedId}; ${remainingId} is`,
        idsOf(after),
      )
    },
  },
])

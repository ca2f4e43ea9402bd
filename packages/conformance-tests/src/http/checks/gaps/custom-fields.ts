import { business, customField } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectJust, expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectAccepted,
  idOf,
  idsOf,
  isActive,
  isUuid,
  need,
  recordOf,
  recordsOf,
  withId,
  without,
} from "../steps.ts"

const scenario = business(
  "fields-managed",
  customField("team"),
  customField("region", { options: ["north", "south"] }),
)

const create = (trial: Trial, field_type = "LIST") =>
  trial.business.call("custom-fields.create", {
    body: { name: `Project ${field_type}`, field_type },
  })

const fieldsOf = async (trial: Trial): Promise<ReadonlyArray<Json>> =>
  (await recordsOf(trial, "custom-fields.list")).filter(isActive)

const pathOf = (custom_field_id: string) => ({ path: { custom_field_id } })

const rename = (trial: Trial, custom_field_id: string, name: string) =>
  trial.business.call("custom-fields.update", { path: { custom_field_id }, body: { name } })

export const customFields = checksOf("gaps", [
  {
    id: "custom-fields.types.both",
    requirement: "custom-fields.types",
    title: "A field of each type is created, and listed with that type",
    scenario,
    run: async (trial: Trial) => {
      for (const field_type of ["LIST", "FREE_TEXT"]) {
        const response = await create(trial, field_type)
        expectAccepted(trial, response, `creating a field of type ${field_type}`)
        const [listed] = withId(await fieldsOf(trial), response.body?.id)
        trial.expect(listed?.field_type === field_type, `field_type ${field_type}`, listed)
      }
    },
  },
  {
    id: "custom-fields.create.listed",
    requirement: "custom-fields.create",
    title: "A created field is listed once, and read by its id, with its name",
    scenario,
    run: async (trial: Trial) => {
      const before = idsOf(await fieldsOf(trial))
      const response = await create(trial)
      expectAccepted(trial, response, "creating a field")
      const id = String(response.body?.id)
      const after = await fieldsOf(trial)
      trial.expect(
        canonical(idsOf(after)) === canonical([...before, id].sort()),
        `the fields of before, and ${id}`,
        idsOf(after),
      )
      const read = await recordOf(trial, "custom-fields.get", pathOf(id))
      for (const record of [...withId(after, id), read]) {
        trial.expect(record.name === "Project LIST", "the name that was sent", record)
      }
    },
  },
  {
    id: "custom-fields.create.known",
    requirement: "custom-fields.create",
    title: "Every field that was made is listed once, in an envelope that counts them",
    scenario,
    run: async (trial: Trial) => {
      const expected = ["team", "region"].map((key) => idOf(trial, "custom_fields", key)).sort()
      const response = await trial.business.call("custom-fields.list")
      trial.expect(
        response.status === 200 && response.body?.count === 2,
        "200 with count 2",
        response,
      )
      const listed = idsOf(await recordsOf(trial, "custom-fields.list", {}, 1))
      expectJust(trial, "the ids of the fields", [expected, listed])
    },
  },
  {
    id: "custom-fields.manage.renamed",
    requirement: "custom-fields.manage",
    title: "A field is renamed, and listed so",
    scenario,
    run: async (trial: Trial) => {
      const id = idOf(trial, "custom_fields", "team")
      expectAccepted(trial, await rename(trial, id, "Squad"), "renaming a field")
      const [listed] = withId(await fieldsOf(trial), id)
      trial.expect(listed?.name === "Squad", "the field's name is Squad", listed)
    },
  },
  {
    id: "custom-fields.manage.removed",
    requirement: "custom-fields.manage",
    title: "A removed field is not listed any more, and the other is",
    scenario,
    run: async (trial: Trial) => {
      const [removedId, remainingId] = ["region", "team"].map((key) =>
        idOf(trial, "custom_fields", key),
      )
      const response = await trial.business.call("custom-fields.remove", pathOf(String(removedId)))
      expectAccepted(trial, response, "removing a field")
      const listed = idsOf(await fieldsOf(trial))
      expectJust(trial, "the ids of the fields", [[String(remainingId)], listed])
    },
  },
  {
    id: "custom-fields.update.keeps.rest",
    requirement: "custom-fields.update.keeps",
    title: "Renaming a field changes nothing else of it, and no other field",
    scenario,
    run: async (trial: Trial) => {
      const id = idOf(trial, "custom_fields", "region")
      const rest = async () => {
        const fields = await fieldsOf(trial)
        const options = await recordsOf(trial, "custom-field-options.list", pathOf(id))
        const named = withId(fields, id).map((field) => without(field, "name", "updated"))
        return canonical([named, fields.filter((field) => field.id !== id), idsOf(options)])
      }
      const before = await rest()
      need(trial, await rename(trial, id, "Area"), "renaming a field")
      const after = await rest()
      expectUnchanged(trial, "everything else stays (the field, other fields, options)", [
        before,
        after,
      ])
    },
  },
  {
    id: "custom-fields.id.uuid",
    requirement: "custom-fields.id",
    title: "The id of a created field is a uuid",
    scenario,
    run: async (trial: Trial) => {
      const response = need(trial, await create(trial), "creating a field")
      trial.expect(isUuid(response.body?.id), "an id that is a uuid", response)
    },
  },
])

import { business, customField, keyIn } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { expectJust, expectSame, expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectAccepted,
  expectRefused,
  idOf,
  idsOf,
  isActive,
  isUuid,
  need,
  recordsOf,
  withId,
  without,
} from "../steps.ts"

const scenario = business(
  "field-options",
  customField("region", { options: ["north", "south"] }),
  customField("colour", { options: ["red"] }),
  customField("remark"),
)

const pathOf = (trial: Trial, field: string) => ({
  custom_field_id: idOf(trial, "custom_fields", field),
})
const optionPath = (trial: Trial, field: string, text: string) => ({
  ...pathOf(trial, field),
  option_id: idOf(trial, "custom_field_options", keyIn(field, text)),
})

const optionsOf = async (trial: Trial, field: string): Promise<ReadonlyArray<Json>> =>
  (await recordsOf(trial, "custom-field-options.list", { path: pathOf(trial, field) })).filter(
    isActive,
  )

const create = (trial: Trial, field: string, text: string): Promise<Answer> =>
  trial.business.call("custom-field-options.create", {
    path: pathOf(trial, field),
    body: { text },
  })

const patch = (trial: Trial, body: Json): Promise<Answer> =>
  trial.business.call("custom-field-options.update", {
    path: optionPath(trial, "region", "north"),
    body,
  })

const keeps = (name: string, body: Json) => ({
  id: `custom-field-options.update.keeps.${name}`,
  requirement: "custom-field-options.update.keeps",
  title: `PATCH of an option with ${name} alone changes nothing else`,
  scenario,
  run: async (trial: Trial) => {
    const { option_id } = optionPath(trial, "region", "north")
    const rest = async () => {
      const options = await optionsOf(trial, "region")
      const named = withId(options, option_id).map((option) => without(option, name, "updated"))
      return canonical([named, options.filter(({ id }) => id !== option_id)])
    }
    const before = await rest()
    need(trial, await patch(trial, body), `PATCH with ${name}`)
    const after = await rest()
    expectUnchanged(trial, "everything else stays (the option, other options)", [before, after])
  },
})

export const customFieldOptions = checksOf("gaps", [
  {
    id: "custom-field-options.create.listed",
    requirement: "custom-field-options.create",
    title: "An option is created, and listed once, on its field alone",
    scenario,
    run: async (trial: Trial) => {
      const [before, other] = [await optionsOf(trial, "region"), await optionsOf(trial, "colour")]
      const response = await create(trial, "region", "East")
      expectAccepted(trial, response, "creating an option")
      const after = await optionsOf(trial, "region")
      const id = String(response.body?.id)
      trial.expect(
        canonical(idsOf(after)) === canonical([...idsOf(before), id].sort()),
        `the options of before, and ${id}`,
        idsOf(after),
      )
      const [listed] = withId(after, id)
      trial.expect(listed?.text === "East", "the option's text is East", listed)
      const optionsAfter = await optionsOf(trial, "colour")
      expectSame(trial, "the options of the other field stay", [other, optionsAfter])
    },
  },
  {
    id: "custom-field-options.create.known",
    requirement: "custom-field-options.create",
    title: "Every option that was made is listed once, in an envelope that counts them",
    scenario,
    run: async (trial: Trial) => {
      const path = pathOf(trial, "region")
      const expected = ["north", "south"]
        .map((text) => optionPath(trial, "region", text).option_id)
        .sort()
      const response = await trial.business.call("custom-field-options.list", { path })
      trial.expect(
        response.status === 200 && response.body?.count === 2,
        "200 with count 2",
        response,
      )
      const listed = idsOf(await recordsOf(trial, "custom-field-options.list", { path }, 1))
      expectJust(trial, "the ids of the options", [expected, listed])
    },
  },
  {
    id: "custom-field-options.list-only.free-text",
    requirement: "custom-field-options.list-only",
    title: "A field of free text is given no options",
    scenario,
    run: async (trial: Trial) => {
      const response = await create(trial, "remark", "East")
      expectRefused(trial, response, "creating an option of a FREE_TEXT field")
      const call = { path: pathOf(trial, "remark") }
      const listed = await trial.business.call("custom-field-options.list", call)
      if (listed.status >= 300) {
        trial.note("the options of a FREE_TEXT field", `status ${listed.status}`)
        return
      }
      trial.expect(listed.body?.count === 0, "no options are listed", listed)
    },
  },
  {
    id: "custom-field-options.disable.one",
    requirement: "custom-field-options.disable",
    title: "One of two options is disabled, and the other is not",
    scenario,
    run: async (trial: Trial) => {
      const { option_id } = optionPath(trial, "region", "north")
      expectAccepted(trial, await patch(trial, { enabled: false }), "disabling an option")
      const options = await optionsOf(trial, "region")
      const enabled = options.filter((option) => option.enabled === true)
      const other = idOf(trial, "custom_field_options", keyIn("region", "south"))
      trial.expect(
        canonical(idsOf(enabled)) === canonical([other]),
        `of ${option_id} and ${other} the latter is enabled`,
        options,
      )
    },
  },
  {
    id: "custom-field-options.remove.gone",
    requirement: "custom-field-options.remove",
    title: "One of two options is deleted, and the other is listed",
    scenario,
    run: async (trial: Trial) => {
      const path = optionPath(trial, "region", "north")
      const response = await trial.business.call("custom-field-options.remove", { path })
      expectAccepted(trial, response, "deleting an option")
      const listed = idsOf(await optionsOf(trial, "region"))
      const other = idOf(trial, "custom_field_options", keyIn("region", "south"))
      expectJust(trial, "the ids of the options", [[String(other)], listed])
    },
  },
  keeps("enabled", { enabled: false }),
  keeps("text", { text: "Far north" }),
  {
    id: "custom-field-options.id.uuid",
    requirement: "custom-field-options.id",
    title: "The id of a created option is a uuid",
    scenario,
    run: async (trial: Trial) => {
      const response = need(trial, await create(trial, "region", "East"), "creating an option")
      trial.expect(isUuid(response.body?.id), "an id that is a uuid", response)
    },
  },
])

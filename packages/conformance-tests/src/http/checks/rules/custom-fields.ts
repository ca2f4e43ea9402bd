import { business, customField, integration } from "../../../interface/world/scenarios.ts"
import { type Check, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectRefused,
  idOf,
  idsOf,
  isSuccess,
  need,
  needRefusal,
  recordOf,
  recordsOf,
  requires,
  withId,
} from "../steps.ts"

type Row = Omit<Check, "profile">

/** A field that an integration created, and one created through the API. */
const synced = business(
  "fields-synced",
  integration("XERO"),
  customField("region", { created_by: "XERO" }),
  customField("team"),
)

const path = (trial: Trial, key: string) => ({
  custom_field_id: idOf(trial, "custom_fields", key),
})

const patch = (trial: Trial, key: string, body: Json) =>
  trial.business.call("custom-fields.update", { path: path(trial, key), body })

const read = (trial: Trial, key: string): Promise<Json> =>
  recordOf(trial, "custom-fields.get", { path: path(trial, key) })

interface Change {
  readonly name: "name" | "type" | "both"
  readonly body: Json
  readonly title: string
}

/** Changes of the integration's field that must be refused. */
const changes: ReadonlyArray<Change> = [
  { name: "name", body: { name: "Renamed" }, title: "another name" },
  { name: "type", body: { field_type: "LIST" }, title: "another type" },
  {
    name: "both",
    body: { name: "Renamed", field_type: "LIST", budget_setting: "NONE" },
    title: "another name and type beside what may be changed",
  },
]

const refusedChange = ({ name, body, title }: Change): Row => ({
  id: `custom-fields.integration.${name}.refused`,
  requirement: `custom-fields.integration.${name}`,
  title: `A field that an integration made is not given ${title}`,
  scenario: synced,
  run: async (trial: Trial) => {
    requires(trial, "integration")
    const response = await patch(trial, "region", body)
    expectRefused(trial, response, `giving an integration's field ${title}`)
  },
})

const refusedWholly = ({ name, body, title }: Change): Row => ({
  id: `custom-fields.integration.no-effect.${name}`,
  requirement: "custom-fields.integration.no-effect",
  title: `Refused, it changes nothing: giving an integration's field ${title}`,
  scenario: synced,
  run: async (trial: Trial) => {
    requires(trial, "integration")
    const before = canonical(await read(trial, "region"))
    needRefusal(trial, await patch(trial, "region", body), `giving the field ${title}`)
    const after = canonical(await read(trial, "region"))
    expectUnchanged(trial, "the field is as before", [before, after])
  },
})

const byIntegration: ReadonlyArray<Row> = [
  ...changes.filter(({ name }) => name !== "both").map(refusedChange),
  ...changes.map(refusedWholly),
]

const byApi: ReadonlyArray<Row> = [
  {
    id: "custom-fields.created-by.api",
    requirement: "custom-fields.created-by",
    title: "A field created through the API carries created_by PUBLIC_API",
    scenario: business("fields-created"),
    run: async (trial: Trial) => {
      for (const field_type of ["LIST", "FREE_TEXT"]) {
        const body = { name: `Project ${field_type}`, field_type }
        const response = await trial.business.call("custom-fields.create", { body })
        need(trial, response, "creating a field")
        trial.expect(response.body?.created_by === "PUBLIC_API", "created_by PUBLIC_API", response)
        const [listed] = withId(await recordsOf(trial, "custom-fields.list"), response.body.id)
        trial.expect(listed?.created_by === "PUBLIC_API", "PUBLIC_API in the list", listed)
      }
    },
  },
  {
    id: "custom-fields.created-by.whatever-is-sent.create",
    requirement: "custom-fields.created-by.whatever-is-sent",
    title: "A creation that names another created_by gives none but PUBLIC_API",
    scenario: business("fields-claimed"),
    run: async (trial: Trial) => {
      for (const created_by of ["XERO", "MANUAL"]) {
        const body = { name: `Project ${created_by}`, field_type: "FREE_TEXT", created_by }
        const response = await trial.business.call("custom-fields.create", { body })
        trial.expect(response.status < 500, "accepted or refused", response)
        trial.note("created_by in a creation", isSuccess(response) ? "is ignored" : "is refused")
      }
      const fields = await recordsOf(trial, "custom-fields.list")
      const claimed = fields.filter(({ created_by }) => created_by !== "PUBLIC_API")
      trial.expect(claimed.length === 0, "every field carries PUBLIC_API", claimed)
    },
  },
  {
    id: "custom-fields.created-by.whatever-is-sent.update",
    requirement: "custom-fields.created-by.whatever-is-sent",
    title: "A change that names another created_by leaves PUBLIC_API",
    scenario: business("fields-reclaimed", customField("team")),
    run: async (trial: Trial) => {
      const response = await patch(trial, "team", { created_by: "XERO" })
      trial.expect(response.status < 500, "accepted or refused", response)
      trial.note("created_by in a change", isSuccess(response) ? "is ignored" : "is refused")
      const after = await read(trial, "team")
      trial.expect(after.created_by === "PUBLIC_API", "created_by PUBLIC_API", after)
    },
  },
  {
    id: "custom-fields.no-other-type.refused",
    requirement: "custom-fields.no-other-type",
    title: "A field of a type that is neither LIST nor FREE_TEXT is not created",
    scenario: business("fields-of-no-type", customField("team")),
    run: async (trial: Trial) => {
      const before = idsOf(await recordsOf(trial, "custom-fields.list"))
      for (const field_type of ["NUMBER", "list", ""]) {
        const body = { name: `Project ${field_type}`, field_type }
        const response = await trial.business.call("custom-fields.create", { body })
        expectRefused(trial, response, "creating a field of an unknown type")
      }
      const after = idsOf(await recordsOf(trial, "custom-fields.list"))
      trial.expect(canonical(after) === canonical(before), "no field comes of it", after)
    },
  },
]

export const customFields = checksOf("rules", [...byIntegration, ...byApi])

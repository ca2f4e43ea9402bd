import {
  customField,
  invite,
  policy,
  pooledBudget,
  transaction,
} from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { accept } from "../invitations.ts"
import { idOf, need, recordOf, recordsOf } from "../steps.ts"
import { expectStatus, pool, rowsOf, topUp, variant } from "./rows.ts"

const waiting = policy("everything")(variant("nobody", {}, transaction("alone")))

const withoutPerson = async (trial: Trial) => {
  const { body } = need(trial, await topUp(trial), "a topup")
  const { requested_by, actioned_by } = body
  const isNull = requested_by === null && actioned_by === null
  trial.expect(isNull, "requested_by and actioned_by null", body)
  const path = { transaction_id: idOf(trial, "transactions", "alone") }
  const { user } = await recordOf(trial, "transactions.get", { path })
  trial.expect(user === null, "user null", user)
}

const joining = variant(
  "joining",
  {},
  invite("lee"),
  pooledBudget("team", {
    members: ["admin", { invite: "lee" }],
    owners: ["admin", { invite: "lee" }],
  }),
)

const becomes = async (trial: Trial) => {
  const path = { budget_id: idOf(trial, "budgets", "team") }
  const invite_id = idOf(trial, "invites", "lee")
  const { user_id } = await accept(trial, trial.business, invite_id)
  for (const [operation, id] of [
    ["budget-members.list", idOf(trial, "budget_members", "team.lee")],
    ["budget-owners.list", idOf(trial, "budget_owners", "team.lee")],
  ] as const) {
    const rows = await recordsOf(trial, operation, { path })
    const row = rows.find((one: Json) => String(one.id) === id)
    const right = String(row?.user?.id) === String(user_id) && (row.invite ?? null) === null
    trial.expect(right && rows.length === 2, `${operation}: ${id} is user ${user_id}`, rows)
  }
}

const fielded = variant(
  "fielded",
  {},
  customField("region", { options: ["North"], budget_setting: "SOME" }),
  customField("always", { options: ["Yes", "No"] }),
  pooledBudget("linked", { custom_fields: ["project", "region"] }),
  transaction("noted", {
    user: "ann",
    budget: "linked",
    custom_fields: [{ field_name: "Field project", entry_text: "Perth" }],
  }),
)

const linked = (trial: Trial) => ({ budget_id: idOf(trial, "budgets", "linked") })
const fieldOf = (trial: Trial, key: string) => idOf(trial, "custom_fields", key)

const stay = async (trial: Trial) => {
  const { call } = trial.business
  const custom_field_id = fieldOf(trial, "project")
  const path = { custom_field_id }
  expectStatus(trial, await call("custom-fields.remove", { path }), 204, "the field is deleted")
  const options = await call("custom-field-options.list", { path })
  expectStatus(trial, options, 404, "its options")
  const { custom_fields } = await recordOf(trial, "budgets.get", { path: linked(trial) })
  const left = (custom_fields ?? []).some((one: Json) => one.id === custom_field_id)
  trial.expect(!left, "the budget has it no more", custom_fields)
  const noted = { transaction_id: idOf(trial, "transactions", "noted") }
  const { custom_fields: values } = await recordOf(trial, "transactions.get", { path: noted })
  const shown = (values ?? []).map((one: Json) => one.entry_text).join()
  trial.expect(shown === "Perth", "the value Perth", values)
}

const links = async (trial: Trial) => {
  const [always, project, region] = ["always", "project", "region"].map((key) =>
    fieldOf(trial, key),
  )
  const yes = idOf(trial, "custom_field_options", "always.Yes")
  const perth = idOf(trial, "custom_field_options", "project.Perth")
  const set = async (...custom_fields: ReadonlyArray<Json>) => {
    const call = { path: linked(trial), body: { custom_fields } }
    const { body } = need(trial, await trial.business.call("budgets.update", call), "other links")
    return (body.custom_fields ?? [])
      .map((one: Json) => `${one.id} ${JSON.stringify(one.allow_options)}`)
      .sort()
      .join()
  }
  const all = (...rows: ReadonlyArray<readonly [id: string | undefined, options: Json]>) =>
    rows
      .map(([id, options]) => `${id} ${JSON.stringify(options)}`)
      .sort()
      .join()
  for (const [what, sent, expected] of [
    [
      "one under SOME instead of two",
      [{ id: project, allow_options: [perth] }],
      all([always, null], [project, [perth]]),
    ],
    [
      "another, and options of the one under ALL",
      [{ id: region }, { id: always, allow_options: [yes] }],
      all([always, [yes]], [region, null]),
    ],
    ["only the one under ALL", [{ id: always }], all([always, null])],
  ] as const) {
    const seen = await set(...sent)
    trial.expect(seen === expected, `${what}: ${expected}`, seen)
  }
  const read = await recordOf(trial, "budgets.get", { path: pool(trial) })
  const untouched = read.custom_fields?.map((one: Json) => one.id).join()
  trial.expect(untouched === always, "the other budget has the one under ALL", read)
}

const accepting = rowsOf("invite-becomes-user", [
  ["joins", "memberships and ownerships of an invite go on", becomes, joining],
]).map((row) => ({ ...row, needs: ["accept-invite"] as const }))

export const namedRecords = checksOf("settled", [
  ...rowsOf("sub-user", [["null", "where there is no user there is null", withoutPerson, waiting]]),
  ...accepting,
  ...rowsOf("field-values-stay", [["field", "values outlive their field", stay, fielded]]),
  ...rowsOf("budget-links", [["each", "links under SOME are replaced", links, fielded]]),
])

import { accountingCode, business } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import { expectJust } from "../difference.ts"
import { idOf, idsOf, isUuid, need, recordsOf, requires } from "../steps.ts"

const scenario = business("codes-managed", accountingCode("travel"), accountingCode("meals"))

const create = (trial: Trial, code: string, name: string) =>
  trial.business.call("accounting-codes.create", { body: { code, name } })

export const accountingCodes = checksOf("gaps", [
  {
    id: "accounting-codes.manage.listed",
    requirement: "accounting-codes.manage",
    title: "Created codes are listed once, with the code and the name that were sent",
    scenario,
    run: async (trial: Trial) => {
      requires(trial, "accounting_codes")
      const sent = ["6-1200 Tools", "6-1300 Tools", "06-1200 Other tools"]
      for (const each of sent) {
        const [code = "", ...words] = each.split(" ")
        need(trial, await create(trial, code, words.join(" ")), `creating ${each}`)
      }
      const made = trial.business.spec.accounting_codes.map(({ code, name }) => `${code} ${name}`)
      const listed = await recordsOf(trial, "accounting-codes.list")
      const shown = listed.map(({ code, name }) => `${code} ${name}`).sort()
      const expected = [...made, ...sent].sort()
      expectJust(trial, "the codes and names", [expected, shown])
    },
  },
  {
    id: "accounting-codes.manage.known",
    requirement: "accounting-codes.manage",
    title: "Every code that was made is listed once, in an envelope that counts them",
    scenario,
    run: async (trial: Trial) => {
      const expected = ["travel", "meals"].map((key) => idOf(trial, "accounting_codes", key)).sort()
      const response = await trial.business.call("accounting-codes.list")
      trial.expect(
        response.status === 200 && response.body?.count === 2,
        "200 with count 2",
        response,
      )
      const listed = idsOf(await recordsOf(trial, "accounting-codes.list", {}, 1))
      expectJust(trial, "the ids of the codes", [expected, listed])
    },
  },
  {
    id: "accounting-codes.id.uuid",
    requirement: "accounting-codes.id",
    title: "The id of a created code is a uuid",
    scenario,
    run: async (trial: Trial) => {
      const response = need(trial, await create(trial, "6-1200", "Travel"), "creating a code")
      trial.expect(isUuid(response.body?.id), "an id that is a uuid", response)
    },
  },
])

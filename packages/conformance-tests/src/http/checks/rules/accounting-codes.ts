import { accountingCode, business, integration } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Answer, type Check, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectAccepted,
  expectRefused,
  idOf,
  idsOf,
  need,
  needRefusal,
  recordsOf,
  requires,
  withId,
} from "../steps.ts"

type Row = Omit<Check, "profile">

const connected = business("codes-connected", integration("XERO"), accountingCode("synced"))

const create = (trial: Trial, code: string, name: string): Promise<Answer> =>
  trial.business.call("accounting-codes.create", { body: { code, name } })

const remove = (trial: Trial, accounting_code_id: string): Promise<Answer> =>
  trial.business.call("accounting-codes.remove", { path: { accounting_code_id } })

const codes = (trial: Trial): Promise<ReadonlyArray<Json>> =>
  recordsOf(trial, "accounting-codes.list")

const removeSynced = (trial: Trial) => remove(trial, idOf(trial, "accounting_codes", "synced"))

const whileConnected: ReadonlyArray<Row> = [
  {
    id: "accounting-codes.connected.create.refused",
    requirement: "accounting-codes.connected.create",
    title: "A code is not created while an integration is connected",
    scenario: connected,
    run: async (trial: Trial) => {
      requires(trial, "integration")
      const response = await create(trial, "6-1200", "Travel")
      expectRefused(trial, response, "creating a code under a connected integration")
    },
  },
  {
    id: "accounting-codes.connected.remove.refused",
    requirement: "accounting-codes.connected.remove",
    title: "A code is not deleted while an integration is connected",
    scenario: connected,
    run: async (trial: Trial) => {
      requires(trial, "integration")
      const response = await removeSynced(trial)
      expectRefused(trial, response, "deleting a code under a connected integration")
    },
  },
  {
    id: "accounting-codes.connected.no-effect.create",
    requirement: "accounting-codes.connected.no-effect",
    title: "The refused creation of a code leaves the codes as they were",
    scenario: connected,
    run: async (trial: Trial) => {
      requires(trial, "integration")
      const before = canonical(await codes(trial))
      needRefusal(trial, await create(trial, "6-1200", "Travel"), "creating a code")
      const after = canonical(await codes(trial))
      expectUnchanged(trial, "the codes are as before", [before, after])
    },
  },
  {
    id: "accounting-codes.connected.no-effect.remove",
    requirement: "accounting-codes.connected.no-effect",
    title: "The refused deletion of a code leaves the codes as they were",
    scenario: connected,
    run: async (trial: Trial) => {
      requires(trial, "integration")
      const before = canonical(await codes(trial))
      needRefusal(trial, await removeSynced(trial), "deleting a code")
      const after = canonical(await codes(trial))
      expectUnchanged(trial, "the codes are as before", [before, after])
    },
  },
]

interface Unconnected {
  readonly name: "none" | "manual"
  readonly scenario: BusinessSpec
}

const unconnected: ReadonlyArray<Unconnected> = [
  { name: "none", scenario: business("codes-none") },
  { name: "manual", scenario: business("codes-manual", integration("MANUAL")) },
]

/** Creates a code that is a prerequisite of the check and returns its id. */
const created = async (trial: Trial, code: string, name: string): Promise<string> => {
  const { body } = need(trial, await create(trial, code, name), "creating a code")
  if (body?.id === undefined) trial.blocked("creating a code: no id in the answer")
  return String(body.id)
}

const whileNot = ({ name, scenario }: Unconnected): ReadonlyArray<Row> => [
  {
    id: `accounting-codes.${name}.create.accepted`,
    requirement: `accounting-codes.${name}.create`,
    title: `A code is created under ${name === "none" ? "no" : "a manual"} integration`,
    scenario,
    run: async (trial: Trial) => {
      if (name === "manual") requires(trial, "integration")
      const response = await create(trial, "6-1200", "Travel")
      expectAccepted(trial, response, "creating a code")
      const found = (await codes(trial)).filter(({ code }) => code === "6-1200")
      trial.expect(found.length === 1, "6-1200 is listed once", found)
    },
  },
  {
    id: `accounting-codes.update.${name}`,
    requirement: "accounting-codes.update",
    title: `A code is given another name under ${name === "none" ? "no" : "a manual"} integration`,
    scenario,
    run: async (trial: Trial) => {
      if (name === "manual") requires(trial, "integration")
      const id = await created(trial, "6-1200", "Travel")
      await created(trial, "6-1300", "Meals")
      const response = await create(trial, "6-1200", "Travel abroad")
      expectAccepted(trial, response, "updating a code")
      const found = (await codes(trial)).filter(({ code }) => code === "6-1200")
      trial.expect(found.length === 1, "6-1200 is listed once", found)
      trial.expect(String(found[0].id) === id, `under its id, ${id}`, found)
      trial.expect(found[0].name === "Travel abroad", "with its new name", found)
    },
  },
  {
    id: `accounting-codes.remove.${name}`,
    requirement: "accounting-codes.remove",
    title: `One of two codes is deleted under ${name === "none" ? "no" : "a manual"} integration`,
    scenario,
    run: async (trial: Trial) => {
      if (name === "manual") requires(trial, "integration")
      const removedCode = await created(trial, "6-1200", "Travel")
      const remainingCode = await created(trial, "6-1300", "Meals")
      expectAccepted(trial, await remove(trial, removedCode), "deleting a code")
      const after = (await codes(trial)).filter(({ is_deleted }) => is_deleted !== true)
      trial.expect(
        withId(after, removedCode).length === 0,
        `${removedCode} is not listed`,
        idsOf(after),
      )
      trial.expect(
        withId(after, remainingCode).length === 1,
        `${remainingCode} is listed`,
        idsOf(after),
      )
    },
  },
]

const firstMakesManual: Row = {
  id: "accounting-codes.first-makes-manual.goes-on",
  requirement: "accounting-codes.first-makes-manual",
  title: "After the first creation codes are still created, updated and deleted",
  scenario: business("codes-first"),
  run: async (trial: Trial) => {
    const first = await created(trial, "6-1000", "The first")
    expectAccepted(trial, await create(trial, "6-2000", "The second"), "creating another code")
    expectAccepted(trial, await create(trial, "6-2000", "Renamed"), "updating a code")
    expectAccepted(trial, await remove(trial, first), "deleting the first code")
    expectAccepted(trial, await create(trial, "6-3000", "The third"), "creating one after that")
    const shown = (await codes(trial)).map(({ code, name }) => `${code} ${name}`).sort()
    trial.expect(
      canonical(shown) === canonical(["6-2000 Renamed", "6-3000 The third"]),
      "the codes are 6-2000 Renamed and 6-3000 The third",
      shown,
    )
  },
}

export const accountingCodes = checksOf("rules", [
  ...whileConnected,
  ...unconnected.flatMap(whileNot),
  firstMakesManual,
])

import type { OperationId } from "../../../interface/operations.ts"
import { token } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import { type Call, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import {
  canonical,
  idOf,
  isActive,
  isSuccess,
  need,
  recordOf,
  recordsOf,
  requires,
  withId,
} from "../steps.ts"
import { tenant } from "../tenancy/businesses.ts"

const restart = (trial: Trial): Promise<Json> => trial.act("crash", {})

/** A record that is removed, and the list that must no longer show it as active. */
interface Removal {
  readonly operation: OperationId
  readonly list: OperationId
  readonly path: { readonly [parameter: string]: string }
  readonly id: string
}

const removals = (trial: Trial): ReadonlyArray<Removal> => {
  const budget_id = idOf(trial, "budgets", "pool")
  const custom_field_id = idOf(trial, "custom_fields", "project")
  const of = (
    operation: OperationId,
    list: OperationId,
    name: string,
    id: string,
    path: Removal["path"] = {},
  ): Removal => ({ operation, list, id, path: { ...path, [name]: id } })
  return [
    of("users.remove", "users.list", "user_id", idOf(trial, "users", "dee")),
    of("invites.cancel", "invites.list", "invite_id", idOf(trial, "invites", "eve")),
    of(
      "budget-owners.remove",
      "budget-owners.list",
      "budget_owner_id",
      idOf(trial, "budget_owners", "pool.cy"),
      { budget_id },
    ),
    of("custom-field-budgets.remove", "custom-field-budgets.list", "budget_id", budget_id, {
      custom_field_id,
    }),
    of(
      "custom-field-options.remove",
      "custom-field-options.list",
      "option_id",
      idOf(trial, "custom_field_options", "project.bridge"),
      { custom_field_id },
    ),
    of(
      "accounting-codes.remove",
      "accounting-codes.list",
      "accounting_code_id",
      idOf(trial, "accounting_codes", "travel"),
    ),
    of("categories.remove", "categories.list", "category_id", idOf(trial, "categories", "flights")),
  ]
}

const deletions = async (trial: Trial) => {
  const all = removals(trial)
  for (const { operation, path } of all) {
    need(trial, await trial.business.call(operation, { path }), operation)
  }
  await restart(trial)
  for (const { list, path, id } of all) {
    const left = withId(await recordsOf(trial, list, { path }), id).filter(isActive)
    trial.expect(left.length === 0, `${list} does not show what was removed: ${id}`, left)
  }
}

const changes = async (trial: Trial) => {
  const { call } = trial.business
  const user = { path: { user_id: idOf(trial, "users", "bo") } }
  const pool = { path: { budget_id: idOf(trial, "budgets", "pool") } }
  const field = { path: { custom_field_id: idOf(trial, "custom_fields", "project") } }
  const category = { path: { category_id: idOf(trial, "categories", "flights") } }
  const writes: ReadonlyArray<readonly [OperationId, Call]> = [
    ["users.update", { ...user, body: { role_id: idOf(trial, "roles", "reader") } }],
    ["topups.create", { ...pool, body: { amount: 12.34, description: "Before the restart" } }],
    ["topups.create", { ...pool, body: { amount: -0.04, description: "Taken away" } }],
    ["custom-fields.update", { ...field, body: { name: "Renamed" } }],
    ["categories.update", { ...category, body: { name: "Renamed" } }],
  ]
  const read = async () =>
    canonical([
      await recordOf(trial, "users.get", user),
      await recordOf(trial, "budgets.get", pool),
      await recordOf(trial, "custom-fields.get", field),
      await recordsOf(trial, "topups.list", pool),
      await recordsOf(trial, "categories.list"),
    ])
  for (const [operation, what] of writes) need(trial, await call(operation, what), operation)
  const before = await read()
  await restart(trial)
  const after = await read()
  expectUnchanged(trial, "every change", [before, after])
}

const keys = async (trial: Trial) => {
  const path = { budget_id: idOf(trial, "budgets", "pool") }
  const topUp = (amount: number) =>
    trial.business.call("topups.create", {
      path,
      body: { amount, description: "Under a key" },
      headers: { "idempotency-key": "kept-through-a-restart" },
    })
  const available = async () => (await recordOf(trial, "budgets.get", { path })).available_amount
  const first = need(trial, await topUp(5.5), "a topup under a key")
  const before = await available()
  const again = await topUp(5.5)
  if (!isSuccess(again) || (await available()) !== before) {
    trial.untestable("the target does not honour Idempotency-Key")
  }
  await restart(trial)
  const later = await topUp(5.5)
  trial.expect(isSuccess(later), "the same again after the restart is answered", later)
  trial.expect(
    later.body?.id === first.body?.id,
    `with the first topup, ${first.body?.id}`,
    later.body,
  )
  const other = await topUp(7.5)
  trial.expect(!isSuccess(other), "another amount under the key is refused", other)
  trial.expect((await available()) === before, `one effect: ${before}`, await available())
}

const ended = (state: "expired" | "revoked"): BusinessSpec =>
  token(state, { state })(tenant(`restarted-${state}`))

const tokens = (state: "expired" | "revoked") => async (trial: Trial) => {
  requires(trial, `tokens.${state}`)
  const ask = (as: string) => trial.business.call("users.list", { as })
  need(trial, await ask("admin"), "a token that works")
  const before = await ask(state)
  if (before.status !== 401) trial.blocked(`the token is answered with ${before.status}`)
  await restart(trial)
  const after = await ask(state)
  trial.expect(after.status === 401, "status 401", after)
  const own = await ask("admin")
  trial.expect(own.status === 200, "a token that works does so again", own)
}

/**
 * Creates invites and topups and returns their ids. The invites are cancelled again, so that the
 * newest record of a kind is a removed one.
 */
const made = async (trial: Trial, round: number): Promise<ReadonlyArray<string>> => {
  const { call } = trial.business
  const path = { budget_id: idOf(trial, "budgets", "pool") }
  const ids: Array<string> = []
  for (const number of [1, 2]) {
    const body = {
      email: `again-${round}-${number}@invited.example`,
      role_id: idOf(trial, "roles", "least"),
      payment_types: ["cards"],
    }
    const invite = need(trial, await call("invites.create", { body }), "invites.create").body
    const topup = { amount: 1, description: `Round ${round}` }
    const added = need(trial, await call("topups.create", { path, body: topup }), "topups.create")
    // The response is not checked: a reused id may be that of an invite that is already cancelled.
    await call("invites.cancel", { path: { invite_id: String(invite?.id) } })
    ids.push(`invite ${invite?.id}`, `topup ${added.body?.id}`)
  }
  return ids
}

const unique = async (trial: Trial) => {
  const before = await made(trial, 1)
  await restart(trial)
  const all = [...before, ...(await made(trial, 2))]
  trial.expect(new Set(all).size === all.length, "ids that nothing had before", all)
}

const needs = ["crash"] as const

const row = (
  requirement: string,
  what: string,
  title: string,
  run: (trial: Trial) => Promise<void>,
  scenario: BusinessSpec = tenant("restarted"),
) => ({
  id: `durability.${requirement}.${what}`,
  requirement: `durability.${requirement}`,
  ...{ title, scenario, needs, run },
})

/** Checks of state that must be unchanged after the target was killed and restarted. */
export const restarts = checksOf("durability", [
  row("deletions-kept", "each", "what was removed of each kind stays so in a restart", deletions),
  row("changes-kept", "each", "what was changed stays so in a restart", changes),
  row("keys-kept", "topup", "a key that was used before a restart is used after it", keys),
  row(
    "tokens-kept",
    "revoked",
    "a token that was revoked is so after a restart",
    tokens("revoked"),
    ended("revoked"),
  ),
  row(
    "tokens-kept",
    "expired",
    "a token that has expired is so after a restart",
    tokens("expired"),
    ended("expired"),
  ),
  row("ids-unique", "each", "no id is given again after a restart", unique),
])

import { business, features, limitedBudget, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectSame, expectUnchanged } from "../difference.ts"
import {
  canonical,
  expectAccepted,
  idOf,
  isActive,
  isSuccess,
  need,
  recordOf,
  recordsOf,
  requires,
  withId,
  without,
} from "../steps.ts"

/** A user to change (`ann`), a user with another role, and possible assistants. */
const scenario = business(
  "users-changes",
  user("ann", { display_name: "Annie", payment_types: ["cards", "bills"] }),
  user("max", { role: "manager" }),
  user("bob"),
)

/** The same with expense assistants, of whom `ann` has one. */
const assisted = business(
  "users-assisted",
  features({ expense_assistant: true }),
  user("bob"),
  user("cal"),
  user("max"),
  user("ann", { role: "manager", payment_types: ["cards", "bills"], expense_delegate: ["bob"] }),
)

const read = (trial: Trial, key: string): Promise<Json> =>
  recordOf(trial, "users.get", { path: { user_id: idOf(trial, "users", key) } })

const patch = (trial: Trial, key: string, body: Json) =>
  trial.business.call("users.update", { path: { user_id: idOf(trial, "users", key) }, body })

/** Returns the role of `max`; untestable if the target does not have two different roles. */
const otherRole = async (trial: Trial): Promise<{ readonly role_id: string; role: string }> => {
  const [ann, max] = [await read(trial, "ann"), await read(trial, "max")]
  if (ann.role_id === max.role_id) trial.untestable("the target gave both users the same role")
  return { role_id: max.role_id, role: max.role }
}

/** Fields of the record that each field of the body may change. */
const changes = {
  role_id: ["role_id", "role"],
  payment_types: ["payment_types"],
  expense_delegate: ["expense_delegate"],
} as const

const bodies = {
  role_id: async (trial: Trial) => ({ role_id: (await otherRole(trial)).role_id }),
  payment_types: async () => ({ payment_types: ["reimbursements"] }),
  expense_delegate: async (trial: Trial) => ({
    expense_delegate: [Number(idOf(trial, "users", "cal"))],
  }),
} as const

const fields = ["role_id", "payment_types", "expense_delegate"] as const

const keepsTheRest = (field: (typeof fields)[number]) => ({
  id: `users.update.keeps.${field}`,
  requirement: "users.update.keeps",
  title: `PATCH with ${field} alone changes nothing else of the user`,
  scenario: assisted,
  run: async (trial: Trial) => {
    requires(trial, "features.expense_assistant")
    const before = await read(trial, "ann")
    need(trial, await patch(trial, "ann", await bodies[field](trial)), "PATCH")
    const rest = (record: Json) => without(record, "updated", ...changes[field])
    const after = await read(trial, "ann")
    expectSame(trial, "everything else stays", [rest(before), rest(after)])
  },
})

/** True if a user has the role and the assistants in a body. */
const shows = (record: Json, body: Json): boolean =>
  record.role_id === body.role_id &&
  canonical(record.expense_delegate) === canonical(body.expense_delegate)

/** Concurrent PATCHes of two fields: neither may overwrite the change of the other. */
const keepsAtOnce = {
  id: "users.update.keeps.at-once",
  requirement: "users.update.keeps",
  title: "Two PATCHes at the same moment that name different fields both hold",
  scenario: assisted,
  run: async (trial: Trial) => {
    requires(trial, "features.expense_assistant")
    const assistant = (key: string) => [Number(idOf(trial, "users", key))]
    const before = await read(trial, "ann")
    const bodies = [
      { role_id: (await otherRole(trial)).role_id, expense_delegate: assistant("cal") },
      { role_id: before.role_id, expense_delegate: assistant("bob") },
    ]
    for (const body of bodies) {
      need(trial, await patch(trial, "ann", body), "PATCH of both fields")
      if (!shows(await read(trial, "ann"), body)) trial.blocked("PATCH of both fields sets neither")
    }
    for (const body of Array(10).fill(bodies).flat()) {
      const { role_id, expense_delegate } = body
      const responses = await Promise.all([
        patch(trial, "ann", { role_id }),
        patch(trial, "ann", { expense_delegate }),
      ])
      const after = await read(trial, "ann")
      if (!responses.every(isSuccess)) {
        trial.note("two PATCHes of a user at the same moment", "one may be refused")
        continue
      }
      trial.expect(shows(after, body), `both hold: ${canonical(body)}`, {
        role_id: after.role_id,
        expense_delegate: after.expense_delegate,
      })
    }
  },
}

export const users = checksOf("write", [
  {
    id: "users.update.role.changed",
    requirement: "users.update.role",
    title: "A user given another role is read with it, by id and by name",
    scenario,
    run: async (trial: Trial) => {
      const { role_id, role } = await otherRole(trial)
      need(trial, await patch(trial, "ann", { role_id }), "PATCH with role_id")
      const after = await read(trial, "ann")
      trial.expect(after.role_id === role_id, `role_id is ${role_id}, as was sent`, {
        role_id: after.role_id,
      })
      trial.expect(after.role === role, `role ${role}, as others of that role show it`, after)
    },
  },
  {
    id: "users.update.role.listed",
    requirement: "users.update.role",
    title: "The list of users shows a new role at once",
    scenario,
    run: async (trial: Trial) => {
      const { role_id } = await otherRole(trial)
      need(trial, await patch(trial, "ann", { role_id }), "PATCH with role_id")
      const [listed] = withId(await recordsOf(trial, "users.list"), idOf(trial, "users", "ann"))
      trial.expect(listed?.role_id === role_id, `role_id ${role_id} in the list`, listed)
    },
  },
  {
    id: "users.update.payment-types.changed",
    requirement: "users.update.payment-types",
    title: "A user is given other payment types",
    scenario,
    run: async (trial: Trial) => {
      const payment_types = ["bills", "reimbursements"]
      const response = await patch(trial, "ann", { payment_types })
      expectAccepted(trial, response, "PATCH with payment_types")
      const after = await read(trial, "ann")
      const shown = after.payment_types
      trial.note("payment types of a user", Array.isArray(shown) ? "shown" : "not shown")
      if (!Array.isArray(shown)) return
      trial.expect(
        canonical([...shown].sort()) === canonical(payment_types),
        `payment_types ${payment_types}`,
        after,
      )
    },
  },
  {
    id: "users.update.delegation.changed",
    requirement: "users.update.delegation",
    title: "A user is given other expense assistants",
    scenario: assisted,
    run: async (trial: Trial) => {
      requires(trial, "features.expense_assistant")
      const cal = Number(idOf(trial, "users", "cal"))
      for (const expense_delegate of [[cal], [Number(idOf(trial, "users", "bob")), cal]]) {
        const response = await patch(trial, "ann", { expense_delegate })
        expectAccepted(trial, response, "PATCH with expense_delegate")
        const after = await read(trial, "ann")
        const shown = Array.isArray(after.expense_delegate) ? [...after.expense_delegate] : []
        trial.expect(
          canonical(shown.sort((a, b) => a - b)) ===
            canonical(expense_delegate.sort((a, b) => a - b)),
          `expense_delegate ${expense_delegate}, in any order`,
          after,
        )
      }
    },
  },
  {
    id: "users.update.optional.alone",
    requirement: "users.update.optional",
    title: "PATCH is accepted with each field alone, with two, and with none",
    scenario,
    run: async (trial: Trial) => {
      const { role_id } = await otherRole(trial)
      const accepted = [
        { role_id },
        { payment_types: ["cards"] },
        { role_id, payment_types: ["bills"] },
        {},
      ]
      for (const body of accepted) {
        const named = Object.keys(body).join(" and ") || "no field"
        expectAccepted(trial, await patch(trial, "ann", body), `PATCH with ${named}`)
      }
    },
  },
  {
    id: "users.update.optional.nothing",
    requirement: "users.update.optional",
    title: "PATCH without any field changes nothing",
    scenario,
    run: async (trial: Trial) => {
      const before = canonical(without(await read(trial, "ann"), "updated"))
      need(trial, await patch(trial, "ann", {}), "PATCH with no field")
      const after = canonical(without(await read(trial, "ann"), "updated"))
      expectUnchanged(trial, "the user is as before", [before, after])
    },
  },
  ...fields.map(keepsTheRest),
  keepsAtOnce,
  {
    id: "users.update.answer.user",
    requirement: "users.update.answer",
    title: "PATCH answers 200 with the user as it is read afterwards",
    scenario,
    run: async (trial: Trial) => {
      const { role_id } = await otherRole(trial)
      const response = await patch(trial, "ann", { role_id })
      need(trial, response, "PATCH with role_id")
      trial.expect(response.status === 200, "status 200", response)
      const after = await read(trial, "ann")
      for (const field of ["id", "role_id", "role"]) {
        const shown = String(after[field])
        trial.expect(
          String(response.body?.[field]) === shown,
          `${field} is ${shown}, as the user is read afterwards`,
          response,
        )
      }
    },
  },
  {
    id: "users.update.answer.at-once",
    requirement: "users.update.answer",
    title: "Twenty changes in turn are each read at once",
    scenario,
    run: async (trial: Trial) => {
      const { role_id } = await otherRole(trial)
      const first = (await read(trial, "ann")).role_id
      for (const round of Array(20).keys()) {
        const newRole = round % 2 === 0 ? role_id : first
        need(trial, await patch(trial, "ann", { role_id: newRole }), "PATCH with role_id")
        const after = await read(trial, "ann")
        trial.expect(after.role_id === newRole, `role_id ${newRole} at once`, after)
      }
    },
  },
  {
    id: "users.remove.accepted",
    requirement: "users.remove",
    title: "An employee is deleted: by id deleted or not found, in the list likewise",
    scenario,
    run: async (trial: Trial) => {
      const user_id = idOf(trial, "users", "bob")
      const removed = await trial.business.call("users.remove", { path: { user_id } })
      expectAccepted(trial, removed, "DELETE of an active employee")
      const response = await trial.business.call("users.get", { path: { user_id } })
      const isMissing = response.status === 404
      trial.note("a deleted user by id", isMissing ? "404" : "is_deleted")
      trial.expect(
        isMissing || (response.status === 200 && response.body?.is_deleted === true),
        "404, or the user with is_deleted true",
        response,
      )
      const found = withId(await recordsOf(trial, "users.list"), user_id)
      trial.note("a deleted user in the list", found.length === 0 ? "not listed" : "is_deleted")
      trial.expect(!found.some(isActive), "not listed, or with is_deleted true", found)
    },
  },
  {
    id: "users.remove.member",
    requirement: "users.remove",
    title: "An employee who is a member of a budget can be deleted",
    scenario: business(
      "users-remove-member",
      user("ann"),
      user("bob"),
      limitedBudget("team", { ann: 100, bob: 100 }),
    ),
    run: async (trial: Trial) => {
      const user_id = idOf(trial, "users", "bob")
      const removed = await trial.business.call("users.remove", { path: { user_id } })
      expectAccepted(trial, removed, "DELETE of an active employee")
      const active = (await recordsOf(trial, "users.list")).filter(isActive)
      trial.expect(withId(active, user_id).length === 0, "bob is active no more", active)
    },
  },
  {
    id: "users.remove.only.others",
    requirement: "users.remove.only",
    title: "A change and a deletion leave every other user as before",
    scenario,
    run: async (trial: Trial) => {
      const others = async () => {
        const listed = await recordsOf(trial, "users.list")
        const changed = ["ann", "bob"].map((key) => idOf(trial, "users", key))
        return canonical(
          listed
            .filter((record) => !changed.includes(String(record?.id)))
            .map((record) => without(record, "updated")),
        )
      }
      const { role_id } = await otherRole(trial)
      const before = await others()
      need(trial, await patch(trial, "ann", { role_id }), "PATCH")
      const path = { user_id: idOf(trial, "users", "bob") }
      need(trial, await trial.business.call("users.remove", { path }), "DELETE")
      const after = await others()
      expectUnchanged(trial, "every other user is as before", [before, after])
    },
  },
])

import { shapeFaults } from "../../../interface/schemas/index.ts"
import type { BusinessSpec, UserSpec } from "../../../interface/world/spec.ts"
import type { Business, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import {
  type Comparison,
  compared,
  madeAndChanged,
  type Pair,
  paired,
  sameBag,
} from "../comparison.ts"
import { expectListed } from "../difference.ts"
import { knownRecords, listFault } from "../paging.ts"
import { idOf, isLostById, requires } from "../steps.ts"

/** Returns the staff of the business: its users, and those who accepted an invite. */
export const staffOf = ({ users, invites }: BusinessSpec): ReadonlyArray<UserSpec> => [
  ...users,
  ...invites.flatMap(({ accepted, email, role, payment_types }) =>
    accepted === undefined
      ? []
      : [
          {
            key: accepted.user,
            first_name: accepted.first_name,
            last_name: accepted.last_name,
            email,
            role,
            payment_types,
          },
        ],
  ),
]

const pairsOf = async (trial: Trial, business: Business): Promise<ReadonlyArray<Pair<UserSpec>>> =>
  paired(
    staffOf(business.spec),
    business.ids.users,
    await knownRecords(trial, "users.list", {}, business),
  )

const isFullName = (shown: Json, expected: unknown): boolean => {
  if (typeof expected === "string") return shown === expected
  const parts = expected as ReadonlyArray<string>
  return typeof shown === "string" && parts.every((part) => shown.includes(part))
}

const fields: ReadonlyArray<Comparison<UserSpec>> = [
  {
    field: "id",
    title: "Every user shows its id as an integer",
    expected: ({ key }, { ids }) => Number(ids.users[key]),
  },
  {
    field: "first_name",
    title: "Shows the first name letter by letter",
    expected: ({ first_name }) => first_name,
  },
  {
    field: "last_name",
    title: "Shows the last name letter by letter",
    expected: ({ last_name }) => last_name,
  },
  {
    field: "name",
    title: "Shows the full name, or the display name where one was set",
    expected: ({ display_name, first_name, last_name }) => display_name ?? [first_name, last_name],
    same: isFullName,
  },
  {
    field: "email",
    title: "Shows the user's address",
    expected: ({ email }) => email,
    same: (shown, expected) => String(shown).toLowerCase() === String(expected).toLowerCase(),
  },
  {
    field: "role_id",
    title: "Shows the role that the user was given",
    when: ({ is_deleted }) => is_deleted !== true,
    expected: ({ role }, { ids }) => ids.roles[role],
  },
  {
    field: "is_deleted",
    title: "Says of every user whether it is deleted",
    expected: ({ is_deleted }) => is_deleted === true,
  },
  {
    field: "expense_delegate",
    title: "Shows the ids of the user's expense assistants",
    needs: "features.expense_assistant",
    when: ({ is_deleted }) => is_deleted !== true,
    expected: ({ expense_delegate = [] }, { ids }) =>
      expense_delegate.map((key) => Number(ids.users[key])),
    same: sameBag,
  },
  ...madeAndChanged,
]

const checkRoleNames = async (trial: Trial): Promise<void> => {
  const names = new Map<string, string>()
  for (const { record } of await pairsOf(trial, trial.business)) {
    const known = names.get(record.role_id) ?? record.role
    names.set(record.role_id, known)
    trial.expect(
      typeof record.role === "string" && record.role === known,
      `user ${record.id} with role_id ${record.role_id} shows the role ${known}`,
      record.role,
    )
  }
  const shown = [...names.values()]
  trial.expect(new Set(shown).size === shown.length, "another name for another role", shown)
}

export const people = checksOf("read", [
  ...(["alpha", "gamma", "delta"] as const).map((scenario) => ({
    id: `users.every.${scenario}`,
    requirement: "users.every",
    title: `Every user of the business is listed once, and no one else (${scenario})`,
    scenario,
    run: async (trial: Trial) => {
      const { spec, ids } = trial.business
      const idsWhere = (deleted: boolean) =>
        staffOf(spec)
          .filter(({ is_deleted }) => (is_deleted === true) === deleted)
          .flatMap(({ key }) => ids.users[key] ?? [])
      const records = await knownRecords(trial, "users.list")
      const fault = listFault(
        { must: new Set(idsWhere(false)), may: new Set(idsWhere(true)) },
        records.map(({ id }) => String(id)),
      )
      trial.expect(fault === null, "every user once, and no one else", fault)
    },
  })),
  ...compared("users", (trial) => pairsOf(trial, trial.business), fields),
  {
    id: "users.role",
    requirement: "users.role",
    title: "Users with the same role show the same name of it",
    scenario: "alpha",
    run: checkRoleNames,
  },
  {
    id: "users.expense-delegate.without-feature",
    requirement: "users.expense-delegate.without-feature",
    title: "Without the feature expense_delegate is null, in the list and by id",
    scenario: "gamma",
    run: async (trial: Trial) => {
      requires(trial, "features.expense_assistant")
      const pairs = await pairsOf(trial, trial.business)
      if (pairs.length === 0) trial.blocked("no user that is known is listed")
      for (const { record } of pairs) {
        const shown = record.expense_delegate
        trial.expect(shown === null, `expense_delegate of user ${record.id} is null`, {
          expense_delegate: shown,
        })
      }
      const path = { user_id: pairs[0]?.record.id }
      const { body } = await trial.business.call("users.get", { path })
      const { expense_delegate } = body ?? {}
      const title = `expense_delegate of user ${path.user_id}, read by its id, is null`
      trial.expect(expense_delegate === null, title, { expense_delegate })
    },
  },
  {
    id: "users.get",
    requirement: "users.get",
    title: "A user read by its id is the record of the list",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const pairs = await pairsOf(trial, trial.business)
      if (pairs.length === 0) trial.blocked("no user that is known is listed")
      for (const { record } of pairs) {
        const response = await trial.business.call("users.get", { path: { user_id: record.id } })
        if (isLostById(record, response)) continue
        expectListed(trial, `user ${record.id}`, record, response)
      }
    },
  },
  {
    id: "users.deleted",
    requirement: "users.deleted",
    title: "A deleted user says so by its id, or is not found",
    scenario: "alpha",
    run: async (trial: Trial) => {
      requires(trial, "users.is_deleted")
      const deleted = trial.business.spec.users.find(({ is_deleted }) => is_deleted === true)
      if (deleted === undefined) trial.untestable("no user was deleted")
      const path = { user_id: idOf(trial, "users", deleted.key) }
      const response = await trial.business.call("users.get", { path })
      const marked = response.status === 200 && response.body?.is_deleted === true
      trial.expect(marked || response.status === 404, "200 with is_deleted true, or 404", response)
      trial.note("a deleted user by its id", marked ? "shown as deleted" : "not found")
    },
  },
])

const rolesShown = async (trial: Trial): Promise<ReadonlyArray<Json>> =>
  knownRecords(trial, "roles.list")

/** Groups whose paths the document does not show belong to another profile. */
export const roles = checksOf("gaps", [
  {
    id: "roles.list",
    requirement: "roles.list",
    title: "The roles that users have are listed, each once, some with permissions",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const listed = await rolesShown(trial)
      const ids = listed.map(({ id }) => String(id))
      const given = new Set(staffOf(trial.business.spec).map(({ role }) => role))
      const must = new Set([...given].map((role) => idOf(trial, "roles", role)))
      const fault = listFault({ must, may: new Set(ids) }, ids)
      trial.expect(fault === null, "every role that a user has, once", fault)
      const admin = listed.find(({ id }) => String(id) === trial.business.ids.roles["admin"])
      trial.expect(
        Array.isArray(admin?.permissions) && admin.permissions.length > 0,
        "the role of administrators has permissions",
        admin,
      )
    },
  },
  ...["roles.shape", "roles.permission-shape"].map((requirement) => ({
    id: `${requirement}.listed`,
    requirement,
    title: "Roles are listed with all that the document shows of them",
    scenario: "alpha" as const,
    run: async (trial: Trial) => {
      const response = await trial.business.call("roles.list")
      if (response.status !== 200) trial.blocked(`roles are answered with ${response.status}`)
      const faults = shapeFaults("roles.list", response.status, response.body)
      const fault = faults.find((one) => one.requirement === requirement)
      trial.expect(fault === undefined, "roles of the shape that the document shows", fault)
    },
  })),
  {
    id: "roles.of-users",
    requirement: "roles.of-users",
    title: "Every user shows id and name of a role that is listed",
    scenario: "alpha",
    run: async (trial: Trial) => {
      const listed = new Map((await rolesShown(trial)).map(({ id, name }) => [id, name]))
      for (const { record } of await pairsOf(trial, trial.business)) {
        trial.expect(
          listed.get(record.role_id) === record.role,
          `role_id and role of user ${record.id} are those of a role of the business`,
          { role_id: record.role_id, role: record.role },
        )
      }
    },
  },
])

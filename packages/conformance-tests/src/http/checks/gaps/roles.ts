import { business, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import { idOf, recordsOf, withId } from "../steps.ts"

const scenario = business("roles", user("ann"), user("max", { role: "manager" }))

export const roles = checksOf("gaps", [
  {
    id: "roles.list.of-business",
    requirement: "roles.list",
    title: "Every role that a user of the business has is listed once, with permissions",
    scenario,
    run: async (trial: Trial) => {
      const response = await trial.business.call("roles.list")
      trial.expect(response.status === 200, "200 with the roles", response)
      const listed = await recordsOf(trial, "roles.list")
      for (const role of ["admin", "manager", "least"]) {
        const id = idOf(trial, "roles", role)
        const found = withId(listed, id)
        trial.expect(found.length === 1, `the role ${id} is listed once`, listed)
        trial.expect(Array.isArray(found[0].permissions), "with its permissions", found[0])
      }
    },
  },
  {
    id: "roles.list.only-once",
    requirement: "roles.list",
    title: "No role is listed twice, page by page",
    scenario,
    run: async (trial: Trial) => {
      const listed = await recordsOf(trial, "roles.list", {}, 1)
      const ids = new Set(listed.map(({ id }) => id))
      trial.expect(ids.size === listed.length, `${listed.length} roles, as many ids`, [...ids])
    },
  },
  {
    id: "roles.of-users.names",
    requirement: "roles.of-users",
    title: "Each user's role_id is a listed role, and role its name",
    scenario,
    run: async (trial: Trial) => {
      const listed = await recordsOf(trial, "roles.list")
      for (const { role_id, role } of await recordsOf(trial, "users.list")) {
        const [found] = withId(listed, role_id)
        trial.expect(
          found?.name === role,
          `the role ${role_id} is listed, and called ${role}`,
          found,
        )
      }
    },
  },
])

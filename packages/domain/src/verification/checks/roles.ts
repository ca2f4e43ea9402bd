import { isAsBorn } from "../../roles/rules.ts"
import { byId, type Check, rows } from "../check.ts"

/** Roles are created with their business. */
const births = rows(
  "roles",
  "it was not created with its business",
  ["businesses", "roles"],
  ({ businesses: [business], roles }, wrong) => ({
    end: () => {
      if (business === undefined) return
      const { created: expected } = business
      for (const { id, created: found } of byId(roles)) {
        if (found !== expected) wrong({ id, field: "created", expected, found })
      }
    },
  }),
)

/** Roles never change. */
const changes = rows(
  "roles",
  "it differs from the default role",
  ["roles"],
  ({ roles }, wrong) => ({
    end: () => {
      for (const role of byId(roles)) {
        if (isAsBorn(role)) continue
        wrong({ id: role.id, field: "permissions", expected: null, found: role.permissions })
      }
    },
  }),
)

/** Checks of the roles of a business. */
export const roleChecks: ReadonlyArray<Check<never>> = [births, changes]

import type { PersonSpec } from "@outlay/conformance-tests"
import type * as M from "./model.ts"

/** Records of one kind by key, and a getter for one that must exist. */
const kind = <A>(what: string) => {
  const by = new Map<string, A>()
  const get = (key: string): A => {
    const one = by.get(key)
    if (one === undefined) throw new Error(`no ${what} is called ${key}`)
    return one
  }
  return { by, get }
}

/** Records created from a specification, by the keys that it uses. */
export const entities = () => {
  const users = kind<M.User>("user")
  const invites = kind<M.Invite>("invite")
  /** Users who accepted an invite. */
  const joined = kind<M.User>("user who accepted the invite")
  return {
    roles: kind<M.Role>("role"),
    users,
    invites,
    joined,
    accounting_codes: kind<M.Code>("accounting code"),
    categories: kind<M.Category>("category"),
    custom_fields: kind<M.Field>("custom field"),
    custom_field_options: kind<M.Option>("option"),
    budgets: kind<M.Budget>("budget"),
    budget_members: kind<M.Member>("budget member"),
    budget_owners: kind<M.Owner>("budget owner"),
    transactions: kind<M.Transaction>("transaction"),
    topups: kind<M.Topup>("topup"),
    person: (spec: PersonSpec): M.Person => {
      if ("user" in spec) return { user: users.get(spec.user) }
      const user = joined.by.get(spec.invite)
      return user === undefined ? { invite: invites.get(spec.invite) } : { user }
    },
  }
}
export type Entities = ReturnType<typeof entities>

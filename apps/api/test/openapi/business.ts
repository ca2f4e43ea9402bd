import type { Judge } from "./judge.ts"

/** Business on which the later steps are based. */
export interface Business {
  readonly operator: string
  readonly client_id: number
  /** Users: Ann and Bo are Admins, Cy is a Team Member. */
  readonly ann: number
  readonly bo: number
  readonly cy: number
  /** Tokens of Ann and Bo. */
  readonly annToken: string
  readonly boToken: string
}

interface Created {
  readonly client_id: number
  readonly roles: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** Creates a business with users and tokens, as the operator. */
export const makeBusiness = async (judge: Judge, operator: string): Promise<Business> => {
  const token = operator
  const { client_id, roles } = await judge.succeed<Created>("businesses.create", {
    token,
    body: { name: "Harbour Pty Ltd", features: { expense_assistant: true } },
  })
  const path = { client_id }
  await judge.succeed("businesses.list", { token, query: { limit: 10 } })
  await judge.succeed("businesses.get", { token, path })
  await judge.succeed("businesses.update", { token, path, body: { name: "Harbour" } })
  await judge.succeed("wallets.create", { token, path, body: { currency: "USD" } })

  const roleOf = (name: string) => roles.find((role) => role.name === name)?.id
  const userOf = async (first_name: string, role: string) => {
    const email = `${first_name.toLowerCase()}@example.com`
    const payment_types = ["cards", "bills", "reimbursements"]
    const body = { first_name, last_name: "Lee", email, role_id: roleOf(role), payment_types }
    const user = await judge.succeed<{ id: number }>("users.create", { token, path, body })
    return user.id
  }
  const tokenOf = (user_id: number) => {
    const body = { name: `Token of ${user_id}`, role_id: roleOf("Admin"), user_id }
    return judge.succeed<{ id: string; token: string }>("tokens.create", { token, path, body })
  }
  const ann = await userOf("Ann", "Admin")
  const bo = await userOf("Bo", "Admin")
  const cy = await userOf("Cy", "Team Member")
  const { token: annToken } = await tokenOf(ann)
  const { token: boToken } = await tokenOf(bo)
  const { id: token_id } = await tokenOf(bo)
  await judge.succeed("tokens.list", { token, path })
  await judge.succeed("tokens.revoke", { token, path: { client_id, token_id } })
  const own = { name: "Reports", role_id: roleOf("Accountant"), user_id: ann }
  const made = await judge.succeed<{ id: string }>("apiTokens.create", {
    ...{ token: annToken, path, body: own },
  })
  await judge.succeed("apiTokens.list", { token: annToken, path })
  const spare = { client_id, token_id: made.id }
  await judge.succeed("apiTokens.revoke", { token: annToken, path: spare })
  return { operator, client_id, ann, bo, cy, annToken, boToken }
}

export const callPeople = async (judge: Judge, business: Business): Promise<void> => {
  const { client_id, ann, cy, annToken: token } = business
  const path = { client_id, user_id: cy }
  await judge.succeed("me.get", { token, path: { client_id } })
  const called = { display_name: "Annie", delegate_approver: null }
  await judge.succeed("me.update", { token, path: { client_id }, body: called })
  await judge.succeed("roles.list", { token, path })
  await judge.succeed("users.list", { token, path, query: { is_deleted: false } })
  await judge.succeed("users.get", { token, path })
  await judge.succeed("users.update", {
    token,
    path,
    body: {
      payment_types: ["cards"],
      out_of_office_mode: true,
      out_of_office_start_date: "2030-01-01",
      out_of_office_end_date: "2030-01-31",
      delegate_approver: ann,
      expense_delegate: [ann],
    },
  })
}

/** Makes the last calls: removals, and the clock. */
export const endBusiness = async (judge: Judge, business: Business): Promise<void> => {
  const { operator, client_id, cy, annToken } = business
  await judge.succeed("users.remove", { token: annToken, path: { client_id, user_id: cy } })
  const now = new Date(Date.now() + 3_600_000).toISOString()
  await judge.succeed("clock.set", { token: operator, body: { now } })
}

import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Every operation on policies; none stays. */
export const callPolicies = async (
  judge: Judge,
  business: Business,
  budget_id: string,
): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const body = { name: "Large topups", budget_id, above_amount: 500.5 }
  const { id } = await judge.succeed("policies.create", { token, path, body })
  const each = { client_id, policy_id: id }
  await judge.succeed("policies.list", { token, path, query: { limit: 10 } })
  await judge.succeed("policies.get", { token, path: each })
  const wider = { budget_id: null, above_amount: null }
  await judge.succeed("policies.update", { token, path: each, body: wider })
  await judge.succeed("policies.remove", { token, path: each })
}

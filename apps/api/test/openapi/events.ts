import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Calls the audit trail with each of its filters. */
export const callEvents = async (judge: Judge, business: Business): Promise<void> => {
  const { client_id, annToken: token } = business
  const path = { client_id }
  const query = { type: "topup.approved", min_created: "2026-01-01T00:00:00Z", limit: 2 }
  await judge.succeed("events.list", { token, path, query })
  await judge.succeed("events.list", { token, path })
}

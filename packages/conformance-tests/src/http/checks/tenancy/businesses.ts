import {
  accountingCode,
  business,
  category,
  customField,
  invite,
  limitedBudget,
  pooledBudget,
  token,
  topup,
  transaction,
  user,
} from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import type { Business, Json, Trial } from "../../check.ts"
import { canonical } from "../steps.ts"
import { callOf, isRead, operationIds, pathsOf } from "./attempts.ts"

/** A small business with a record for every operation. */
export const tenant = (key: string): BusinessSpec =>
  business(
    key,
    user("bo"),
    user("cy"),
    user("dee"),
    invite("eve"),
    accountingCode("travel"),
    category("flights", { accounting_code: "travel" }),
    customField("project", { options: ["bridge", "tunnel"], budget_setting: "SOME" }),
    pooledBudget("pool", {
      members: ["bo", "cy"],
      owners: ["admin", "cy"],
      categories: ["flights"],
      custom_fields: ["project"],
    }),
    limitedBudget("limits", { bo: 100, cy: 50 }, { owners: ["admin", "cy"] }),
    transaction("paid", { user: "bo" }),
    topup("given", { budget: "pool", amount: "10.00" }),
    ...(["reader", "manager", "least"] as const).map((role) => token(role, { role })),
  )

/** Returns the keys of the valid tokens of a business. */
export const workingTokens = ({ spec, tokens }: Business): ReadonlyArray<string> =>
  spec.tokens
    .filter(({ key, state }) => state === "valid" && tokens[key] !== undefined)
    .map(({ key }) => key)

/** Returns everything that the business's administrator can read of it, as text. */
export const wholeState = async (trial: Trial, of: Business): Promise<string> => {
  const parts = new Map<string, { readonly status: number; readonly body: Json }>()
  for (const operation of operationIds.filter(isRead)) {
    for (const path of pathsOf(of, operation, 20)) {
      const { status, body } = await of.call(operation, callOf(of, operation, path))
      parts.set([operation, ...Object.values(path)].join(" "), { status, body })
    }
  }
  const seen = [...parts.values()].filter(({ status }) => status === 200)
  if (seen.length < 10) trial.blocked("the business cannot be read by its own administrator")
  return canonical(Object.fromEntries(parts))
}

import { Effect } from "effect"
import { reassessing } from "../transactions/reassessing.ts"
import type { CustomField, UpdateCustomField } from "./model.ts"

/** What follows from a change of a custom field. */
export const following = Effect.map(reassessing, (reassess) => {
  /** The expense status of every charge to a budget follows its fields. */
  const follow = ({ client_id, budget_setting }: CustomField) =>
    budget_setting === "NONE" ? Effect.void : reassess(client_id, { budget_ids: null })

  /** The same after a change, which may have been none: `updated` says. */
  const followChange = (
    { client_id, updated }: CustomField,
    patch: UpdateCustomField,
    now: string,
  ) =>
    updated === now && (patch.name !== undefined || patch.budget_setting !== undefined)
      ? reassess(client_id, { budget_ids: null })
      : Effect.void

  return { follow, followChange }
})

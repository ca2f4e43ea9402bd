import { Context, Effect, Layer } from "effect"
import type { CustomFieldBudgetKey, CustomFieldKey, LinkedBudget } from "../custom-fields/model.ts"
import { CustomFields } from "../custom-fields/service.ts"
import { CustomFieldStore } from "../custom-fields/store.ts"
import type { Page, PageRequest } from "../shared/page.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import { reassessing } from "../transactions/reassessing.ts"
import { decideCustomFieldBudget, decideCustomFieldBudgetRemoval } from "./rules.ts"

const none: Page<LinkedBudget> = { count: 0, results: [] }

const make = Effect.gen(function* () {
  const store = yield* CustomFieldStore
  const fields = yield* CustomFields
  const reassess = yield* reassessing
  const { atomically } = yield* UnitOfWork

  const list = Effect.fnUntraced(function* (key: CustomFieldKey, page: PageRequest) {
    const { budget_setting } = yield* fields.get(key)
    if (budget_setting === "NONE") return none
    return yield* store.budgets(key, budget_setting === "ALL_CURRENT_AND_NEW", page)
  })

  const create = Effect.fn("CustomFieldBudgets.create")(function* (key: CustomFieldBudgetKey) {
    const linked = yield* store.change({ ...key, with_values: false }, (context) =>
      decideCustomFieldBudget(context, key),
    )
    yield* reassess(key.client_id, { budget_ids: [key.budget_id] })
    return linked
  }, atomically)

  const remove = Effect.fn("CustomFieldBudgets.remove")(function* (key: CustomFieldBudgetKey) {
    yield* store.change({ ...key, with_values: false }, (context) =>
      decideCustomFieldBudgetRemoval(context, key),
    )
    yield* reassess(key.client_id, { budget_ids: [key.budget_id] })
  }, atomically)

  return { list, create, remove }
})

/** Which budgets a custom field is linked to; what is charged to them follows in the same step. */
export class CustomFieldBudgets extends Context.Service<
  CustomFieldBudgets,
  Effect.Success<typeof make>
>()("@outlay/domain/CustomFieldBudgets") {
  static readonly layer = Layer.effect(CustomFieldBudgets, make)
}

import { Context, Effect, Layer } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type {
  CustomFieldBudgetKey,
  CustomFieldKey,
  LinkedBudget,
} from "../core/records/custom-fields.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { budgetsOfField, customFieldContext } from "../custom-fields/looks.ts"
import { CustomFields } from "../custom-fields/service.ts"
import { reassessmentRequest } from "../reassessments/service-request.ts"
import { decideCustomFieldBudget, decideCustomFieldBudgetRemoval } from "./rules.ts"

const none: Page<LinkedBudget> = { count: 0, results: [] }

const make = Effect.gen(function* () {
  const store = yield* Store
  const fields = yield* CustomFields
  const reassess = yield* reassessmentRequest
  const { atomically } = yield* UnitOfWork

  const list = Effect.fnUntraced(function* (key: CustomFieldKey, page: PageRequest) {
    const { budget_setting } = yield* fields.get(key)
    if (budget_setting === "NONE") return none
    const every = budget_setting === "ALL_CURRENT_AND_NEW"
    return yield* store.read(key.client_id, budgetsOfField(key, every, page))
  })

  const create = Effect.fn("CustomFieldBudgets.create")(function* (key: CustomFieldBudgetKey) {
    return yield* store.change(key.client_id, customFieldContext(key), (context) =>
      decideCustomFieldBudget(context, key),
    )
  })

  const remove = Effect.fn("CustomFieldBudgets.remove")(function* (key: CustomFieldBudgetKey) {
    yield* store.change(key.client_id, customFieldContext(key), (context) =>
      decideCustomFieldBudgetRemoval(context, key),
    )
    yield* reassess(key.client_id)
  }, atomically)

  return {
    /**
     * Returns the budgets that a custom field is linked to: none under NONE, all under
     * ALL_CURRENT_AND_NEW. Refused: `NotFound` for the field.
     */
    list,
    /**
     * Links a budget to a custom field: "only under `SOME`". Refused: `NotFound`,
     * `BudgetSettingNotSome`, `UnknownReference` for the budget, `BudgetAlreadyLinked`.
     */
    create,
    /** Unlinks a budget from a custom field. Refused: `NotFound`, `BudgetSettingNotSome`. */
    remove,
  }
})

/**
 * Links between custom fields and budgets. After an unlink, `Reassessments` checks incomplete
 * expenses again.
 */
export class CustomFieldBudgets extends Context.Service<
  CustomFieldBudgets,
  Effect.Success<typeof make>
>()("@outlay/domain/CustomFieldBudgets") {
  static readonly layer = Layer.effect(CustomFieldBudgets, make)
}

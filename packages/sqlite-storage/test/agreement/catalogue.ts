import { AccountingCodes, Categories, Policies } from "@outlay/domain"
import fc from "fast-check"
import { resources } from "../resources.ts"
import { decimal, maybe, nth, onBudgets, weighted, work } from "./commands.ts"

const ofResources = resources.flatMap(({ commands }) => commands)

const bounds = maybe(fc.option(decimal("0", "1", "5", "100", "0.005")))
const budgets = maybe(fc.option(nth))

const createPolicy = work(
  "create policy",
  fc.record({ of: nth, budget: budgets, above_amount: bounds }),
  ({ of, budget, above_amount }) =>
    (known) =>
      Policies.use((_) =>
        _.create(known.budget(of).client_id, {
          ...{ name: "Policy", above_amount },
          budget_id: typeof budget === "number" ? known.budget(budget).budget_id : budget,
        }),
      ),
)

const updatePolicy = work(
  "update policy",
  fc.record({ of: nth, budget: budgets, above_amount: bounds }),
  ({ of, budget, above_amount }) =>
    (known) =>
      Policies.use((_) =>
        _.update(known.policy(of), {
          above_amount,
          budget_id: typeof budget === "number" ? known.budget(budget).budget_id : budget,
        }),
      ),
)

const removePolicy = work(
  "remove policy",
  nth,
  (of) => (known) => Policies.use((_) => _.remove(known.policy(of))),
)

const upsertCode = work(
  "upsert code",
  fc.record({
    of: nth,
    code: fc.constantFrom("200", "201", "CoDe", "code"),
    name: fc.constantFrom("Sales", "Umsätze"),
    synced: fc.boolean(),
  }),
  ({ of, synced, ...code }) =>
    (known) =>
      AccountingCodes.use((_) => (synced ? _.sync : _).upsert(known.client(of), code)),
)

const removeCode = work(
  "remove code",
  nth,
  (of) => (known) => AccountingCodes.use((_) => _.remove(known.code(of))),
)

const createCategory = work(
  "create category",
  fc.record({
    of: nth,
    name: fc.constantFrom("Travel", "travel", "Ähre", "Own"),
    code: maybe(nth),
  }),
  ({ of, name, code }) =>
    (known) =>
      Categories.use((_) =>
        _.create(known.client(of), {
          name,
          accounting_code_id: code === undefined ? null : known.code(code).accounting_code_id,
        }),
      ),
)

const updateCategory = work(
  "update category",
  fc.record({
    of: nth,
    name: maybe(fc.constantFrom("Travel", "Other")),
    enabled: maybe(fc.boolean()),
    code: maybe(fc.option(nth)),
  }),
  ({ of, code, ...patch }) =>
    (known) =>
      Categories.use((_) =>
        _.update(known.category(of), {
          ...patch,
          accounting_code_id: typeof code === "number" ? known.code(code).accounting_code_id : code,
        }),
      ),
)

const mapCategory = work(
  "map category",
  fc.record({ of: nth, code: fc.option(nth) }),
  ({ of, code }) =>
    (known) =>
      Categories.use((_) =>
        _.map(known.category(of), {
          accounting_code_id: code === null ? null : known.code(code).accounting_code_id,
        }),
      ),
)

const removeCategory = work(
  "remove category",
  nth,
  (of) => (known) => Categories.use((_) => _.remove(known.category(of))),
)

/** Commands on policies, codes, categories and `resources`, mixed with those on budgets. */
export const onCatalogue = weighted(
  [12, onBudgets],
  [3, createPolicy],
  [2, updatePolicy],
  [2, removePolicy],
  [4, upsertCode],
  [2, removeCode],
  [3, createCategory],
  [4, updateCategory],
  [3, mapCategory],
  [2, removeCategory],
  ...ofResources,
)

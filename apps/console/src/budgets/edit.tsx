import { Button, MultiSelect, Select, Switch, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { answer, answered, api, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Budget, ResetPeriod } from "../api/records.ts"
import type { components } from "../api/schema.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { fromWire, type Minor, toWire } from "../core/money.ts"
import { mayOnBudget } from "../core/rights.ts"
import { Confirm } from "../parts/confirm.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { useTexts } from "../texts/languages.ts"
import { Preview } from "./preview.tsx"

type UpdateBudget = components["schemas"]["UpdateBudget"]

const path = "/v1/businesses/{client_id}/budgets/{budget_id}"
const changed = [["budgets"], ["topups"], ["me"]] as const

interface Draft {
  readonly name: string
  readonly amount: Minor | null
  readonly reset_period: ResetPeriod
  readonly rollover_funds: boolean
  readonly has_member_limits: boolean
  readonly limit_categories: boolean
  readonly categories: ReadonlyArray<string>
}

const draftOf = (budget: Budget, currency: string): Draft => ({
  name: budget.name,
  amount: fromWire(budget.reset_amount, currency),
  reset_period: budget.reset_period,
  rollover_funds: budget.rollover_funds,
  has_member_limits: budget.has_member_limits,
  limit_categories: budget.limit_categories,
  categories: budget.categories.map(({ id }) => id),
})

/** What differs, as the API takes it. */
const changesOf = (draft: Draft, before: Draft, currency: string): UpdateBudget => ({
  ...(draft.name === before.name ? {} : { name: draft.name }),
  ...(draft.amount === before.amount || draft.amount === null
    ? {}
    : { reset_amount: toWire(draft.amount, currency) }),
  ...(draft.reset_period === before.reset_period ? {} : { reset_period: draft.reset_period }),
  ...(draft.rollover_funds === before.rollover_funds
    ? {}
    : { rollover_funds: draft.rollover_funds }),
  ...(draft.has_member_limits === before.has_member_limits
    ? {}
    : { has_member_limits: draft.has_member_limits }),
  ...(draft.limit_categories === before.limit_categories
    ? {}
    : { limit_categories: draft.limit_categories }),
  ...([...draft.categories].sort().join() === [...before.categories].sort().join()
    ? {}
    : { categories: [...draft.categories] }),
})

/** The settings of a budget: what a change would do is shown before it is done. */
export const EditBudget = (given: { readonly budget: Budget; readonly etag: string | null }) => {
  const { budget, etag } = given
  const { budgets, common } = useTexts()
  const { currency } = useBusiness()
  const queries = useQueryClient()
  const before = draftOf(budget, currency)
  const [draft, setDraft] = useState(before)
  const changes = changesOf(draft, before, currency)
  const send = (dry_run: boolean) => (body: UpdateBudget) =>
    answer(
      api.PATCH(path, {
        params: { path: { ...ofBusiness(), budget_id: budget.id }, query: { dry_run } },
        body,
        headers: etag === null ? {} : { "If-Match": etag },
      }),
    )
  const look = useWrite({ send: send(true) })
  const save = useWrite({
    send: send(false),
    refreshes: changed,
    done: ({ data, etag: version }) => {
      queries.setQueryData(ask.budget(budget.id).queryKey, { data, etag: version })
      setDraft(draftOf(data, currency))
      look.reset()
      notifications.show({ message: common.saved, color: "quay" })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    look.mutate(changes)
  }
  return (
    <>
      <form className="card stack form-narrow" onSubmit={submit}>
        <BudgetFields
          draft={draft}
          change={setDraft}
          isSum={budget.has_member_limits}
          failure={look.error}
        />
        <Trouble
          failure={look.error}
          beside={shown}
          retry={() => void queries.invalidateQueries()}
        />
        <div className="row">
          <Button
            type="submit"
            variant="light"
            loading={look.isPending}
            disabled={Object.keys(changes).length === 0 || draft.amount === null}
          >
            {budgets.preview}
          </Button>
        </div>
      </form>
      <Preview
        before={budget}
        after={look.data?.data ?? null}
        close={look.reset}
        apply={() => save.mutate(changes)}
        isBusy={save.isPending}
        failure={save.error}
      />
      <DeleteBudget budget={budget} />
    </>
  )
}

const shown = ["/name", "/reset_amount", "/reset_period", "/categories"]

const BudgetFields = (given: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly isSum: boolean
  readonly failure: unknown
}) => {
  const { draft, change, isSum, failure } = given
  const { budgets } = useTexts()
  const categories = useQuery(ask.categories).data ?? []
  const said = (at: string) => (failure instanceof Refusal ? failure.at(at) : undefined)
  const toggle = (
    name: "rollover_funds" | "has_member_limits" | "limit_categories",
    label: string,
  ) => (
    <Switch
      label={label}
      checked={draft[name]}
      onChange={(event) => change({ ...draft, [name]: event.currentTarget.checked })}
    />
  )
  return (
    <>
      <TextInput
        label={budgets.name}
        value={draft.name}
        maxLength={128}
        onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
        error={said("/name")}
      />
      <div className="pair">
        <MoneyInput
          label={budgets.amount}
          description={isSum ? budgets.sumOfMembers : undefined}
          disabled={isSum}
          minor={draft.amount}
          onMinor={(amount) => change({ ...draft, amount })}
          error={said("/reset_amount")}
        />
        <PeriodSelect
          value={draft.reset_period}
          change={(reset_period) => change({ ...draft, reset_period })}
          error={said("/reset_period")}
        />
      </div>
      {toggle("rollover_funds", budgets.rollover)}
      {toggle("has_member_limits", budgets.perMember)}
      {toggle("limit_categories", budgets.limitCategories)}
      {draft.limit_categories ? (
        <MultiSelect
          label={budgets.categories}
          data={categories
            .filter((_) => _.enabled)
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={[...draft.categories]}
          onChange={(next) => change({ ...draft, categories: next })}
          searchable
          error={said("/categories")}
        />
      ) : null}
    </>
  )
}

export const PeriodSelect = (given: {
  readonly value: ResetPeriod
  readonly change: (period: ResetPeriod) => void
  readonly error?: string | undefined
}) => {
  const { budgets } = useTexts()
  return (
    <Select
      label={budgets.period_}
      data={Object.entries(budgets.periods).map(([value, label]) => ({ value, label }))}
      value={given.value}
      onChange={(period) => period !== null && given.change(period as ResetPeriod)}
      allowDeselect={false}
      error={given.error}
    />
  )
}

const DeleteBudget = ({ budget }: { readonly budget: Budget }) => {
  const me = useMe()
  const { budgets, common } = useTexts()
  const navigate = useNavigate()
  const remove = useWrite({
    send: (_: undefined) =>
      answered(api.DELETE(path, { params: { path: { ...ofBusiness(), budget_id: budget.id } } })),
    done: () => void navigate({ to: "/budgets" }),
    refreshes: changed,
  })
  if (!mayOnBudget(me, budget.id, "budgets", "delete")) return null
  return (
    <div className="section">
      <Confirm
        title={budgets.delete}
        text={budgets.deleteSure(budget.name)}
        action={common.delete}
        write={remove}
      >
        {(open) => (
          <div>
            <Button variant="subtle" color="red" onClick={open}>
              {budgets.delete}
            </Button>
          </div>
        )}
      </Confirm>
    </div>
  )
}

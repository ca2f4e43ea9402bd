import { Button, Switch, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { api, dataOf, ofBusiness, withTag } from "../api/client.ts"
import { isConflict, Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Budget, ResetPeriod } from "../api/records.ts"
import type { components } from "../api/schema.ts"
import { type Seen, useTheirs } from "../api/versions.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { merged, type Shown, versionsOf } from "../core/changes.ts"
import { useFormat } from "../core/format.ts"
import { fromWire, type Minor, toWire } from "../core/money.ts"
import { mayOnBudget } from "../core/rights.ts"
import { Confirm } from "../parts/confirm.tsx"
import { Conflict } from "../parts/conflict.tsx"
import { Form } from "../parts/form.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { MultiSelect, Select } from "../parts/select.tsx"
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

/** Returns the changed fields in the format of the API. */
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

interface Sent {
  readonly body: UpdateBudget
  readonly etag: string | null
}

const sendTo =
  (budget_id: string, dry_run: boolean) =>
  ({ body, etag }: Sent) =>
    withTag(
      api.PATCH(path, {
        params: { path: { ...ofBusiness(), budget_id }, query: { dry_run } },
        body,
        headers: etag === null ? {} : { "If-Match": etag },
      }),
    )

/** State of an edit: the draft, its dry run, and the write. */
const useEdit = (original: Seen<Budget>) => {
  const { common } = useTexts()
  const { currency } = useBusiness()
  const queries = useQueryClient()
  const [begun, begin] = useState(original)
  const before = draftOf(begun.data, currency)
  const [draft, setDraft] = useState(before)
  const changes = changesOf(draft, before, currency)
  const isChanged = Object.keys(changes).length > 0
  const startOver = (from: Seen<Budget>) => {
    begin(from)
    setDraft(draftOf(from.data, currency))
  }
  const { data: present, etag } = original
  // Changes by others appear at once, unless they would replace input.
  useEffect(() => {
    if (isChanged || etag === begun.etag) return
    begin({ data: present, etag })
    setDraft(draftOf(present, currency))
  }, [isChanged, present, etag, begun.etag, currency])
  const look = useWrite({ send: sendTo(begun.data.id, true) })
  const save = useWrite({
    send: sendTo(begun.data.id, false),
    refreshes: changed,
    done: (saved) => {
      queries.setQueryData(ask.budget(begun.data.id).queryKey, saved)
      startOver(saved)
      look.reset()
      notifications.show({ message: common.saved, color: "quay" })
    },
  })
  return { begun, begin, before, draft, setDraft, changes, isChanged, startOver, look, save }
}

/**
 * Settings of a budget. The effect of a change is shown before it is saved, against the version
 * that was read.
 */
export const EditBudget = (props: { readonly budget: Budget; readonly etag: string | null }) => {
  const { budgets } = useTexts()
  const edit = useEdit({ data: props.budget, etag: props.etag })
  const { begun, draft, changes, look, save } = edit
  const refused = isConflict(save.error) ? save.error : look.error
  return (
    <>
      <Form
        className="card stack form-narrow"
        isChanged={edit.isChanged}
        failure={refused}
        submit={() => look.mutate({ body: changes, etag: begun.etag })}
      >
        <BudgetFields
          draft={draft}
          change={edit.setDraft}
          isSum={begun.data.has_member_limits}
          failure={look.error}
        />
        {isConflict(refused) ? (
          <BudgetConflict edit={edit} failure={refused} />
        ) : (
          <Trouble failure={look.error} shownFields={shown} />
        )}
        <div className="row">
          <Button
            type="submit"
            variant="light"
            loading={look.isPending}
            disabled={!edit.isChanged || draft.amount === null}
          >
            {budgets.preview}
          </Button>
        </div>
      </Form>
      <Preview
        before={begun.data}
        after={isConflict(save.error) ? null : (look.data?.data ?? null)}
        close={look.reset}
        apply={() => save.mutate({ body: changes, etag: begun.etag })}
        isBusy={save.isPending}
        failure={save.error}
      />
      <DeleteBudget budget={begun.data} />
    </>
  )
}

/** Conflict of a budget; one's own change over theirs gets a dry run, too. */
const BudgetConflict = (props: {
  readonly edit: ReturnType<typeof useEdit>
  readonly failure: unknown
}) => {
  const { begin, begun, before, draft, setDraft, startOver, look, save } = props.edit
  const { currency } = useBusiness()
  const inWords = useDraftText()
  const budget_id = begun.data.id
  const { theirs, unread } = useTheirs(props.failure, () =>
    withTag(api.GET(path, { params: { path: { ...ofBusiness(), budget_id } } })),
  )
  if (theirs === undefined) {
    return unread === null ? <Waiting /> : <Trouble failure={unread} shownFields={[]} />
  }
  const now = draftOf(theirs.data, currency)
  const takeTheirs = () => {
    startOver(theirs)
    look.reset()
    save.reset()
  }
  const keepMine = () => {
    const next = merged(draft, before, now)
    begin(theirs)
    setDraft(next)
    save.reset()
    look.mutate({ body: changesOf(next, now, currency), etag: theirs.etag })
  }
  return (
    <Conflict
      failure={props.failure}
      theirs={theirs.data}
      unread={unread}
      versions={versionsOf(inWords, before, now, draft)}
      isBusy={look.isPending}
      takeTheirs={takeTheirs}
      keepMine={keepMine}
    />
  )
}

/** Formats the draft for people. */
const useDraftText = (): Shown<Draft> => {
  const { budgets, common } = useTexts()
  const { fields } = budgets
  const format = useFormat()
  const categories = useQuery(ask.categories).data ?? []
  const yes = (is: boolean) => (is ? common.yes : common.no)
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name ?? id
  return {
    name: [fields["name"] ?? "", (_) => _.name],
    amount: [
      fields["reset_amount"] ?? "",
      (_) => (_.amount === null ? common.none : format.minor(_.amount)),
    ],
    reset_period: [fields["reset_period"] ?? "", (_) => budgets.periods[_.reset_period] ?? ""],
    rollover_funds: [fields["rollover_funds"] ?? "", (_) => yes(_.rollover_funds)],
    has_member_limits: [fields["has_member_limits"] ?? "", (_) => yes(_.has_member_limits)],
    limit_categories: [fields["limit_categories"] ?? "", (_) => yes(_.limit_categories)],
    categories: [
      fields["categories"] ?? "",
      (_) => _.categories.map(nameOf).join(", ") || common.none,
    ],
  }
}

const shown = ["/name", "/reset_amount", "/reset_period", "/categories"]

const BudgetFields = (props: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly isSum: boolean
  readonly failure: unknown
}) => {
  const { draft, change, isSum, failure } = props
  const { budgets } = useTexts()
  const categories = useQuery(ask.categories).data ?? []
  const errorAt = (at: string) => (failure instanceof Refusal ? failure.at(at) : undefined)
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
        error={errorAt("/name")}
      />
      <div className="pair">
        <MoneyInput
          label={budgets.amount}
          description={isSum ? budgets.sumOfMembers : undefined}
          disabled={isSum}
          minor={draft.amount}
          onMinor={(amount) => change({ ...draft, amount })}
          error={errorAt("/reset_amount")}
        />
        <PeriodSelect
          value={draft.reset_period}
          change={(reset_period) => change({ ...draft, reset_period })}
          error={errorAt("/reset_period")}
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
          error={errorAt("/categories")}
        />
      ) : null}
    </>
  )
}

export const PeriodSelect = (props: {
  readonly value: ResetPeriod
  readonly change: (period: ResetPeriod) => void
  readonly error?: string | undefined
}) => {
  const { budgets } = useTexts()
  return (
    <Select
      label={budgets.period_}
      data={Object.entries(budgets.periods).map(([value, label]) => ({ value, label }))}
      value={props.value}
      onChange={(period) => period !== null && props.change(period as ResetPeriod)}
      allowDeselect={false}
      error={props.error}
    />
  )
}

const DeleteBudget = ({ budget }: { readonly budget: Budget }) => {
  const me = useMe()
  const { budgets, common } = useTexts()
  const navigate = useNavigate()
  const remove = useWrite({
    send: (_: undefined) =>
      dataOf(api.DELETE(path, { params: { path: { ...ofBusiness(), budget_id: budget.id } } })),
    // Its input is deleted with it.
    done: () => void navigate({ to: "/budgets", ignoreBlocker: true }),
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

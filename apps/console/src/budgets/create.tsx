import { Switch, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { ResetPeriod } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { type Minor, shares, toWire } from "../core/money.ts"
import { FormDialog } from "../parts/dialog.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { MultiSelect, Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { PeriodSelect } from "./edit.tsx"

interface Draft {
  readonly name: string
  readonly amount: Minor | null
  readonly reset_period: ResetPeriod
  readonly budget_type: "BUDGET" | "SUBSCRIPTION"
  readonly rollover_funds: boolean
  readonly has_member_limits: boolean
  readonly members: ReadonlyArray<string>
  readonly owners: ReadonlyArray<string>
}

const idOf = (id: string) => ({ user: { id: Number(id) } })

const bodyOf = (draft: Draft, currency: string) => {
  const { amount, members, owners, name, reset_period, budget_type } = draft
  const { rollover_funds, has_member_limits } = draft
  const parts = shares(amount ?? 0, Math.max(1, members.length))
  return {
    ...{ name, reset_period, budget_type, rollover_funds, has_member_limits },
    reset_amount: toWire(amount ?? 0, currency),
    members: members.map((id, n) =>
      has_member_limits ? { ...idOf(id), reset_amount: toWire(parts[n] ?? 0, currency) } : idOf(id),
    ),
    owners: owners.map(idOf),
  }
}

/** Form of a new budget; errors appear at their fields. */
export const CreateBudget = (props: { readonly close: () => void }) => {
  const me = useMe()
  const { budgets } = useTexts()
  const { currency } = useBusiness()
  const navigate = useNavigate()
  const [draft, change] = useState<Draft>({
    ...{ name: "", amount: null, reset_period: "MONTHLY", budget_type: "BUDGET" },
    ...{ rollover_funds: false, has_member_limits: false, members: [] },
    owners: me.user === null ? [] : [String(me.user.id)],
  })
  const write = useWrite({
    send: (body: ReturnType<typeof bodyOf>, key) =>
      dataOf(
        api.POST("/v1/businesses/{client_id}/budgets", {
          params: { path: ofBusiness() },
          body,
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: [["budgets"], ["me"]],
    done: ({ id }) => {
      notifications.show({ message: budgets.created, color: "quay" })
      const params = { budget_id: id }
      // The input is saved now.
      void navigate({ to: "/budgets/$budget_id", params, ignoreBlocker: true })
    },
  })
  const { name, amount, members, owners } = draft
  return (
    <FormDialog
      title={budgets.create}
      close={props.close}
      action={budgets.create}
      isBusy={write.isPending}
      isReady={name.trim() !== "" && amount !== null && members.length > 0 && owners.length > 0}
      entered={draft}
      failure={write.error}
      shown={["/name", "/reset_amount", "/members", "/owners"]}
      submit={() => write.mutate(bodyOf(draft, currency))}
    >
      <Fields draft={draft} change={change} failure={write.error} />
    </FormDialog>
  )
}

const Fields = (props: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly failure: unknown
}) => {
  const { draft, change, failure } = props
  const { budgets } = useTexts()
  const people = (useQuery(ask.users).data ?? [])
    .filter((_) => !_.is_deleted)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const errorAt = (at: string) => (failure instanceof Refusal ? failure.at(at) : undefined)
  return (
    <>
      <TextInput
        label={budgets.name}
        value={draft.name}
        maxLength={128}
        onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
        error={errorAt("/name")}
        data-autofocus
      />
      <div className="pair">
        <MoneyInput
          label={budgets.amount}
          minor={draft.amount}
          onMinor={(amount) => change({ ...draft, amount })}
          error={errorAt("/reset_amount")}
        />
        <PeriodSelect
          value={draft.reset_period}
          change={(reset_period) => change({ ...draft, reset_period })}
        />
      </div>
      <Select
        label={budgets.type}
        data={Object.entries(budgets.kinds).map(([value, label]) => ({ value, label }))}
        value={draft.budget_type}
        onChange={(kind) => kind !== null && change({ ...draft, budget_type: kind as "BUDGET" })}
        allowDeselect={false}
      />
      {(["owners", "members"] as const).map((role) => (
        <MultiSelect
          key={role}
          label={budgets[role]}
          placeholder={draft[role].length === 0 ? budgets.chooseOne : undefined}
          data={people}
          value={[...draft[role]]}
          onChange={(ids) => change({ ...draft, [role]: ids })}
          searchable
          error={errorAt(`/${role}`)}
        />
      ))}
      <Switch
        label={budgets.rollover}
        checked={draft.rollover_funds}
        onChange={(event) => change({ ...draft, rollover_funds: event.currentTarget.checked })}
      />
      <Switch
        label={budgets.perMember}
        checked={draft.has_member_limits}
        onChange={(event) => change({ ...draft, has_member_limits: event.currentTarget.checked })}
      />
    </>
  )
}

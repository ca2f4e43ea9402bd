import { Textarea } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Refusal } from "../api/failure.ts"
import * as read from "../api/queries.ts"
import { useWrite } from "../api/write.ts"
import { useMe } from "../app/business.ts"
import { toWire } from "../core/money.ts"
import { may } from "../core/rights.ts"
import { FormDialog } from "../parts/dialog.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { ask } from "./topup.ts"

/** Budgets for which the person may request funds. */
const useAskable = () => {
  const me = useMe()
  const budgets = useQuery(read.budgets).data ?? []
  const membership = new Map(
    me.belongs_to.map(({ id, budget_member_id }) => [id, budget_member_id]),
  )
  const owned = new Set(me.owns.map(({ id }) => id))
  return budgets
    .filter(({ id, has_member_limits }) =>
      has_member_limits
        ? membership.has(id)
        : membership.has(id) || owned.has(id) || may(me, "topups", "create"),
    )
    .map(({ id, name, has_member_limits }) => ({
      value: id,
      label: name,
      member: has_member_limits ? Number(membership.get(id)) : null,
    }))
}

export const AskDialog = (props: { readonly close: () => void; readonly budget_id?: string }) => {
  const { amounts, approvals } = useTexts()
  const { business } = useMe()
  const askable = useAskable()
  const [picked, setBudget] = useState<string | null>(props.budget_id ?? null)
  const budget = picked ?? (askable.length === 1 ? (askable[0]?.value ?? null) : null)
  const [minor, setMinor] = useState<number | null>(null)
  const [description, describe] = useState("")
  const chosen = askable.find(({ value }) => value === budget)
  const write = useWrite({
    send: ask,
    refreshes: [["topups"], ["budgets"]],
    done: ({ status }) => {
      const message = status === "PENDING" ? approvals.sent : approvals.approvedAtOnce
      notifications.show({ message, color: "quay" })
      props.close()
    },
  })
  const submit = () => {
    if (chosen === undefined || minor === null) return
    const amount = toWire(minor, business.currency)
    write.mutate({ budget_id: chosen.value, budget_member_id: chosen.member, amount, description })
  }
  const errorAt = (pointer: string) =>
    write.error instanceof Refusal ? write.error.at(pointer) : undefined
  return (
    <FormDialog
      title={approvals.ask}
      close={props.close}
      action={approvals.send}
      isBusy={write.isPending}
      isReady={chosen !== undefined && minor !== null && minor > 0 && description.trim() !== ""}
      entered={{ picked, minor, description }}
      failure={write.error}
      shown={["/amount", "/description"]}
      submit={submit}
    >
      <Select
        label={approvals.budget}
        data={askable.map(({ value, label }) => ({ value, label }))}
        value={budget}
        onChange={setBudget}
        nothingFoundMessage={approvals.noBudgets}
        searchable
        data-autofocus={props.budget_id === undefined || undefined}
      />
      <MoneyInput
        label={approvals.amount}
        minor={minor}
        onMinor={setMinor}
        data-autofocus={props.budget_id !== undefined || undefined}
        error={minor !== null && minor <= 0 ? amounts.not_positive : errorAt("/amount")}
      />
      <Textarea
        label={approvals.reason}
        description={approvals.reasonHelp}
        value={description}
        onChange={(event) => describe(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        error={errorAt("/description")}
      />
    </FormDialog>
  )
}

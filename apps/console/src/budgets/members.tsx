import { ActionIcon, Button } from "@mantine/core"
import { IconPencil, IconPlus } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Budget, BudgetMember } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { fromWire, type Minor, toWire } from "../core/money.ts"
import { mayOnBudget } from "../core/rights.ts"
import { ConfirmedRemoval } from "../parts/confirm.tsx"
import { FormDialog } from "../parts/dialog.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"

const path = "/v1/businesses/{client_id}/budgets/{budget_id}/members"
const changed = [["budgets"], ["topups"], ["me"]] as const

/**
 * Returns a function that names a member or an owner; a person who was only invited has no name
 * yet.
 */
export const useNameOf = () => {
  const { budgets, common } = useTexts()
  return ({ user, invite }: Pick<BudgetMember, "user" | "invite">): string =>
    user?.name ?? (invite === undefined ? common.unknown : `${invite.email} (${budgets.invited})`)
}

/** Members of the budget, with their limits. */
export const Members = ({ budget }: { readonly budget: Budget }) => {
  const me = useMe()
  const { budgets, common } = useTexts()
  const list = useQuery(ask.members(budget.id))
  const [isAdding, add] = useState(false)
  const mayAdd = mayOnBudget(me, budget.id, "budget_members", "create")
  return (
    <>
      <div className="section-head">
        <h2>{budgets.members}</h2>
        {mayAdd ? (
          <Button variant="light" leftSection={<IconPlus size={16} />} onClick={() => add(true)}>
            {budgets.addMember}
          </Button>
        ) : null}
      </div>
      {isAdding ? <AddMember budget={budget} close={() => add(false)} /> : null}
      <Trouble failure={list.error} />
      <div className="section table-frame">
        <table className="table" aria-label={budgets.members}>
          <thead>
            <tr>
              <th>{common.person}</th>
              <th className="num">{budgets.spent}</th>
              {budget.has_member_limits ? (
                <>
                  <th className="num">{budgets.available}</th>
                  <th className="num wide">{budgets.limit}</th>
                </>
              ) : null}
              <td />
            </tr>
          </thead>
          <tbody>
            {(list.data ?? []).map((member) => (
              <MemberRow key={member.id} budget={budget} member={member} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface Given {
  readonly budget: Budget
  readonly member: BudgetMember
}

const MemberRow = ({ budget, member }: Given) => {
  const { budgets } = useTexts()
  const format = useFormat()
  const nameOf = useNameOf()
  return (
    <tr>
      <td>{nameOf(member)}</td>
      <td className="num" data-label={budgets.spent}>
        {format.money(member.spent_amount)}
      </td>
      {budget.has_member_limits ? (
        <>
          <td
            className={member.available_amount < 0 ? "num over" : "num"}
            data-label={budgets.available}
          >
            {format.money(member.available_amount)}
          </td>
          <td className="num wide">{format.money(member.reset_amount)}</td>
        </>
      ) : null}
      <td className="num">
        <MemberActions budget={budget} member={member} />
      </td>
    </tr>
  )
}

const MemberActions = ({ budget, member }: Given) => {
  const me = useMe()
  const { budgets, common } = useTexts()
  const name = useNameOf()(member)
  const [isEditing, edit] = useState(false)
  const at = { ...ofBusiness(), budget_id: budget.id, budget_member_id: Number(member.id) }
  const remove = useWrite({
    send: (_: undefined) =>
      dataOf(api.DELETE(`${path}/{budget_member_id}`, { params: { path: at } })),
    refreshes: changed,
  })
  const mayEdit =
    budget.has_member_limits &&
    budget.reset_period !== "NEVER" &&
    mayOnBudget(me, budget.id, "budget_members", "update")
  return (
    <span className="row-actions">
      {mayEdit ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={budgets.changeLimit(name)}
          onClick={() => edit(true)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      ) : null}
      {isEditing ? <EditLimit budget={budget} member={member} close={() => edit(false)} /> : null}
      {mayOnBudget(me, budget.id, "budget_members", "delete") ? (
        <ConfirmedRemoval
          title={budgets.removeMember(name)}
          text={budgets.removeSure}
          action={common.remove}
          write={remove}
        />
      ) : null}
    </span>
  )
}

const EditLimit = ({ budget, member, close }: Given & { readonly close: () => void }) => {
  const { budgets, common } = useTexts()
  const { currency } = useBusiness()
  const name = useNameOf()(member)
  const [minor, setMinor] = useState<Minor | null>(fromWire(member.reset_amount, currency))
  const at = { ...ofBusiness(), budget_id: budget.id, budget_member_id: Number(member.id) }
  const write = useWrite({
    send: (reset_amount: number) =>
      dataOf(
        api.PATCH(`${path}/{budget_member_id}`, { params: { path: at }, body: { reset_amount } }),
      ),
    refreshes: changed,
    done: close,
  })
  return (
    <FormDialog
      title={budgets.changeLimit(name)}
      close={close}
      action={common.save}
      isBusy={write.isPending}
      isReady={minor !== null && minor >= 0}
      entered={minor}
      failure={write.error}
      shown={["/reset_amount"]}
      submit={() => minor !== null && write.mutate(toWire(minor, currency))}
    >
      <MoneyInput
        label={budgets.memberLimit}
        minor={minor}
        onMinor={setMinor}
        error={write.error instanceof Refusal ? write.error.at("/reset_amount") : undefined}
        data-autofocus
      />
    </FormDialog>
  )
}

const AddMember = (props: { readonly budget: Budget; readonly close: () => void }) => {
  const { budget, close } = props
  const { budgets, common } = useTexts()
  const { currency } = useBusiness()
  const users = useQuery(ask.users).data ?? []
  const [user, setUser] = useState<string | null>(null)
  const [minor, setMinor] = useState<Minor | null>(null)
  const write = useWrite({
    send: ({ id, limit }: { id: number; limit: Minor | null }, key) =>
      dataOf(
        api.POST(path, {
          params: { path: { ...ofBusiness(), budget_id: budget.id } },
          body: {
            user: { id },
            ...(limit === null ? {} : { reset_amount: toWire(limit, currency) }),
          },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: changed,
    done: close,
  })
  const errorAt = (pointer: string) =>
    write.error instanceof Refusal ? write.error.at(pointer) : undefined
  return (
    <FormDialog
      title={budgets.addMember}
      close={close}
      action={common.add}
      isBusy={write.isPending}
      isReady={user !== null && (!budget.has_member_limits || minor !== null)}
      entered={{ user, minor }}
      failure={write.error}
      shown={["/user", "/reset_amount"]}
      submit={() =>
        user !== null &&
        write.mutate({ id: Number(user), limit: budget.has_member_limits ? minor : null })
      }
    >
      <Select
        label={common.person}
        data={users
          .filter((_) => !_.is_deleted)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        value={user}
        onChange={setUser}
        searchable
        data-autofocus
        error={errorAt("/user")}
      />
      {budget.has_member_limits ? (
        <MoneyInput
          label={budgets.memberLimit}
          minor={minor}
          onMinor={setMinor}
          error={errorAt("/reset_amount")}
        />
      ) : null}
    </FormDialog>
  )
}

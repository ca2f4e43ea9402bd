import { Button } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Budget, BudgetOwner } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { mayOnBudget } from "../core/rights.ts"
import { ConfirmedRemoval } from "../parts/confirm.tsx"
import { FormDialog } from "../parts/dialog.tsx"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { useNameOf } from "./members.tsx"

const path = "/v1/businesses/{client_id}/budgets/{budget_id}/owners"
const changed = [["budgets"], ["me"]] as const

/** Owners of the budget, who change it and decide requests. */
export const Owners = ({ budget }: { readonly budget: Budget }) => {
  const me = useMe()
  const { budgets, common } = useTexts()
  const format = useFormat()
  const nameOf = useNameOf()
  const list = useQuery(ask.owners(budget.id))
  const [isAdding, add] = useState(false)
  return (
    <>
      <div className="section-head">
        <h2>{budgets.owners}</h2>
        {mayOnBudget(me, budget.id, "budget_owners", "create") ? (
          <Button variant="light" leftSection={<IconPlus size={16} />} onClick={() => add(true)}>
            {budgets.addOwner}
          </Button>
        ) : null}
      </div>
      {isAdding ? <AddOwner budget={budget} close={() => add(false)} /> : null}
      <Trouble failure={list.error} />
      <div className="section table-frame">
        <table className="table" aria-label={budgets.owners}>
          <thead>
            <tr>
              <th>{common.person}</th>
              <th>{common.date}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {(list.data ?? []).map((owner) => (
              <tr key={owner.id}>
                <td>{nameOf(owner)}</td>
                <td>{format.day(owner.created)}</td>
                <td className="num">
                  <RemoveOwner budget={budget} owner={owner} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const RemoveOwner = (props: { readonly budget: Budget; readonly owner: BudgetOwner }) => {
  const me = useMe()
  const { budgets, common } = useTexts()
  const name = useNameOf()(props.owner)
  const budget_id = props.budget.id
  const budget_owner_id = props.owner.id
  const remove = useWrite({
    send: (_: undefined) =>
      dataOf(
        api.DELETE(`${path}/{budget_owner_id}`, {
          params: { path: { ...ofBusiness(), budget_id, budget_owner_id } },
        }),
      ),
    refreshes: changed,
  })
  if (!mayOnBudget(me, budget_id, "budget_owners", "delete")) return null
  return (
    <ConfirmedRemoval
      title={budgets.removeOwner(name)}
      text={budgets.ownerSure}
      action={common.remove}
      write={remove}
    />
  )
}

const AddOwner = (props: { readonly budget: Budget; readonly close: () => void }) => {
  const { budgets, common } = useTexts()
  const users = useQuery(ask.users).data ?? []
  const [user, setUser] = useState<string | null>(null)
  const write = useWrite({
    send: (id: number, key) =>
      dataOf(
        api.POST(path, {
          params: { path: { ...ofBusiness(), budget_id: props.budget.id } },
          body: { user: { id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: changed,
    done: props.close,
  })
  return (
    <FormDialog
      title={budgets.addOwner}
      close={props.close}
      action={common.add}
      isBusy={write.isPending}
      isReady={user !== null}
      entered={user}
      failure={write.error}
      submit={() => user !== null && write.mutate(Number(user))}
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
      />
    </FormDialog>
  )
}

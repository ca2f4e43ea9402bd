import { useQuery } from "@tanstack/react-query"
import { api, dataOf, ofBusiness, withTag } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Policy } from "../api/records.ts"
import type { Seen } from "../api/versions.ts"
import { useMe } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { fromWire, toWire } from "../core/money.ts"
import { may } from "../core/rights.ts"
import { OpenedDialog } from "../parts/dialog.tsx"
import { useTexts } from "../texts/languages.ts"
import { List, RowActions } from "./list.tsx"
import { RecordDialog, textOf, textOrNull, type Values } from "./record-dialog.tsx"

const path = "/v1/businesses/{client_id}/policies"
const refreshes = [["policies"]]

/** Approval policies: amounts above which someone else must approve. */
export const Policies = () => {
  const me = useMe()
  const { settings, common } = useTexts()
  const list = useQuery(ask.policies)
  return (
    <List
      title={settings.policies}
      help={settings.policiesHelp}
      list={list}
      empty={settings.noPolicies}
      heads={[common.name, settings.budget, settings.above]}
      add={
        may(me, "policies", "create")
          ? { label: settings.newPolicy, form: (close) => <PolicyForm close={close} /> }
          : null
      }
      row={(policy) => <PolicyRow key={policy.id} policy={policy} />}
    />
  )
}

const PolicyRow = ({ policy }: { readonly policy: Policy }) => {
  const me = useMe()
  const { settings } = useTexts()
  const format = useFormat()
  const budgets = useQuery(ask.budgets).data ?? []
  const { id, name, budget_id, above_amount } = policy
  const remove = () =>
    dataOf(
      api.DELETE(`${path}/{policy_id}`, {
        params: { path: { ...ofBusiness(), policy_id: id } },
      }),
    )
  const budget = budgets.find((each) => each.id === budget_id)?.name ?? budget_id
  return (
    <tr>
      <td>{name}</td>
      <td data-label={settings.budget}>{budget ?? settings.everyBudget}</td>
      <td className="num-left" data-label={settings.above}>
        {above_amount === null ? settings.anyAmount : format.money(above_amount)}
      </td>
      <RowActions
        name={name}
        edit={
          may(me, "policies", "update")
            ? (close) => <EditPolicy id={id} name={name} close={close} />
            : undefined
        }
        remove={
          may(me, "policies", "delete")
            ? { text: settings.policySure, refreshes, send: remove }
            : undefined
        }
      />
    </tr>
  )
}

const readPolicy = (policy_id: string) =>
  withTag(api.GET(`${path}/{policy_id}`, { params: { path: { ...ofBusiness(), policy_id } } }))

const EditPolicy = (props: {
  readonly id: string
  readonly name: string
  readonly close: () => void
}) => {
  const { id, name, close } = props
  const { settings } = useTexts()
  return (
    <OpenedDialog
      title={settings.edit(name)}
      close={close}
      queryKey={["policies", "one", id]}
      read={() => readPolicy(id)}
    >
      {(seen) => <PolicyForm close={close} policy={seen} />}
    </OpenedDialog>
  )
}

const valuesOf = (policy: Policy | undefined, currency: string): Values => {
  const above = policy?.above_amount ?? null
  return {
    name: policy?.name ?? "",
    budget_id: policy?.budget_id ?? null,
    above_amount: above === null ? null : fromWire(above, currency),
  }
}

const PolicyForm = (props: { readonly close: () => void; readonly policy?: Seen<Policy> }) => {
  const { settings, common } = useTexts()
  const { currency } = useMe().business
  const budgets = useQuery(ask.budgets).data ?? []
  const { policy } = props
  const bodyOf = (values: Values) => ({
    name: textOf(values["name"]),
    budget_id: textOrNull(values["budget_id"]),
    above_amount:
      typeof values["above_amount"] === "number" ? toWire(values["above_amount"], currency) : null,
  })
  const send = (values: Values, key: string, etag: string | null) =>
    policy === undefined
      ? dataOf(
          api.POST(path, {
            params: { path: ofBusiness() },
            body: bodyOf(values),
            headers: { "Idempotency-Key": key },
          }),
        )
      : dataOf(
          api.PATCH(`${path}/{policy_id}`, {
            params: { path: { ...ofBusiness(), policy_id: policy.data.id } },
            body: bodyOf(values),
            headers: etag === null ? {} : { "If-Match": etag },
          }),
        )
  const read = async (id: string) => {
    const { data, etag } = await readPolicy(id)
    return { data: { record: data, values: valuesOf(data, currency) }, etag }
  }
  return (
    <RecordDialog
      title={policy === undefined ? settings.newPolicy : settings.edit(policy.data.name)}
      action={policy === undefined ? common.create : common.save}
      close={props.close}
      entries={{
        name: { label: common.name, kind: "text" },
        budget_id: {
          label: settings.budget,
          help: settings.everyBudgetHelp,
          kind: "choice",
          isOptional: true,
          choices: budgets.map(({ id, name }) => ({ value: id, label: name })),
        },
        above_amount: {
          label: settings.above,
          help: settings.aboveHelp,
          kind: "amount",
          isOptional: true,
        },
      }}
      initial={valuesOf(policy?.data, currency)}
      original={
        policy === undefined ? undefined : { etag: policy.etag, read: () => read(policy.data.id) }
      }
      refreshes={refreshes}
      send={send}
    />
  )
}

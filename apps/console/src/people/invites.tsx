import { TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconMailPlus } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Invite } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useMe } from "../app/business.ts"
import { Empty, Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { ConfirmedRemoval } from "../parts/confirm.tsx"
import { FormDialog } from "../parts/dialog.tsx"
import { MailNote } from "../parts/mail-note.tsx"
import { MultiSelect, Select } from "../parts/select.tsx"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"

const path = "/v1/businesses/{client_id}/invites"
export const payments = ["cards", "bills", "reimbursements"] as const
export type Payment = (typeof payments)[number]

/** Pending and accepted invites. */
export const Invites = () => {
  const me = useMe()
  const { people, common } = useTexts()
  const format = useFormat()
  const list = useQuery(ask.invites)
  if (list.data?.length === 0) {
    return (
      <Empty
        icon={<IconMailPlus size={28} />}
        title={people.noInvites}
        help={people.noInvitesHelp}
      />
    )
  }
  return (
    <>
      <Trouble failure={list.error} />
      <MailNote />
      <div className="table-frame">
        <table className="table" aria-label={people.invites}>
          <thead>
            <tr>
              <th>{people.email}</th>
              <th className="wide">{people.role}</th>
              <th className="wide">{common.date}</th>
              <th>{common.status}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {(list.data ?? []).map((invite) => (
              <tr key={invite.id}>
                <td>
                  {invite.email}
                  <small className="narrow">{people.roleName(invite.role)}</small>
                </td>
                <td className="wide">{people.roleName(invite.role)}</td>
                <td className="wide">{format.day(invite.created)}</td>
                <td data-label={common.status}>
                  <Tag tone={invite.used ? "good" : "warn"}>
                    {invite.used ? people.joined : people.waiting}
                  </Tag>
                </td>
                <td className="num">
                  {may(me, "invites", "delete") && !invite.used ? <Cancel invite={invite} /> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const Cancel = ({ invite }: { readonly invite: Invite }) => {
  const { people, common } = useTexts()
  const write = useWrite({
    send: (_: undefined) =>
      dataOf(
        api.DELETE(`${path}/{invite_id}`, {
          params: { path: { ...ofBusiness(), invite_id: invite.id } },
        }),
      ),
    refreshes: [["invites"], ["budgets"]],
  })
  const title = people.cancelInvite(invite.email)
  return (
    <ConfirmedRemoval title={title} text={people.cancelSure} action={common.remove} write={write} />
  )
}

export const InviteDialog = ({ close }: { readonly close: () => void }) => {
  const { people } = useTexts()
  const roles = useQuery(ask.roles).data ?? []
  const mail = useQuery(ask.mail).data
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<string | null>(null)
  const [types, setTypes] = useState<ReadonlyArray<string>>(["cards"])
  const write = useWrite({
    send: (body: { email: string; role_id: string; payment_types: Payment[] }, key) =>
      dataOf(
        api.POST(path, {
          params: { path: ofBusiness() },
          body,
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: [["invites"]],
    done: () => {
      notifications.show(
        mail === "folder"
          ? { message: people.inviteFiled(email.trim()), color: "quay", autoClose: false }
          : { message: people.inviteSent, color: "quay" },
      )
      close()
    },
  })
  const words = { user_exists: people.emailTaken }
  const errorAt = (at: string) =>
    write.error instanceof Refusal ? write.error.at(at, words) : undefined
  const submit = () =>
    role !== null && write.mutate({ email, role_id: role, payment_types: types as Payment[] })
  return (
    <FormDialog
      title={people.invite}
      close={close}
      action={people.invite}
      isBusy={write.isPending}
      isReady={email.trim() !== "" && role !== null}
      entered={{ email, role, types }}
      failure={write.error}
      shown={["/email", "/role_id", "/payment_types"]}
      submit={submit}
    >
      <TextInput
        label={people.email}
        type="email"
        value={email}
        maxLength={254}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          // The error is about another address.
          if (errorAt("/email") !== undefined) write.reset()
        }}
        error={errorAt("/email")}
        data-autofocus
      />
      <Select
        label={people.role}
        data={roles.map(({ id, name }) => ({ value: id, label: people.roleName(name) }))}
        value={role}
        onChange={setRole}
        error={errorAt("/role_id")}
      />
      <MultiSelect
        label={people.payments}
        data={payments.map((value) => ({ value, label: people.paymentTypes[value] ?? value }))}
        value={[...types]}
        onChange={setTypes}
        error={errorAt("/payment_types")}
      />
    </FormDialog>
  )
}

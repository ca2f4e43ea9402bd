import { Button, MultiSelect, Select } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answer, answered, api, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { User } from "../api/records.ts"
import type { components } from "../api/schema.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { Confirm } from "../parts/confirm.tsx"
import { FormDialog } from "../parts/dialog.tsx"
import { useTexts } from "../texts/languages.ts"
import { type AbsenceDraft, AbsenceFields, absenceOf } from "./absence.tsx"
import { type Payment, payments } from "./invites.tsx"

type UpdateUser = components["schemas"]["UpdateUser"]

const path = "/v1/businesses/{client_id}/users/{user_id}"
const changed = [["users"], ["me"], ["topups"], ["budgets"]] as const

interface Draft extends AbsenceDraft {
  readonly role_id: string
  readonly payment_types: ReadonlyArray<string>
  readonly expense_delegate: ReadonlyArray<string>
}

const draftOf = (user: User): Draft => ({
  ...absenceOf(user),
  role_id: user.role_id,
  payment_types: user.payment_types,
  expense_delegate: (user.expense_delegate ?? []).map(String),
})

const changesOf = (draft: Draft, before: Draft): UpdateUser => {
  const { payment_types, expense_delegate } = draft
  const body = {
    ...draft,
    payment_types: payment_types as Payment[],
    expense_delegate: expense_delegate.map(Number),
  }
  const differs = (name: keyof Draft) =>
    JSON.stringify(draft[name]) !== JSON.stringify(before[name])
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => differs(name as keyof Draft)),
  ) as UpdateUser
}

/** What an Admin changes of somebody, against the version that was seen. */
export const EditUser = ({ user, close }: { readonly user: User; readonly close: () => void }) => {
  const { people, common } = useTexts()
  const one = useQuery({
    queryKey: ["users", "one", user.id],
    queryFn: () =>
      answer(api.GET(path, { params: { path: { ...ofBusiness(), user_id: user.id } } })),
  })
  const before = draftOf(user)
  const [draft, change] = useState(before)
  const changes = changesOf(draft, before)
  const write = useWrite({
    send: (body: UpdateUser) =>
      answered(
        api.PATCH(path, {
          params: { path: { ...ofBusiness(), user_id: user.id } },
          body,
          headers: one.data?.etag ? { "If-Match": one.data.etag } : {},
        }),
      ),
    refreshes: changed,
    done: () => {
      notifications.show({ message: common.saved, color: "quay" })
      close()
    },
  })
  const said = (at: string) => (write.error instanceof Refusal ? write.error.at(at) : undefined)
  return (
    <FormDialog
      title={people.edit(user.name)}
      isOpen
      close={close}
      action={common.save}
      isBusy={write.isPending}
      isReady={Object.keys(changes).length > 0 && one.data !== undefined}
      failure={write.error}
      shown={["/role_id", "/payment_types", "/expense_delegate", "/delegate_approver"]}
      submit={() => write.mutate(changes)}
    >
      <WorkFields draft={draft} change={change} said={said} user={user} />
      <AbsenceFields
        draft={draft}
        change={(absence) => change({ ...draft, ...absence })}
        said={said}
        user_id={user.id}
      />
      <RemoveUser user={user} close={close} />
    </FormDialog>
  )
}

const WorkFields = (given: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly said: (pointer: string) => string | undefined
  readonly user: User
}) => {
  const { draft, change, said, user } = given
  const { people } = useTexts()
  const { features } = useBusiness()
  const roles = useQuery(ask.roles).data ?? []
  const users = useQuery(ask.users).data ?? []
  return (
    <>
      <Select
        label={people.role}
        data={roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.role_id}
        onChange={(role_id) => role_id !== null && change({ ...draft, role_id })}
        allowDeselect={false}
        error={said("/role_id")}
      />
      <MultiSelect
        label={people.payments}
        data={payments.map((value) => ({ value, label: people.paymentTypes[value] ?? value }))}
        value={[...draft.payment_types]}
        onChange={(payment_types) => change({ ...draft, payment_types })}
        error={said("/payment_types")}
      />
      {features.expense_assistant ? (
        <MultiSelect
          label={people.assistants}
          data={users
            .filter(({ id, is_deleted }) => !is_deleted && id !== user.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value={[...draft.expense_delegate]}
          onChange={(expense_delegate) => change({ ...draft, expense_delegate })}
          maxValues={3}
          searchable
          error={said("/expense_delegate")}
        />
      ) : null}
    </>
  )
}

const RemoveUser = ({ user, close }: { readonly user: User; readonly close: () => void }) => {
  const me = useMe()
  const { people, common } = useTexts()
  const write = useWrite({
    send: (_: undefined) =>
      answered(api.DELETE(path, { params: { path: { ...ofBusiness(), user_id: user.id } } })),
    refreshes: changed,
    done: close,
  })
  if (!may(me, "users", "delete") || me.user?.id === user.id) return null
  const title = people.remove(user.name)
  return (
    <Confirm title={title} text={people.removeSure} action={common.remove} write={write}>
      {(open) => (
        <div>
          <Button variant="subtle" color="red" size="compact-sm" onClick={open}>
            {title}
          </Button>
        </div>
      )}
    </Confirm>
  )
}

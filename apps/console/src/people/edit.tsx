import { Button } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness, withTag } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { ProblemValues, User } from "../api/records.ts"
import type { components } from "../api/schema.ts"
import { type Seen, useTheirs } from "../api/versions.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { changedIn, type Shown, versionsOf } from "../core/changes.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { Confirm } from "../parts/confirm.tsx"
import { Conflict } from "../parts/conflict.tsx"
import { FormDialog, OpenedDialog } from "../parts/dialog.tsx"
import { MultiSelect, Select } from "../parts/select.tsx"
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
  const { payment_types, expense_delegate, ...others } = changedIn(draft, before)
  return {
    ...others,
    ...(payment_types === undefined ? {} : { payment_types: payment_types as Payment[] }),
    ...(expense_delegate === undefined ? {} : { expense_delegate: expense_delegate.map(Number) }),
  }
}

const readUser = (user_id: number) =>
  withTag(api.GET(path, { params: { path: { ...ofBusiness(), user_id } } }))

/** Form in which an Admin changes a person, opened on the current version. */
export const EditUser = ({ user, close }: { readonly user: User; readonly close: () => void }) => {
  const { people } = useTexts()
  return (
    <OpenedDialog
      title={people.edit(user.name)}
      close={close}
      queryKey={["users", "one", user.id]}
      read={() => readUser(user.id)}
    >
      {(original) => <UserForm original={original} close={close} />}
    </OpenedDialog>
  )
}

interface Sent {
  readonly body: UpdateUser
  readonly etag: string | null
}

const UserForm = (props: { readonly original: Seen<User>; readonly close: () => void }) => {
  const { original, close } = props
  const { people, common } = useTexts()
  const [begun, begin] = useState(original)
  const [draft, change] = useState(() => draftOf(original.data))
  const user = begun.data
  const changes = changesOf(draft, draftOf(user))
  const write = useWrite({
    send: ({ body, etag }: Sent) =>
      dataOf(
        api.PATCH(path, {
          params: { path: { ...ofBusiness(), user_id: user.id } },
          body,
          headers: etag === null ? {} : { "If-Match": etag },
        }),
      ),
    refreshes: changed,
    done: () => {
      notifications.show({ message: common.saved, color: "quay" })
      close()
    },
  })
  const { theirs, unread } = useTheirs(write.error, () => readUser(user.id))
  const inWords = useShown()
  const words = useWords(user, write.error)
  const errorAt = (at: string) =>
    write.error instanceof Refusal ? write.error.at(at, words) : undefined
  const takeTheirs = () => {
    if (theirs === undefined) return
    begin(theirs)
    change(draftOf(theirs.data))
    write.reset()
  }
  return (
    <FormDialog
      title={people.edit(user.name)}
      close={close}
      action={common.save}
      isBusy={write.isPending}
      isReady={Object.keys(changes).length > 0}
      entered={draft}
      before={draftOf(user)}
      failure={write.error}
      shown={shown}
      submit={() => write.mutate({ body: changes, etag: begun.etag })}
    >
      <WorkFields draft={draft} change={change} errorAt={errorAt} user={user} />
      <AbsenceFields
        draft={draft}
        change={(absence) => change({ ...draft, ...absence })}
        errorAt={errorAt}
        user_id={user.id}
      />
      <Conflict
        failure={write.error}
        theirs={theirs?.data}
        unread={unread}
        versions={
          theirs === undefined
            ? []
            : versionsOf(inWords, draftOf(user), draftOf(theirs.data), draft)
        }
        isBusy={write.isPending}
        takeTheirs={takeTheirs}
        keepMine={() => write.mutate({ body: changes, etag: theirs?.etag ?? null })}
      />
      <RemoveUser user={user} close={close} />
    </FormDialog>
  )
}

/** Names the assistant who has assistants, whom the service names only by id. */
const useWords = (user: User, failure: unknown): Readonly<Record<string, string>> => {
  const { people } = useTexts()
  const users = useQuery(ask.users).data ?? []
  if (!(failure instanceof Refusal)) return {}
  const fault = failure.problem.errors.find(({ code }) => code === "chained_assistant")
  const values = fault?.values as Partial<ProblemValues["chained_assistant"]> | undefined
  const one = users.find(({ id }) => id === Number(values?.user_id))
  if (one === undefined) return {}
  const say = one.id === user.id ? people.isAssistant : people.hasAssistant
  return { chained_assistant: say(one.name) }
}

const shown = [
  "/role_id",
  "/payment_types",
  "/expense_delegate",
  "/delegate_approver",
  "/out_of_office_start_date",
  "/out_of_office_end_date",
]

/** Formats the draft for people. */
const useShown = (): Shown<Draft> => {
  const { people, common } = useTexts()
  const format = useFormat()
  const roles = useQuery(ask.roles).data ?? []
  const users = useQuery(ask.users).data ?? []
  const nameOf = (id: number) => users.find((user) => user.id === id)?.name ?? String(id)
  const day = (of: string | null) => (of === null ? common.none : format.day(of))
  const yes = (is: boolean) => (is ? common.yes : common.no)
  return {
    role_id: [
      people.role,
      (_) => people.roleName(roles.find(({ id }) => id === _.role_id)?.name ?? _.role_id),
    ],
    payment_types: [
      people.payments,
      (_) => _.payment_types.map((type) => people.paymentTypes[type] ?? type).join(", "),
    ],
    expense_delegate: [
      people.assistants,
      (_) => _.expense_delegate.map((id) => nameOf(Number(id))).join(", ") || common.none,
    ],
    out_of_office_mode: [people.away, (_) => yes(_.out_of_office_mode)],
    out_of_office_start_date: [people.from, (_) => day(_.out_of_office_start_date)],
    out_of_office_end_date: [people.until, (_) => day(_.out_of_office_end_date)],
    delegate_approver: [
      people.delegate,
      (_) => (_.delegate_approver === null ? common.none : nameOf(_.delegate_approver)),
    ],
  }
}

const WorkFields = (props: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly errorAt: (pointer: string) => string | undefined
  readonly user: User
}) => {
  const { draft, change, errorAt, user } = props
  const { people } = useTexts()
  const { features } = useBusiness()
  const roles = useQuery(ask.roles).data ?? []
  const users = useQuery(ask.users).data ?? []
  return (
    <>
      <Select
        data-autofocus
        label={people.role}
        data={roles.map(({ id, name }) => ({ value: id, label: people.roleName(name) }))}
        value={draft.role_id}
        onChange={(role_id) => role_id !== null && change({ ...draft, role_id })}
        allowDeselect={false}
        error={errorAt("/role_id")}
      />
      <MultiSelect
        label={people.payments}
        data={payments.map((value) => ({ value, label: people.paymentTypes[value] ?? value }))}
        value={[...draft.payment_types]}
        onChange={(payment_types) => change({ ...draft, payment_types })}
        error={errorAt("/payment_types")}
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
          error={errorAt("/expense_delegate")}
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
      dataOf(api.DELETE(path, { params: { path: { ...ofBusiness(), user_id: user.id } } })),
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

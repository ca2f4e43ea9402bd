import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconPencil, IconPlus, IconSearch } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { User } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { dayOf } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { Monogram } from "../parts/monogram.tsx"
import { PageHead } from "../parts/page-head.tsx"
import { Pager } from "../parts/pager.tsx"
import { usePages } from "../parts/pages.ts"
import { Tabbed } from "../parts/tabs.tsx"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { EditUser } from "./edit.tsx"
import { InviteDialog, Invites } from "./invites.tsx"
import { Roles } from "./roles.tsx"

const tabs = ["users", "invites", "roles"] as const

/** People: users, invites, and the permissions of each role. */
export const PeoplePage = () => {
  const me = useMe()
  const { people } = useTexts()
  const search = useSearch({ from: "/inside/people" })
  const navigate = useNavigate({ from: "/people" })
  const [isInviting, invite] = useState(false)
  const shown = tabs.filter((tab) => may(me, tab, "read"))
  const tab = shown.find((each) => each === search.tab) ?? shown[0] ?? "users"
  const panels = { users: <Users />, invites: <Invites />, roles: <Roles /> }
  const mayInvite = may(me, "invites", "create")
  return (
    <>
      <PageHead title={people.title} lead={people.lead}>
        {mayInvite ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => invite(true)}>
            {people.invite}
          </Button>
        ) : null}
      </PageHead>
      {isInviting ? <InviteDialog close={() => invite(false)} /> : null}
      <Tabbed
        {...{ shown, tab }}
        labels={people}
        open={(next) => navigate({ search: { tab: next } })}
      >
        {panels[tab]}
      </Tabbed>
    </>
  )
}

const Users = () => {
  const { people } = useTexts()
  const list = useQuery(ask.users)
  const [text, setText] = useState("")
  const searchText = text.trim().toLocaleLowerCase()
  const found = (list.data ?? []).filter(
    ({ is_deleted, name, email }) =>
      !is_deleted && `${name} ${email}`.toLocaleLowerCase().includes(searchText),
  )
  const { shown, pager } = usePages(found, searchText)
  return (
    <>
      <div className="filters">
        <TextInput
          className="filter-search"
          data-search
          type="search"
          aria-label={people.search}
          placeholder={people.search}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {pager === null ? null : <Pager {...pager} />}
      </div>
      <Trouble failure={list.error} retry={() => void list.refetch()} />
      {list.data === undefined ? (
        list.error === null ? (
          <Waiting />
        ) : null
      ) : (
        <UserTable users={shown} all={list.data} />
      )}
    </>
  )
}

const UserTable = (props: {
  readonly users: ReadonlyArray<User>
  /** Includes users who are not shown here, because some of them are delegates. */
  readonly all: ReadonlyArray<User>
}) => {
  const { people, common } = useTexts()
  const [edited, edit] = useState<User | null>(null)
  const me = useMe()
  const mayEdit = may(me, "users", "update")
  return (
    <div className="table-frame">
      <table className="table" aria-label={people.users}>
        <thead>
          <tr>
            <th>{common.name}</th>
            <th className="wide">{people.role}</th>
            <th className="wide">{people.payments}</th>
            <th className="wide">{people.delegate}</th>
            {mayEdit ? <td /> : null}
          </tr>
        </thead>
        <tbody>
          {props.users.map((user) => (
            <tr key={user.id}>
              <UserCells user={user} all={props.all} />
              {mayEdit ? (
                <td className="num">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={people.edit(user.name)}
                    onClick={() => edit(user)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {edited === null ? null : <EditUser key={edited.id} user={edited} close={() => edit(null)} />}
    </div>
  )
}

const UserCells = (props: { readonly user: User; readonly all: ReadonlyArray<User> }) => {
  const { people } = useTexts()
  const format = useFormat()
  const { user, all } = props
  const today = dayOf(new Date())
  const end = user.out_of_office_end_date
  const start = user.out_of_office_start_date
  const isAway =
    user.out_of_office_mode && start !== null && end !== null && start <= today && today <= end
  const away = isAway ? <Tag tone="warn">{people.awayUntil(format.shortDay(end))}</Tag> : null
  return (
    <>
      <td>
        <div className="merchant">
          <Monogram name={user.name} />
          <span>
            <strong className="strong">{user.name}</strong>
            <small>{user.email}</small>
            <small className="narrow">
              {people.roleName(user.role)} {away}
            </small>
          </span>
        </div>
      </td>
      <td className="wide">
        {people.roleName(user.role)} {away}
      </td>
      <td className="wide">
        {user.payment_types.map((type) => people.paymentTypes[type] ?? type).join(", ")}
      </td>
      <td className="wide">{all.find(({ id }) => id === user.delegate_approver)?.name ?? ""}</td>
    </>
  )
}

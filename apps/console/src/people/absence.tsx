import { Switch, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { User } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"

export interface AbsenceDraft {
  readonly out_of_office_mode: boolean
  readonly out_of_office_start_date: string | null
  readonly out_of_office_end_date: string | null
  readonly delegate_approver: number | null
}

type Absent = Pick<User, keyof AbsenceDraft>

export const absenceOf = (user: Absent): AbsenceDraft => ({
  out_of_office_mode: user.out_of_office_mode,
  out_of_office_start_date: user.out_of_office_start_date,
  out_of_office_end_date: user.out_of_office_end_date,
  delegate_approver: user.delegate_approver,
})

/** Fields of an absence: its days, and the person who approves in the meantime. */
export const AbsenceFields = (props: {
  readonly draft: AbsenceDraft
  readonly change: (draft: AbsenceDraft) => void
  readonly errorAt: (pointer: string) => string | undefined
  /** Absent person, who cannot be their own delegate. */
  readonly user_id: number
}) => {
  const { draft, change, errorAt, user_id } = props
  const me = useMe()
  const { people } = useTexts()
  const users = useQuery({ ...ask.users, enabled: may(me, "users", "read") }).data ?? []
  const day = (name: "out_of_office_start_date" | "out_of_office_end_date", label: string) => (
    <TextInput
      type="date"
      label={label}
      value={draft[name] ?? ""}
      max="9999-12-31"
      onChange={(event) => change({ ...draft, [name]: event.currentTarget.value || null })}
      error={errorAt(`/${name}`)}
    />
  )
  return (
    <>
      <Switch
        label={people.away}
        description={people.awayHelp}
        checked={draft.out_of_office_mode}
        onChange={(event) => change({ ...draft, out_of_office_mode: event.currentTarget.checked })}
      />
      {draft.out_of_office_mode ? (
        <div className="pair">
          {day("out_of_office_start_date", people.from)}
          {day("out_of_office_end_date", people.until)}
        </div>
      ) : null}
      <Select
        label={people.delegate}
        data={users
          .filter(({ id, is_deleted }) => !is_deleted && id !== user_id)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.delegate_approver === null ? null : String(draft.delegate_approver)}
        onChange={(id) => change({ ...draft, delegate_approver: id === null ? null : Number(id) })}
        searchable
        clearable
        error={errorAt("/delegate_approver")}
      />
    </>
  )
}

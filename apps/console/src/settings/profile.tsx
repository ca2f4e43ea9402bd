import { Button, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, ofBusiness, withTag } from "../api/client.ts"
import { isConflict, Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Me } from "../api/records.ts"
import { type Seen, useTheirs } from "../api/versions.ts"
import { useWrite } from "../api/write.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { changedIn, merged, type Shown, versionsOf } from "../core/changes.ts"
import { useFormat } from "../core/format.ts"
import { Conflict } from "../parts/conflict.tsx"
import { Form } from "../parts/form.tsx"
import { type AbsenceDraft, AbsenceFields, absenceOf } from "../people/absence.tsx"
import { useTexts } from "../texts/languages.ts"

const path = "/v1/businesses/{client_id}/me"

type Person = NonNullable<Me["user"]>

interface Draft extends AbsenceDraft {
  readonly display_name: string | null
}

const draftOf = (user: Person): Draft => ({ display_name: user.display_name, ...absenceOf(user) })

const read = async (): Promise<Seen<Person>> => {
  const { data, etag } = await withTag(api.GET(path, { params: { path: ofBusiness() } }))
  if (data.user === null) throw new Error("The token acts for no user.")
  return { data: data.user, etag }
}

/** Profile of the person: name, and delegate during an absence. */
export const Profile = () => {
  const one = useQuery({
    queryKey: ["profile"],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (one.data !== undefined) return <ProfileForm original={one.data} />
  return one.error === null ? <Waiting /> : <Trouble failure={one.error} />
}

const useProfile = (original: Seen<Person>) => {
  const { common } = useTexts()
  const [begun, begin] = useState(original)
  const [draft, change] = useState(() => draftOf(original.data))
  const startOver = (from: Seen<Person>) => {
    begin(from)
    change(draftOf(from.data))
  }
  const before = draftOf(begun.data)
  const write = useWrite({
    send: ({ body, etag }: { body: Partial<Draft>; etag: string | null }) =>
      withTag(
        api.PATCH(path, {
          params: { path: ofBusiness() },
          body,
          headers: etag === null ? {} : { "If-Match": etag },
        }),
      ),
    refreshes: [ask.me.queryKey, ["users"], ["topups"]],
    done: async (_, { body }) => {
      notifications.show({ message: common.saved, color: "quay" })
      const saved = await read()
      begin(saved)
      // Input typed since the request was sent stays.
      change((now) => merged(now, { ...before, ...body }, draftOf(saved.data)))
    },
  })
  return { begun, before, draft, change, startOver, write, changes: changedIn(draft, before) }
}

const ProfileForm = ({ original }: { readonly original: Seen<Person> }) => {
  const { settings, common } = useTexts()
  const { begun, before, draft, change, startOver, write, changes } = useProfile(original)
  const inWords = useShown()
  const { theirs, unread } = useTheirs(write.error, read)
  const now = theirs === undefined ? before : draftOf(theirs.data)
  const errorAt = (at: string) => (write.error instanceof Refusal ? write.error.at(at) : undefined)
  const isChanged = Object.keys(changes).length > 0
  return (
    <Form
      className="card stack form-narrow"
      label={settings.profile}
      isChanged={isChanged}
      failure={write.error}
      submit={() => write.mutate({ body: changes, etag: begun.etag })}
    >
      <TextInput
        label={settings.displayName}
        description={settings.displayNameHelp}
        placeholder={`${begun.data.first_name} ${begun.data.last_name}`}
        value={draft.display_name ?? ""}
        maxLength={128}
        error={errorAt("/display_name")}
        onChange={(event) => change({ ...draft, display_name: event.currentTarget.value || null })}
      />
      <AbsenceFields
        draft={draft}
        change={(absence) => change({ ...draft, ...absence })}
        errorAt={errorAt}
        user_id={begun.data.id}
      />
      <Conflict
        failure={write.error}
        theirs={theirs?.data}
        unread={unread}
        versions={versionsOf(inWords, before, now, draft)}
        isBusy={write.isPending}
        takeTheirs={() => {
          if (theirs !== undefined) startOver(theirs)
          write.reset()
        }}
        keepMine={() =>
          write.mutate({
            body: changedIn(merged(draft, before, now), now),
            etag: theirs?.etag ?? null,
          })
        }
      />
      {isConflict(write.error) ? null : <Trouble failure={write.error} shownFields={shown} />}
      <div className="row">
        <Button type="submit" loading={write.isPending} disabled={!isChanged}>
          {common.save}
        </Button>
      </div>
    </Form>
  )
}

const shown = [
  "/display_name",
  "/out_of_office_start_date",
  "/out_of_office_end_date",
  "/delegate_approver",
]

/** Formats the draft for people. */
const useShown = (): Shown<Draft> => {
  const { people, settings, common } = useTexts()
  const format = useFormat()
  const users = useQuery(ask.users).data ?? []
  const day = (of: string | null) => (of === null ? common.none : format.day(of))
  return {
    display_name: [settings.displayName, (_) => _.display_name ?? common.none],
    out_of_office_mode: [people.away, (_) => (_.out_of_office_mode ? common.yes : common.no)],
    out_of_office_start_date: [people.from, (_) => day(_.out_of_office_start_date)],
    out_of_office_end_date: [people.until, (_) => day(_.out_of_office_end_date)],
    delegate_approver: [
      people.delegate,
      (_) => users.find(({ id }) => id === _.delegate_approver)?.name ?? common.none,
    ],
  }
}

import { Button, TagsInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { api, ofBusiness, withTag } from "../api/client.ts"
import { isConflict, Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Transaction, UpdateExpense } from "../api/records.ts"
import { type Seen, useTheirs } from "../api/versions.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { merged, versionsOf } from "../core/changes.ts"
import { Conflict } from "../parts/conflict.tsx"
import { Form } from "../parts/form.tsx"
import { useTexts } from "../texts/languages.ts"
import {
  changesOf,
  type Draft,
  draftOf,
  type PartGiven,
  rebased,
  restOf,
  resumed,
  wholeOf,
} from "./draft.ts"
import { useDraftText } from "./draft-text.ts"
import { FieldInputs } from "./field-inputs.tsx"
import { Lack } from "./lack.tsx"
import { LineItems } from "./line-items.tsx"
import { Receipts } from "./receipts.tsx"

interface Given {
  readonly transaction: Transaction
  readonly etag: string | null
  readonly isReadOnly: boolean
  /** True if the books are closed. Line items are then final. */
  readonly isLocked: boolean
}

/** Draft of the person over the version that they have seen. */
const useDraft = ({ transaction, etag }: Given) => {
  const { currency } = useBusiness()
  const [begun, begin] = useState<Seen<Transaction>>({ data: transaction, etag })
  const before = draftOf(begun.data, currency)
  const [draft, setDraft] = useState<Draft>(before)
  const changes = changesOf(draft, before, currency)
  const startOver = (from: Seen<Transaction>, sent?: Draft) => {
    begin(from)
    const now = draftOf(from.data, currency)
    setDraft((draft) => (sent === undefined ? now : resumed(draft, sent, now)))
  }
  // Changes by others appear at once, unless they would replace input. Receipts attached in the
  // meantime replace nothing.
  useEffect(() => {
    if (etag === begun.etag) return
    const now = draftOf(transaction, currency)
    const next = changes === null ? now : rebased(draft, draftOf(begun.data, currency), now)
    if (next === null) return
    begin({ data: transaction, etag })
    setDraft(next)
  }, [changes, draft, transaction, etag, begun, currency])
  return { begun, before, draft, setDraft, changes, startOver }
}

/** Form of the expense details; saved against the version that the person has seen. */
export const ExpenseForm = (props: Given) => {
  const { transaction, isReadOnly, isLocked } = props
  const { sheet } = useTexts()
  const { currency } = useBusiness()
  const { begun, before, draft, setDraft, startOver, ...work } = useDraft(props)
  const changes = isReadOnly ? null : work.changes
  const save = useSave(transaction.id, startOver)
  const whole = wholeOf(transaction, currency)
  const isBalanced =
    restOf(draft.lines, whole) === 0 && draft.lines.every(({ amount }) => amount !== null)
  const submit = () => {
    if (changes !== null) save.mutate({ draft, before, version: begun.etag })
  }
  const parts = { draft, change: setDraft, isReadOnly, transaction, failure: save.error }
  return (
    <Form
      className="expense"
      label={sheet.details}
      isChanged={changes !== null}
      failure={save.error}
      submit={submit}
    >
      {isReadOnly ? (
        <p className="note">{sheet.readOnly}</p>
      ) : (
        <Lack {...parts} isLocked={isLocked} />
      )}
      <Receipts {...parts} />
      <LineItems {...parts} isReadOnly={isReadOnly || isLocked} />
      <FieldInputs {...parts} />
      <Attendees {...parts} />
      {isConflict(save.error) ? (
        <ExpenseConflict
          id={transaction.id}
          before={before}
          draft={draft}
          save={save}
          startOver={startOver}
        />
      ) : (
        <Trouble failure={save.error} shownFields={pointersOf(draft)} />
      )}
      <SaveBar
        isShown={changes !== null}
        isSaving={save.isPending}
        isReady={isBalanced || changes?.line_items === undefined}
        discard={() => setDraft(before)}
      />
    </Form>
  )
}

/** JSON pointers of fields that show their own errors. */
const pointersOf = ({ lines }: Draft): ReadonlyArray<string> => [
  "/receipt_urls",
  "/attendees",
  "/custom_fields",
  ...lines.flatMap((_, n) => ["amount", "category_id"].map((name) => `/line_items/${n}/${name}`)),
]

const url = "/v2/businesses/{client_id}/transactions/{transaction_id}"

/** Draft that was sent, and the version that the person had seen. */
interface Sent {
  readonly draft: Draft
  readonly before: Draft
  readonly version: string | null
}

const read = (id: string) =>
  withTag(api.GET(url, { params: { path: { ...ofBusiness(), transaction_id: id } } }))

const useSave = (id: string, done: (saved: Seen<Transaction>, sent: Draft) => void) => {
  const queries = useQueryClient()
  const { currency } = useBusiness()
  const { common } = useTexts()
  const patch = (changes: UpdateExpense, version: string | null) =>
    withTag(
      api.PATCH(url, {
        params: { path: { ...ofBusiness(), transaction_id: id } },
        body: changes,
        headers: version === null ? {} : { "If-Match": version },
      }),
    )
  return useWrite({
    send: async ({ draft, before, version }: Sent) => {
      try {
        return await patch(changesOf(draft, before, currency) ?? {}, version)
      } catch (failure) {
        if (!isConflict(failure)) throw failure
        // An upload may have succeeded even if its response has not arrived yet.
        const theirs = await read(id)
        const now = draftOf(theirs.data, currency)
        const next = rebased(draft, before, now)
        if (next === null) throw failure
        return patch(changesOf(next, now, currency) ?? {}, theirs.etag)
      }
    },
    refreshes: [["transactions"], ["topups"]],
    done: (saved, { draft }) => {
      queries.setQueryData(ask.transaction(id).queryKey, saved)
      notifications.show({ message: common.saved, color: "quay" })
      done(saved, draft)
    },
  })
}

/** Conflict of an expense: take their version, or one's own over theirs. */
const ExpenseConflict = (props: {
  readonly id: string
  readonly before: Draft
  readonly draft: Draft
  readonly save: ReturnType<typeof useSave>
  readonly startOver: (from: Seen<Transaction>) => void
}) => {
  const { id, before, draft, save, startOver } = props
  const { currency } = useBusiness()
  const inWords = useDraftText()
  const { theirs, unread } = useTheirs(save.error, () => read(id))
  if (theirs === undefined) {
    return unread === null ? <Waiting /> : <Trouble failure={unread} shownFields={[]} />
  }
  const now = draftOf(theirs.data, currency)
  const mine = merged(draft, before, now)
  const takeTheirs = () => {
    startOver(theirs)
    save.reset()
  }
  return (
    <Conflict
      failure={save.error}
      theirs={theirs.data}
      unread={unread}
      versions={versionsOf(inWords, before, now, draft)}
      isBusy={save.isPending}
      takeTheirs={takeTheirs}
      keepMine={() =>
        changesOf(mine, now, currency) === null
          ? takeTheirs()
          : save.mutate({ draft: mine, before: now, version: theirs.etag })
      }
    />
  )
}

const SaveBar = (props: {
  readonly isShown: boolean
  readonly isSaving: boolean
  readonly isReady: boolean
  readonly discard: () => void
}) => {
  const { sheet, common } = useTexts()
  if (!props.isShown) return null
  return (
    <div className="save-bar">
      <span>{sheet.unsaved}</span>
      <div className="row">
        <Button variant="subtle" color="gray" disabled={props.isSaving} onClick={props.discard}>
          {sheet.discard}
        </Button>
        <Button type="submit" loading={props.isSaving} disabled={!props.isReady}>
          {common.save}
        </Button>
      </div>
    </div>
  )
}

const Attendees = ({ draft, change, isReadOnly, failure }: PartGiven) => {
  const { sheet } = useTexts()
  if (isReadOnly && draft.attendees.length === 0) return null
  return (
    <section className="part">
      <TagsInput
        label={sheet.attendees}
        description={isReadOnly ? undefined : sheet.attendeesHelp}
        value={[...draft.attendees]}
        onChange={(attendees) => change({ ...draft, attendees })}
        disabled={isReadOnly}
        maxTags={1000}
        acceptValueOnBlur
        error={failure instanceof Refusal ? failure.at("/attendees") : undefined}
      />
    </section>
  )
}

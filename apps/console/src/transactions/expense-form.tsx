import { Button, TagsInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQueryClient } from "@tanstack/react-query"
import { useBlocker } from "@tanstack/react-router"
import { type FormEvent, useEffect, useState } from "react"
import { answer, api, ofBusiness } from "../api/client.ts"
import { isConflict } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Transaction, UpdateExpense } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { changesOf, type Draft, draftOf, type PartGiven, restOf, wholeOf } from "./draft.ts"
import { FieldInputs } from "./field-inputs.tsx"
import { Lack } from "./lack.tsx"
import { LineItems } from "./line-items.tsx"
import { Receipts } from "./receipts.tsx"

interface Given {
  readonly transaction: Transaction
  readonly etag: string | null
  readonly isReadOnly: boolean
}

/** The part of an expense that people fill in; saved against the version that they saw. */
export const ExpenseForm = ({ transaction, etag, isReadOnly }: Given) => {
  const { sheet } = useTexts()
  const { currency } = useBusiness()
  const [begun, begin] = useState({ transaction, etag })
  const before = draftOf(begun.transaction, currency)
  const [draft, setDraft] = useState<Draft>(before)
  const changes = isReadOnly ? null : changesOf(draft, before, currency)
  const startOver = (from: Transaction, version: string | null) => {
    begin({ transaction: from, etag: version })
    setDraft(draftOf(from, currency))
  }
  // What others changed shows at once, unless it would take away what is typed here.
  useEffect(() => {
    if (changes !== null || etag === begun.etag) return
    begin({ transaction, etag })
    setDraft(draftOf(transaction, currency))
  }, [changes, transaction, etag, begun.etag, currency])
  const save = useSave(transaction.id, (saved, version) => startOver(saved, version))
  const whole = wholeOf(transaction, currency)
  const isBalanced =
    restOf(draft.lines, whole) === 0 && draft.lines.every(({ amount }) => amount !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changes !== null) save.mutate({ changes, version: begun.etag })
  }
  const parts = { draft, change: setDraft, isReadOnly, transaction }
  return (
    <form onSubmit={submit} className="expense" aria-label={sheet.details}>
      {isReadOnly ? <p className="note">{sheet.readOnly}</p> : <Lack {...parts} />}
      <Receipts {...parts} />
      <LineItems {...parts} failure={save.error} />
      <FieldInputs {...parts} />
      <Attendees {...parts} />
      <Conflict
        failure={save.error}
        mine={() => changes !== null && save.mutate({ changes, version: null })}
        theirs={() => save.reset()}
        transaction={transaction}
        etag={etag}
        startOver={startOver}
      />
      {isConflict(save.error) ? null : <Trouble failure={save.error} />}
      <SaveBar
        isShown={changes !== null}
        isSaving={save.isPending}
        isReady={isBalanced || changes?.line_items === undefined}
        discard={() => setDraft(before)}
      />
    </form>
  )
}

const url = "/v2/businesses/{client_id}/transactions/{transaction_id}"

interface Sent {
  readonly changes: UpdateExpense
  /** Null: over whatever is there, which somebody chose knowingly. */
  readonly version: string | null
}

const useSave = (id: string, done: (saved: Transaction, etag: string | null) => void) => {
  const queries = useQueryClient()
  const { common } = useTexts()
  return useWrite({
    send: ({ changes, version }: Sent) =>
      answer(
        api.PATCH(url, {
          params: { path: { ...ofBusiness(), transaction_id: id } },
          body: changes,
          headers: version === null ? {} : { "If-Match": version },
        }),
      ),
    refreshes: [["transactions"], ["topups"]],
    done: ({ data, etag }) => {
      queries.setQueryData(ask.transaction(id).queryKey, { data, etag })
      notifications.show({ message: common.saved, color: "quay" })
      done(data, etag)
    },
  })
}

const Conflict = (given: {
  readonly failure: unknown
  readonly mine: () => void
  readonly theirs: () => void
  readonly transaction: Transaction
  readonly etag: string | null
  readonly startOver: (transaction: Transaction, etag: string | null) => void
}) => {
  const { trouble } = useTexts()
  if (!isConflict(given.failure)) return null
  const takeTheirs = () => {
    given.theirs()
    given.startOver(given.transaction, given.etag)
  }
  return (
    <div className="trouble conflict" role="alert">
      <strong>{trouble.conflict}</strong>
      <p>{trouble.conflictHelp}</p>
      <div className="row">
        <Button size="compact-sm" variant="default" onClick={takeTheirs}>
          {trouble.takeTheirs}
        </Button>
        <Button size="compact-sm" color="red" variant="light" onClick={given.mine}>
          {trouble.keepMine}
        </Button>
      </div>
    </div>
  )
}

const SaveBar = (given: {
  readonly isShown: boolean
  readonly isSaving: boolean
  readonly isReady: boolean
  readonly discard: () => void
}) => {
  const { sheet, common } = useTexts()
  useBlocker({
    shouldBlockFn: () => given.isShown && !window.confirm(sheet.leave),
    enableBeforeUnload: () => given.isShown,
  })
  if (!given.isShown) return null
  return (
    <div className="save-bar">
      <span>{sheet.unsaved}</span>
      <Button variant="subtle" color="gray" onClick={given.discard}>
        {sheet.discard}
      </Button>
      <Button type="submit" loading={given.isSaving} disabled={!given.isReady}>
        {common.save}
      </Button>
    </div>
  )
}

const Attendees = ({ draft, change, isReadOnly }: PartGiven) => {
  const { sheet } = useTexts()
  if (isReadOnly && draft.attendees.length === 0) return null
  return (
    <section className="part">
      <TagsInput
        label={sheet.attendees}
        description={isReadOnly ? undefined : sheet.attendeesHelp}
        value={[...draft.attendees]}
        onChange={(attendees) => change({ ...draft, attendees })}
        readOnly={isReadOnly}
        maxTags={1000}
        acceptValueOnBlur
      />
    </section>
  )
}

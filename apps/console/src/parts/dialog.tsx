import { Button, Modal } from "@mantine/core"
import { type QueryKey, useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useEffect, useState } from "react"
import { isEndShown } from "../api/end.ts"
import { isConflict } from "../api/failure.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useWork } from "../core/work.ts"
import { useTexts } from "../texts/languages.ts"
import { useRefusalInView } from "./in-view.ts"

const soonMs = 300

/**
 * Placeholder of a form until its record has loaded. It stays empty for a moment, and shows an
 * error if the record cannot be read.
 */
const AwaitedDialog = (given: {
  readonly title: string
  readonly close: () => void
  readonly failure: unknown
}) => {
  const { title, close, failure } = given
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), soonMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Modal opened={isLate || failure !== null} onClose={close} title={title} size="lg" centered>
      {failure === null ? <Waiting /> : <Trouble failure={failure} />}
    </Modal>
  )
}

/** Form that first reads the current version of its record, which a change must match. */
export const OpenedDialog = <A,>(given: {
  readonly title: string
  readonly close: () => void
  readonly queryKey: QueryKey
  readonly read: () => Promise<A>
  readonly children: (record: A) => ReactNode
}) => {
  const { title, close, queryKey, read } = given
  const { data, error } = useQuery({
    queryKey,
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data === undefined) return <AwaitedDialog title={title} close={close} failure={error} />
  return given.children(data)
}

/**
 * Form in a dialog. Errors that belong to no field appear at its end. Conflicts are shown by the
 * form itself, with `Conflict`.
 */
export const FormDialog = (given: {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly action: string
  readonly isBusy: boolean
  readonly isReady?: boolean
  readonly failure: unknown
  /** JSON pointers of fields that show their own errors. */
  readonly shown?: ReadonlyArray<string>
  readonly submit: () => void
  readonly children: ReactNode
}) => {
  const { common } = useTexts()
  const form = useRefusalInView(given.failure)
  useWork(given.isOpen)
  const close = () => {
    // The Escape closed the notice over the form.
    if (!isEndShown()) given.close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside the portal of another form must not submit the outer one.
    event.stopPropagation()
    given.submit()
  }
  return (
    <Modal
      opened={given.isOpen}
      onClose={close}
      title={given.title}
      closeButtonProps={{ "aria-label": common.close }}
      size="lg"
      centered
    >
      <form ref={form} onSubmit={submit} className="stack">
        {/* What is typed while it is being saved would be lost when the form closes. */}
        <div className="stack" inert={given.isBusy}>
          {given.children}
        </div>
        {isConflict(given.failure) ? null : (
          <Trouble failure={given.failure} beside={given.shown ?? []} />
        )}
        <div className="dialog-foot">
          <Button variant="default" onClick={given.close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={given.isBusy} disabled={given.isReady === false}>
            {given.action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

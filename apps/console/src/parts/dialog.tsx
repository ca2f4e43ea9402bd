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
 * What stands for a form until the record in it is read. What comes soon comes alone; why it cannot
 * be read is said where the form would be.
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

/** A form over the version of a record that is there now, which is what a change is against. */
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
 * A form over the screen: what was refused of no field in it stands at its end. What is refused
 * since somebody else was faster is told by the form itself, with `Conflict`.
 */
export const FormDialog = (given: {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly action: string
  readonly isBusy: boolean
  readonly isReady?: boolean
  readonly failure: unknown
  /** Pointers of fields that show their own faults. */
  readonly shown?: ReadonlyArray<string>
  readonly submit: () => void
  readonly children: ReactNode
}) => {
  const { common } = useTexts()
  const form = useRefusalInView(given.failure)
  useWork(given.isOpen)
  const close = () => {
    // The Escape was for the notice that stands over the form.
    if (!isEndShown()) given.close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside a form's portal must not send the outer one.
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

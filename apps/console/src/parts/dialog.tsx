import { Button } from "@mantine/core"
import { type QueryKey, useQuery } from "@tanstack/react-query"
import { type ReactNode, useEffect, useState } from "react"
import { isEndShown } from "../api/end.ts"
import { isConflict } from "../api/failure.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { useFocusBack } from "./focus-back.ts"
import { Form } from "./form.tsx"
import { Modal } from "./panel.tsx"

const soonMs = 300

/**
 * Placeholder of a form until its record has loaded. It stays empty for a moment, and shows an
 * error if the record cannot be read.
 */
const AwaitedDialog = (props: {
  readonly title: string
  readonly close: () => void
  readonly failure: unknown
}) => {
  const { title, close, failure } = props
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), soonMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Modal opened={isLate || failure !== null} onClose={close} title={title} size="lg">
      {failure === null ? <Waiting /> : <Trouble failure={failure} />}
    </Modal>
  )
}

/** Form that first reads the current version of its record, which a change must match. */
export const OpenedDialog = <A,>(props: {
  readonly title: string
  readonly close: () => void
  readonly queryKey: QueryKey
  readonly read: () => Promise<A>
  readonly children: (record: A) => ReactNode
}) => {
  const { title, close, queryKey, read } = props
  useFocusBack()
  const { data, error } = useQuery({
    queryKey,
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data === undefined) return <AwaitedDialog title={title} close={close} failure={error} />
  return props.children(data)
}

/**
 * Form in a dialog. Errors that belong to no field appear at its end. Conflicts are shown by the
 * form itself, with `Conflict`.
 */
export const FormDialog = (props: {
  readonly title: string
  readonly close: () => void
  readonly action: string
  readonly isBusy: boolean
  readonly isReady?: boolean
  /** Values of the form. If they differ from `before`, closing it asks for a confirmation. */
  readonly entered: unknown
  /** Defaults to the values when the form was opened. */
  readonly before?: unknown
  readonly failure: unknown
  /** JSON pointers of fields that show their own errors. */
  readonly shown?: ReadonlyArray<string>
  readonly submit: () => void
  readonly children: ReactNode
}) => {
  const { common } = useTexts()
  const [first] = useState(props.entered)
  const { entered, before = first } = props
  const isChanged = JSON.stringify(entered) !== JSON.stringify(before)
  useFocusBack()
  const close = () => {
    // The Escape closed the notice over the form.
    if (isEndShown()) return
    if (!isChanged || window.confirm(common.leave)) props.close()
  }
  return (
    <Modal opened onClose={close} title={props.title} size="lg">
      <Form className="stack" isChanged={isChanged} failure={props.failure} submit={props.submit}>
        {/* Input during a save would be lost when the form closes. */}
        <div className="stack" inert={props.isBusy}>
          {props.children}
        </div>
        {isConflict(props.failure) ? null : (
          <Trouble failure={props.failure} shownFields={props.shown ?? []} />
        )}
        <div className="dialog-foot">
          <Button variant="default" onClick={props.close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={props.isBusy} disabled={props.isReady === false}>
            {props.action}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

import { Button, Modal } from "@mantine/core"
import type { FormEvent, ReactNode } from "react"
import { isEndShown } from "../api/end.ts"
import { isConflict } from "../api/failure.ts"
import { Trouble } from "../app/states.tsx"
import { useWork } from "../core/work.ts"
import { useTexts } from "../texts/languages.ts"
import { useRefusalInView } from "./in-view.ts"

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
        {given.children}
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

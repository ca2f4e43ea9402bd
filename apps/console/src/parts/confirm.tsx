import { ActionIcon, Button } from "@mantine/core"
import { IconTrash } from "@tabler/icons-react"
import { type ReactNode, useState } from "react"
import { Trouble } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { Modal } from "./panel.tsx"

/** Write that needs a confirmation. */
interface ConfirmedWrite {
  readonly isPending: boolean
  readonly error: unknown
  readonly mutate: (nothing: undefined, options: { onSuccess: () => void }) => void
}

interface Question {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly write: ConfirmedWrite
}

/** Element that asks for a confirmation before a write. */
export const Confirm = (
  props: Question & { readonly children: (ask: () => void) => ReactNode },
) => {
  const { common } = useTexts()
  const [isOpen, open] = useState(false)
  const { title, text, action, write } = props
  return (
    <>
      {props.children(() => open(true))}
      <Modal opened={isOpen} onClose={() => open(false)} title={title}>
        <p>{text}</p>
        <Trouble failure={write.error} />
        <div className="dialog-foot">
          <Button variant="default" onClick={() => open(false)}>
            {common.cancel}
          </Button>
          <Button
            color="red"
            loading={write.isPending}
            onClick={() => write.mutate(undefined, { onSuccess: () => open(false) })}
          >
            {action}
          </Button>
        </div>
      </Modal>
    </>
  )
}

/** Button that removes a row after a confirmation. */
export const ConfirmedRemoval = (props: Question) => (
  <Confirm {...props}>
    {(ask) => (
      <ActionIcon variant="subtle" color="gray" aria-label={props.title} onClick={ask}>
        <IconTrash size={16} />
      </ActionIcon>
    )}
  </Confirm>
)

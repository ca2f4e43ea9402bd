import { Modal } from "@mantine/core"
import { Copy } from "../audit/proof.tsx"
import { useTexts } from "../texts/languages.ts"

interface Given {
  readonly title: string
  readonly help: string
  readonly secret: string
  readonly close: () => void
}

/** Shows a secret that the service returns only once. */
export const SecretDialog = ({ title, help, secret, close }: Given) => {
  const { common } = useTexts()
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeButtonProps={{ "aria-label": common.close }}
      closeOnClickOutside={false}
      centered
    >
      <div className="stack">
        <p>{help}</p>
        <p className="mono note">{secret}</p>
        <Copy text={secret} />
      </div>
    </Modal>
  )
}

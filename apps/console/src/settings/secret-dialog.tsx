import { Copy } from "../audit/proof.tsx"
import { Modal } from "../parts/panel.tsx"

interface Given {
  readonly title: string
  readonly help: string
  readonly secret: string
  readonly close: () => void
}

/** Shows a secret that the service returns only once. */
export const SecretDialog = ({ title, help, secret, close }: Given) => (
  <Modal opened onClose={close} title={title} closeOnClickOutside={false}>
    <div className="stack">
      <p>{help}</p>
      <p className="mono note">{secret}</p>
      <Copy text={secret} />
    </div>
  </Modal>
)

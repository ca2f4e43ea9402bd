import { Button, CopyButton } from "@mantine/core"
import { IconCheck, IconCopy, IconLink } from "@tabler/icons-react"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"

interface Head {
  readonly sequence: number
  readonly hash: string
}

/** Placeholder of full length. */
const unread: Head = { sequence: 0, hash: "0".repeat(64) }

/**
 * Newest event and its hash, with which a person can later verify that no earlier event was
 * changed. Undefined while loading; its space is reserved.
 */
export const Proof = (props: { readonly head: Head | null | undefined }) => {
  const { audit } = useTexts()
  const format = useFormat()
  const { head = unread } = props
  if (head === null) return null
  return (
    <section
      className={head === unread ? "card proof room" : "card proof"}
      aria-label={audit.proof}
    >
      <IconLink size={20} aria-hidden />
      <div>
        <h2>{audit.head(format.count(head.sequence))}</h2>
        <p className="mono">{head.hash}</p>
        <p className="dim">{audit.proofHelp}</p>
      </div>
      <Copy text={`${head.sequence} ${head.hash}`} />
    </section>
  )
}

export const Copy = ({ text }: { readonly text: string }) => {
  const { common } = useTexts()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? common.copied : common.copy}</span>
        </Button>
      )}
    </CopyButton>
  )
}

import { Textarea } from "@mantine/core"
import { useState } from "react"
import { Refusal } from "../api/failure.ts"
import { FormDialog } from "../parts/dialog.tsx"
import { useTexts } from "../texts/languages.ts"
import type { Decision } from "./topup.ts"

/** Declines requests, with a reason that the requesters can read. */
export const DeclineDialog = (props: {
  readonly count: number
  readonly close: () => void
  readonly write: {
    readonly isPending: boolean
    readonly error: unknown
    readonly mutate: (decision: Decision) => void
  }
}) => {
  const { approvals } = useTexts()
  const [reason, give] = useState("")
  const { count, close, write } = props
  const trimmedReason = reason.trim()
  return (
    <FormDialog
      title={approvals.declineTitle(count)}
      close={close}
      action={approvals.decline}
      isBusy={write.isPending}
      isReady
      entered={reason}
      failure={write.error}
      shown={["/reason"]}
      submit={() =>
        write.mutate({ verb: "decline", ...(trimmedReason !== "" && { reason: trimmedReason }) })
      }
    >
      <Textarea
        label={approvals.declineReason}
        description={approvals.declineReasonHelp(count)}
        value={reason}
        onChange={(event) => give(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        error={write.error instanceof Refusal ? write.error.at("/reason") : undefined}
      />
    </FormDialog>
  )
}

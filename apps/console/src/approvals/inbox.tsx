import { Button, Checkbox } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconChecks } from "@tabler/icons-react"
import { useState } from "react"
import type { BusinessTopup } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { Empty, Trouble } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { DeclineDialog } from "./decline-dialog.tsx"
import { Request } from "./request.tsx"
import { type Decision, decide } from "./topup.ts"

/** Pending requests, decided individually or several at once. */
export const Inbox = ({ topups }: { readonly topups: ReadonlyArray<BusinessTopup> }) => {
  const { approvals } = useTexts()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  if (topups.length === 0) {
    return (
      <Empty
        icon={<IconChecks size={28} />}
        title={approvals.noneTitle}
        help={approvals.noneHelp}
      />
    )
  }
  const chosen = topups.filter(({ id, can_decide }) => can_decide && selected.has(id))
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    select(next)
  }
  return (
    <>
      <ul className="requests">
        {topups.map((topup) => (
          <Request
            key={topup.id}
            topup={topup}
            check={
              topup.can_decide ? (
                <Checkbox
                  aria-label={approvals.select(topup.description)}
                  checked={selected.has(topup.id)}
                  onChange={() => toggle(topup.id)}
                />
              ) : null
            }
          />
        ))}
      </ul>
      {chosen.length < 2 ? null : <Many topups={chosen} done={() => select(new Set())} />}
    </>
  )
}

const Many = (props: {
  readonly topups: ReadonlyArray<BusinessTopup>
  readonly done: () => void
}) => {
  const { approvals, transactions } = useTexts()
  const { topups, done } = props
  const [isDeclining, decline] = useState(false)
  const write = useWrite({
    send: async (decision: Decision, key) => {
      // One after another, because each is a separate decision, and a refusal does not stop the
      // others.
      const results = []
      for (const topup of topups) {
        results.push(await Promise.allSettled([decide(topup, decision, `${key}-${topup.id}`)]))
      }
      return results.flat()
    },
    refreshes: [["topups"], ["budgets"]],
    done: (results) => {
      const refused = results.filter((result) => result.status === "rejected")
      const message = transactions.applied(results.length - refused.length, results.length)
      const reasons = refused.map(({ reason }) => String(reason?.message ?? reason)).join("\n")
      notifications.show(
        reasons === ""
          ? { message, color: "quay" }
          : { title: message, message: reasons, color: "red", autoClose: false },
      )
      decline(false)
      done()
    },
  })
  return (
    <section className="bulk" aria-label={approvals.approveAll(topups.length)}>
      <Button loading={write.isPending} onClick={() => write.mutate({ verb: "approve" })}>
        {approvals.approveAll(topups.length)}
      </Button>
      <Button variant="default" disabled={write.isPending} onClick={() => decline(true)}>
        {approvals.declineAll(topups.length)}
      </Button>
      {isDeclining ? (
        <DeclineDialog count={topups.length} close={() => decline(false)} write={write} />
      ) : (
        <Trouble failure={write.error} />
      )}
    </section>
  )
}

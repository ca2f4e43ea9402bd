import { Switch } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { useWrite } from "../api/write.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { MailNote } from "../parts/mail-note.tsx"
import { useTexts } from "../texts/languages.ts"

const path = "/v1/businesses/{client_id}/me/notifications"
const queryKey = ["notifications"]

const kinds = [
  "topup_requests",
  "topup_decisions",
  "missing_receipts",
  "budget_usage",
  "budget_periods",
] as const

/** Email notifications of the person. */
export const Notifications = () => {
  const { settings } = useTexts()
  const query = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET(path, { params: { path: ofBusiness() } })),
  })
  const write = useWrite({
    send: (body: { readonly [kind in (typeof kinds)[number]]?: boolean }) =>
      dataOf(api.PATCH(path, { params: { path: ofBusiness() }, body })),
    refreshes: [queryKey],
  })
  return (
    <section className="section" aria-label={settings.notifications}>
      <div className="section-head">
        <div>
          <h2>{settings.notifications}</h2>
          <p className="dim">{settings.notificationsHelp}</p>
        </div>
      </div>
      <MailNote />
      <Trouble failure={query.error} retry={() => void query.refetch()} />
      <Trouble failure={write.error} />
      {query.data === undefined ? (
        query.error === null ? (
          <Waiting />
        ) : null
      ) : (
        kinds.map((kind) => (
          <Switch
            key={kind}
            label={settings.notificationKinds[kind]}
            checked={(write.isPending ? write.variables[kind] : undefined) ?? query.data[kind]}
            disabled={write.isPending}
            onChange={({ currentTarget }) => write.mutate({ [kind]: currentTarget.checked })}
            mb="sm"
          />
        ))
      )}
    </section>
  )
}

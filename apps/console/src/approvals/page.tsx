import { Button } from "@mantine/core"
import { IconChecks, IconHandStop, IconPlus } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { BusinessTopup } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Empty, Trouble, Waiting } from "../app/states.tsx"
import { mayAsk } from "../core/rights.ts"
import { PageHead } from "../parts/page-head.tsx"
import { Tabbed } from "../parts/tabs.tsx"
import { useTexts } from "../texts/languages.ts"
import { AskDialog } from "./ask-dialog.tsx"
import { Inbox } from "./inbox.tsx"
import { Request } from "./request.tsx"

const tabs = ["waiting", "mine", "all"] as const

/** Approvals: pending requests, the person's own requests, and decided requests. */
export const ApprovalsPage = () => {
  const me = useMe()
  const { approvals } = useTexts()
  const search = useSearch({ from: "/inside/approvals" })
  const navigate = useNavigate({ from: "/approvals" })
  const [isAsking, setAsking] = useState(false)
  const pending = useQuery(ask.topups("PENDING"))
  const isLinked = ({ id }: BusinessTopup) => id === search.topup
  // The link in an email leads to a request, which may have been decided in the meantime.
  const isDecided = search.topup !== undefined && pending.data?.results.some(isLinked) === false
  const { tab = isDecided ? "all" : "waiting" } = search
  const all = useQuery({ ...ask.topups(), enabled: tab !== "waiting" })
  const list = tab === "waiting" ? pending : all
  const found = list.data?.results
  const results = found?.toSorted((a, b) => Number(isLinked(b)) - Number(isLinked(a)))
  const mine = (topup: BusinessTopup) => me.user !== null && topup.requested_by?.id === me.user.id
  return (
    <>
      <PageHead title={approvals.title} lead={approvals.lead}>
        {mayAsk(me) ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAsking(true)}>
            {approvals.ask}
          </Button>
        ) : null}
      </PageHead>
      {mayAsk(me) || me.user === null ? null : <p className="note apart">{approvals.mayNotAsk}</p>}
      {isAsking ? <AskDialog close={() => setAsking(false)} /> : null}
      <Tabbed
        {...{ shown: tabs, tab }}
        labels={approvals}
        open={(next) => navigate({ search: { tab: next } })}
      >
        <Trouble failure={list.error} retry={() => void list.refetch()} />
        {results === undefined ? (
          list.error === null ? (
            <Waiting />
          ) : null
        ) : tab === "waiting" ? (
          <Inbox topups={results} />
        ) : tab === "mine" ? (
          <Requests topups={results.filter(mine)} />
        ) : (
          <Requests topups={results.filter(({ status }) => status !== "PENDING")} />
        )}
      </Tabbed>
    </>
  )
}

const Requests = ({ topups }: { readonly topups: ReadonlyArray<BusinessTopup> }) => {
  const { approvals } = useTexts()
  const { tab } = useSearch({ from: "/inside/approvals" })
  if (topups.length === 0) {
    const isMine = tab === "mine"
    return (
      <Empty
        icon={isMine ? <IconHandStop size={28} /> : <IconChecks size={28} />}
        title={isMine ? approvals.noneMine : approvals.noneTitle}
        help={isMine ? approvals.noneMineHelp : approvals.noneHelp}
      />
    )
  }
  return (
    <ul className="requests">
      {topups.map((topup) => (
        <Request key={topup.id} topup={topup} />
      ))}
    </ul>
  )
}

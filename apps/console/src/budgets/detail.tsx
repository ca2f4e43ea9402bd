import { Button } from "@mantine/core"
import { IconArrowLeft, IconPlus, IconReceipt2 } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { Budget, Me } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Crash, Waiting } from "../app/states.tsx"
import { AskDialog } from "../approvals/ask-dialog.tsx"
import { may, mayOnBudget } from "../core/rights.ts"
import { PageHead } from "../parts/page-head.tsx"
import { Tabbed } from "../parts/tabs.tsx"
import { useTexts } from "../texts/languages.ts"
import { EditBudget } from "./edit.tsx"
import { Members } from "./members.tsx"
import { Overview } from "./overview.tsx"
import { Owners } from "./owners.tsx"
import { Topups } from "./topups.tsx"

const tabs = ["overview", "members", "owners", "topups", "edit"] as const
type Tab = (typeof tabs)[number]

/** A deleted budget is read-only. */
const shownTabs = (me: Me, { id, is_deleted }: Budget): ReadonlyArray<Tab> =>
  tabs.filter((tab) => {
    if (is_deleted) return tab === "overview"
    if (tab === "members") return mayOnBudget(me, id, "budget_members", "read")
    if (tab === "owners") return mayOnBudget(me, id, "budget_owners", "read")
    if (tab === "topups") return mayOnBudget(me, id, "topups", "read")
    if (tab === "edit") return mayOnBudget(me, id, "budgets", "update")
    return true
  })

/** Days whose spending the page shows; all days if the budget never resets. */
const periodOf = ({ current_period_start: from, current_period_end: to }: Budget) =>
  from === null || to === null ? {} : { from: from.slice(0, 10), to: to.slice(0, 10) }

/** One budget: its remaining amount, its members, and its settings. */
export const BudgetPage = () => {
  const { budget_id } = useParams({ from: "/inside/budgets/$budget_id" })
  const one = useQuery(ask.budget(budget_id))
  if (one.data !== undefined) {
    return <Body key={budget_id} budget={one.data.data} etag={one.data.etag} />
  }
  if (one.error === null) return <Waiting />
  return <Crash error={one.error} reset={() => void one.refetch()} />
}

const Body = ({ budget, etag }: { readonly budget: Budget; readonly etag: string | null }) => {
  const me = useMe()
  const { budgets } = useTexts()
  const search = useSearch({ from: "/inside/budgets/$budget_id" })
  const navigate = useNavigate({ from: "/budgets/$budget_id" })
  const shown = shownTabs(me, budget)
  const tab = shown.find((each) => each === search.tab) ?? "overview"
  const panels = {
    overview: <Overview budget={budget} />,
    members: <Members budget={budget} />,
    owners: <Owners budget={budget} />,
    topups: <Topups budget={budget} />,
    edit: <EditBudget budget={budget} etag={etag} />,
  }
  return (
    <>
      <Link to="/budgets" className="back">
        <IconArrowLeft size={15} aria-hidden /> {budgets.title}
      </Link>
      <PageHead
        title={budget.name}
        lead={`${budgets.period_}: ${budgets.periods[budget.reset_period]}`}
      >
        <Actions budget={budget} />
      </PageHead>
      {budget.is_deleted ? <p className="note apart">{budgets.isDeleted}</p> : null}
      <Tabbed
        {...{ shown, tab }}
        labels={budgets}
        open={(next) => navigate({ search: { tab: next } })}
      >
        {panels[tab]}
      </Tabbed>
    </>
  )
}

const Actions = ({ budget }: { readonly budget: Budget }) => {
  const me = useMe()
  const { budgets, approvals } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const belongs = me.belongs_to.some(({ id }) => id === budget.id)
  const mayAsk =
    !budget.is_deleted &&
    (belongs || (!budget.has_member_limits && mayOnBudget(me, budget.id, "topups", "create")))
  const seesSpending =
    may(me, "transactions", "read") || me.owns.some(({ id }) => id === budget.id) || belongs
  return (
    <>
      {seesSpending ? (
        <Link
          to="/transactions"
          search={{ budget: budget.id, ...periodOf(budget) }}
          className="button"
        >
          <IconReceipt2 size={16} aria-hidden /> {budgets.transactions}
        </Link>
      ) : null}
      {mayAsk ? (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAsking(true)}>
          {approvals.ask}
        </Button>
      ) : null}
      {isAsking ? <AskDialog close={() => setAsking(false)} budget_id={budget.id} /> : null}
    </>
  )
}

import { Button, TextInput } from "@mantine/core"
import { IconPlus, IconSearch, IconWallet } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { Budget } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Empty, Trouble, Waiting } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { Gauge } from "../parts/gauge.tsx"
import { PageHead } from "../parts/page-head.tsx"
import { Pager } from "../parts/pager.tsx"
import { usePages } from "../parts/pages.ts"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { CreateBudget } from "./create.tsx"
import { useUse } from "./use.ts"

/** Budgets that the person may see. */
export const BudgetsPage = () => {
  const me = useMe()
  const { budgets } = useTexts()
  const list = useQuery(ask.budgets)
  const [text, setText] = useState("")
  const [isCreating, create] = useState(false)
  const mayCreate = may(me, "budgets", "create")
  const searchText = text.trim().toLocaleLowerCase()
  const found = (list.data ?? []).filter(({ name }) =>
    name.toLocaleLowerCase().includes(searchText),
  )
  const { shown, pager } = usePages(found, searchText)
  return (
    <>
      <PageHead title={budgets.title} lead={budgets.lead}>
        {mayCreate ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => create(true)}>
            {budgets.create}
          </Button>
        ) : null}
      </PageHead>
      {isCreating ? <CreateBudget close={() => create(false)} /> : null}
      <Trouble failure={list.error} retry={() => void list.refetch()} />
      {list.data?.length === 0 ? (
        <Empty icon={<IconWallet size={28} />} title={budgets.noneTitle} help={budgets.noneHelp} />
      ) : (
        <div className="filters">
          <TextInput
            className="filter-search"
            data-search
            type="search"
            aria-label={budgets.search}
            placeholder={budgets.search}
            leftSection={<IconSearch size={16} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {pager === null ? null : <Pager {...pager} />}
        </div>
      )}
      {list.data === undefined && list.error === null ? <Waiting /> : null}
      <div className="cards">
        {shown.map((budget) => (
          <BudgetCard key={budget.id} budget={budget} />
        ))}
      </div>
    </>
  )
}

const dayMs = 86_400_000

export const TimeLeft = ({ budget }: { readonly budget: Budget }) => {
  const { budgets } = useTexts()
  const end = budget.current_period_end
  if (end === null) return budgets.noEnd
  return budgets.daysLeft(Math.max(0, Math.floor((Date.parse(end) - Date.now()) / dayMs)))
}

const BudgetCard = ({ budget }: { readonly budget: Budget }) => {
  const { budgets } = useTexts()
  const format = useFormat()
  const { spent, available, total, part } = useUse(budget)
  return (
    <Link to="/budgets/$budget_id" params={{ budget_id: budget.id }} className="card budget-card">
      <header>
        <h2>{budget.name}</h2>
        {part > 1 ? (
          <Tag tone="bad">{budgets.overspent}</Tag>
        ) : part >= 0.8 ? (
          <Tag tone="warn">{budgets.hot}</Tag>
        ) : null}
      </header>
      <div>
        <span className={available < 0 ? "big over" : "big"}>{format.minor(available)}</span>{" "}
        <small>{budgets.available.toLocaleLowerCase()}</small>
      </div>
      <Gauge part={part} label={`${budget.name}: ${budgets.spent}`} />
      <small className="between">
        <span>{budgets.ofTotal(format.minor(spent), format.minor(total))}</span>
        <span>
          {budget.current_period_end === null ? null : `${budgets.periods[budget.reset_period]} · `}
          <TimeLeft budget={budget} />
        </span>
      </small>
    </Link>
  )
}

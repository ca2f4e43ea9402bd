import { IconCircleCheck, IconPaperclip, IconReceipt2, IconRubberStamp } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import * as ask from "../api/queries.ts"
import type { Budget } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useUse } from "../budgets/use.ts"
import { useFormat } from "../core/format.ts"
import { lacksBudget, may, seesBudgets } from "../core/rights.ts"
import { Gauge } from "../parts/gauge.tsx"
import { PageHead } from "../parts/page-head.tsx"
import { useTexts } from "../texts/languages.ts"
import type { Filters } from "../transactions/filters.ts"
import { queryOf } from "../transactions/filters.ts"
import { Spend } from "./spend.tsx"

/**
 * Home: pending work, spending, and budgets that are nearly used up. Numbers link to their rows, if
 * the person may see them.
 */
export const HomePage = () => {
  const me = useMe()
  const { home } = useTexts()
  const name = me.user?.first_name
  return (
    <>
      <PageHead title={name === undefined ? home.title : home.hello(name)} lead={home.lead} />
      <div className="home-grid">
        <Waits />
        {seesBudgets(me) && !lacksBudget(me) ? <Hot /> : null}
        <Spend />
      </div>
    </>
  )
}

const Waits = () => {
  const me = useMe()
  const { home } = useTexts()
  const pending = useQuery(ask.topups("PENDING")).data?.results
  const mine = me.user === null ? {} : { person: String(me.user.id) }
  const incomplete: Filters = { ...mine, expense: "incomplete" }
  const unprovedOfAll: Filters = { receipt: "no", type: "CARD_TRANSACTION" }
  const unproved: Filters = { ...mine, ...unprovedOfAll }
  const everyones: Filters = { expense: "incomplete" }
  const codes = may(me, "transactions", "update")
  const rows = [
    useCount(incomplete, me.user !== null),
    useCount(unproved, me.user !== null),
    useCount(everyones, codes),
    useCount(unprovedOfAll, codes),
  ]
  const toDecide = pending?.filter(({ can_decide }) => can_decide).length
  const counts = [toDecide, ...rows]
  const isDone = counts.every((count) => count === 0)
  return (
    <section className="card tile half" aria-label={home.waits}>
      <div className="between">
        <h2>{home.waits}</h2>
        {counts.includes(undefined) ? <Waiting /> : null}
      </div>
      {lacksBudget(me) ? <p>{home.noBudget}</p> : null}
      {isDone && !lacksBudget(me) ? (
        <p className="row">
          <IconCircleCheck size={20} className="present" aria-hidden /> {home.nothingWaits}
        </p>
      ) : null}
      <ul className="waits">
        <Wait icon={<IconRubberStamp size={20} />} count={toDecide} text={home.toApprove}>
          {(inner) => <Link to="/approvals">{inner}</Link>}
        </Wait>
        <Wait
          icon={<IconReceipt2 size={20} />}
          count={rows[0]}
          text={home.toComplete}
          isRare={codes}
        >
          {(inner) => (
            <Link to="/transactions" search={incomplete}>
              {inner}
            </Link>
          )}
        </Wait>
        <Wait
          icon={<IconPaperclip size={20} />}
          count={rows[1]}
          text={home.noReceipt}
          isRare={codes}
        >
          {(inner) => (
            <Link to="/transactions" search={unproved}>
              {inner}
            </Link>
          )}
        </Wait>
        <Wait icon={<IconReceipt2 size={20} />} count={rows[2]} text={home.allIncomplete}>
          {(inner) => (
            <Link to="/transactions" search={everyones}>
              {inner}
            </Link>
          )}
        </Wait>
        <Wait icon={<IconPaperclip size={20} />} count={rows[3]} text={home.allNoReceipt}>
          {(inner) => (
            <Link to="/transactions" search={unprovedOfAll}>
              {inner}
            </Link>
          )}
        </Wait>
      </ul>
    </section>
  )
}

/** Returns the number of matching transactions; undefined while unknown, 0 if it is not needed. */
const useCount = (filters: Filters, enabled: boolean): number | undefined => {
  const { data } = useQuery({ ...ask.transactions({ ...queryOf(filters), limit: 1 }), enabled })
  // The cache may have the same rows for another component.
  return enabled ? data?.count : 0
}

const Wait = (props: {
  readonly icon: ReactNode
  readonly count: number | undefined
  readonly text: string
  /** True if the number is usually zero. No space is reserved for it while it loads. */
  readonly isRare?: boolean
  readonly children: (inner: ReactNode) => ReactNode
}) => {
  const format = useFormat()
  const { count, isRare = false } = props
  if (count === 0 || (count === undefined && isRare)) return null
  return (
    <li className={count === undefined ? "room" : undefined}>
      {props.children(
        <>
          {props.icon}
          <span>{props.text}</span>
          <strong>{count === undefined ? null : format.count(count)}</strong>
        </>,
      )}
    </li>
  )
}

const maxRows = 5

const Hot = () => {
  const { home } = useTexts()
  const budgets = useQuery(ask.budgets)
  const hot = (budgets.data ?? [])
    .filter(({ spent_amount, available_amount }) => spent_amount >= 4 * available_amount)
    .filter(({ spent_amount }) => spent_amount > 0)
    .sort((a, b) => a.available_amount - b.available_amount)
    .slice(0, maxRows)
  return (
    <section className="card tile half" aria-label={home.hot}>
      <div className="between">
        <h2>{home.hot}</h2>
        <Link to="/budgets" className="link">
          {home.seeAll}
        </Link>
      </div>
      {budgets.data === undefined ? (
        budgets.error === null ? (
          <Waiting />
        ) : (
          <Trouble failure={budgets.error} retry={() => void budgets.refetch()} />
        )
      ) : hot.length === 0 ? (
        <p className="dim">{home.hotNone}</p>
      ) : null}
      <div className="bars">
        {hot.map((budget) => (
          <HotBudget key={budget.id} budget={budget} />
        ))}
      </div>
    </section>
  )
}

const HotBudget = ({ budget }: { readonly budget: Budget }) => {
  const { home } = useTexts()
  const format = useFormat()
  const { available, part } = useUse(budget)
  return (
    <Link to="/budgets/$budget_id" params={{ budget_id: budget.id }}>
      <span className="between">
        <span>{budget.name}</span>
        <small className={available < 0 ? "over" : ""}>
          {available < 0 ? home.over(format.minor(-available)) : home.left(format.minor(available))}
        </small>
      </span>
      <Gauge part={part} label={budget.name} />
    </Link>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import * as ask from "../api/queries.ts"
import { spending } from "../api/spending.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { addDays, dayOf, monthStart } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import type { Minor } from "../core/money.ts"
import { may } from "../core/rights.ts"
import { byDay, byKey, largest, totalOf } from "../core/spend.ts"
import { ChartOrTable } from "../parts/chart-table.tsx"
import { Gauge } from "../parts/gauge.tsx"
import { useTexts } from "../texts/languages.ts"
import type { Filters } from "../transactions/filters.ts"

const maxCategories = 7

/** Filter of the transactions that a report counts. */
const rowsOf = (from: string, to: string): Filters => ({ from, to, type: "spending" })

interface Days {
  readonly first: string
  readonly today: string
}

/** Spending of this month compared with the same days of the last one, by day and by category. */
export const Spend = () => {
  const today = dayOf(new Date())
  const days = { first: monthStart(today), today }
  return (
    <>
      <ByDay {...days} />
      <ByCategory {...days} />
    </>
  )
}

const ByDay = ({ first, today }: Days) => {
  const { home } = useTexts()
  const { currency } = useBusiness()
  const navigate = useNavigate()
  const read = useQuery(spending(first, today, "day"))
  const open = (day: string) => void navigate({ to: "/transactions", search: rowsOf(day, day) })
  return (
    <section className="card tile two-thirds" aria-label={home.byDay}>
      <Trouble failure={read.error} retry={() => void read.refetch()} />
      {read.data === undefined ? (
        read.error === null ? (
          <Waiting />
        ) : null
      ) : (
        <ChartOrTable
          kind="bars"
          label={home.byDay}
          data={byDay(read.data, first, today, currency)}
          series={[{ name: "amount", label: home.spent }]}
          rowsOf={(day) => rowsOf(day, day)}
          open={open}
          head={<Total total={totalOf(read.data, currency)} first={first} today={today} />}
        />
      )}
    </section>
  )
}

const Total = ({ total, first, today }: Days & { readonly total: Minor }) => {
  const { home, transactions } = useTexts()
  const me = useMe()
  const format = useFormat()
  return (
    <>
      <h2>{home.spend}</h2>
      <Link to="/transactions" search={rowsOf(first, today)} className="big figure-link">
        {format.minor(total)}
      </Link>
      <Comparison total={total} first={first} today={today} />
      {may(me, "transactions", "read") ? null : <p className="dim">{transactions.mine}</p>}
    </>
  )
}

/** Comparison with the same days of the previous month, which may have been shorter. */
const Comparison = ({ total, first, today }: Days & { readonly total: Minor }) => {
  const { home } = useTexts()
  const { currency } = useBusiness()
  const format = useFormat()
  const before = monthStart(today, -1)
  const same = addDays(before, Number(today.slice(8)) - 1)
  const end = same < first ? same : addDays(first, -1)
  const then = useQuery(spending(before, end, "month")).data
  if (then === undefined) return null
  const last = totalOf(then, currency)
  const change = last <= 0 ? null : total / last - 1
  return (
    <p className="dim">
      <Link to="/transactions" search={rowsOf(before, end)} className="figure-link">
        {home.lastMonth(format.minor(last))}
      </Link>
      {change === null ? null : (
        <>
          {" · "}
          <span className={change > 0 ? "rise" : "fall"}>
            {change > 0 ? home.more(format.share(change)) : home.less(format.share(-change))}
          </span>
        </>
      )}
    </p>
  )
}

const ByCategory = ({ first, today }: Days) => {
  const { home } = useTexts()
  const { currency } = useBusiness()
  const read = useQuery(spending(first, today, "category"))
  const names = useQuery(ask.categories).data ?? []
  const nameOf = (id: string | null) =>
    id === null
      ? home.noCategory
      : (names.find((category) => category.id === id)?.name ?? home.formerCategory)
  const { sums, rest } = largest(byKey(read.data ?? [], currency), maxCategories)
  const maxAmount = Math.max(1, rest ?? 0, ...sums.map(({ amount }) => amount))
  return (
    <section className="card tile third" aria-label={home.byCategory}>
      <h2>{home.byCategory}</h2>
      <Trouble failure={read.error} />
      {read.data?.length === 0 ? <p className="dim">{home.nothingSpent}</p> : null}
      <div className="bars">
        {sums.map(({ key, amount }) => {
          const category = key ?? "none"
          return (
            <Link key={category} to="/transactions" search={{ ...rowsOf(first, today), category }}>
              <Bar name={nameOf(key)} {...{ amount, maxAmount }} />
            </Link>
          )
        })}
        {rest === null ? null : (
          <div>
            <Bar name={home.otherCategories} amount={rest} maxAmount={maxAmount} />
          </div>
        )}
      </div>
    </section>
  )
}

const Bar = (props: {
  readonly name: string
  readonly amount: Minor
  readonly maxAmount: Minor
}) => {
  const { name, amount, maxAmount } = props
  const format = useFormat()
  return (
    <>
      <span className="between">
        <span>{name}</span>
        <small>{format.minor(amount)}</small>
      </span>
      <Gauge part={(0.79 * amount) / maxAmount} label={name} />
    </>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { spending } from "../api/spending.ts"
import { useBusiness } from "../app/business.ts"
import { addDays, dayOf, monthStart } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import type { Spending } from "../core/spend.ts"
import { Chart } from "../parts/chart.tsx"
import { Gauge } from "../parts/gauge.tsx"
import { useTexts } from "../texts/languages.ts"

const shown = 7

/** This month against the same days of the last one, by day and by category. */
export const Spend = () => {
  const { home } = useTexts()
  const { currency } = useBusiness()
  const today = dayOf(new Date())
  const first = monthStart(today)
  const before = monthStart(today, -1)
  const same = addDays(before, Number(today.slice(8)) - 1)
  const end = same < first ? same : addDays(first, -1)
  const now = useQuery(spending(first, today, currency)).data
  const then = useQuery(spending(before, end, currency)).data
  if (now === undefined || now === null) return null
  return (
    <>
      <section className="card tile two-thirds" aria-label={home.byDay}>
        <Total now={now} then={then ?? null} first={first} today={today} />
        <Chart
          kind="bars"
          label={home.byDay}
          data={now.days}
          series={[{ name: "amount", label: home.spend, color: "quay.6" }]}
        />
      </section>
      <section className="card tile third" aria-label={home.byCategory}>
        <h2>{home.byCategory}</h2>
        <Categories spent={now} first={first} today={today} />
      </section>
    </>
  )
}

interface Given {
  readonly first: string
  readonly today: string
}

const Total = (given: Given & { readonly now: Spending; readonly then: Spending | null }) => {
  const { home } = useTexts()
  const format = useFormat()
  const { now, then, first, today } = given
  const change = then === null || then.total <= 0 ? null : now.total / then.total - 1
  return (
    <div>
      <h2>{home.spend}</h2>
      <Link to="/transactions" search={{ from: first, to: today }} className="big figure-link">
        {format.minor(now.total)}
      </Link>
      {then === null ? null : (
        <p className="dim">
          {home.lastMonth(format.minor(then.total))}
          {change === null ? null : (
            <>
              {" · "}
              <span className={change > 0 ? "rise" : "fall"}>
                {change > 0 ? home.more(format.share(change)) : home.less(format.share(-change))}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  )
}

const Categories = ({ spent, first, today }: Given & { readonly spent: Spending }) => {
  const { home } = useTexts()
  const format = useFormat()
  const most = Math.max(1, ...spent.categories.map(({ amount }) => amount))
  return (
    <div className="bars">
      {spent.categories.slice(0, shown).map(({ name, amount }) => (
        <Link key={name ?? ""} to="/transactions" search={{ from: first, to: today }}>
          <span className="between">
            <span>{name ?? home.noCategory}</span>
            <small>{format.minor(amount)}</small>
          </span>
          <Gauge part={(0.79 * amount) / most} label={name ?? home.noCategory} />
        </Link>
      ))}
    </div>
  )
}

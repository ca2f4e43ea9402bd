import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Budget, BudgetPeriod } from "../api/records.ts"
import { budgetSpending } from "../api/spending.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { dayOf, daysBetween } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import { fromWire } from "../core/money.ts"
import { may } from "../core/rights.ts"
import { burnDown, byDay, forecast } from "../core/spend.ts"
import { Chart } from "../parts/chart.tsx"
import { ChartOrTable } from "../parts/chart-table.tsx"
import { Gauge } from "../parts/gauge.tsx"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { TimeLeft } from "./page.tsx"
import { useUse } from "./use.ts"

/** Current period with its forecast, and past periods. */
export const Overview = ({ budget }: { readonly budget: Budget }) => {
  const { budgets } = useTexts()
  const format = useFormat()
  const { spent, available, total, part } = useUse(budget)
  return (
    <>
      <div className="card tile">
        <div className="used">
          <small className="between">
            <span>
              {total > 0 ? budgets.spentShare(format.share(spent / total)) : budgets.spent}
            </span>
            <span>{budgets.ofTotal(format.minor(spent), format.minor(total))}</span>
          </small>
          <Gauge part={part} label={budgets.spent} />
        </div>
        <dl className="figures">
          <Figure name={budgets.available} value={format.minor(available)} isBad={available < 0} />
          <Figure name={budgets.spent} value={format.minor(spent)} />
          <Figure name={budgets.amount} value={format.money(budget.reset_amount)} />
          <div>
            <dt>{budgets.period}</dt>
            <dd>
              <TimeLeft budget={budget} />
            </dd>
          </div>
        </dl>
      </div>
      {budget.current_period_start === null || budget.current_period_end === null ? null : (
        <Burn budget={budget} start={budget.current_period_start} end={budget.current_period_end} />
      )}
      <Periods budget={budget} />
    </>
  )
}

const Figure = (props: {
  readonly name: string
  readonly value: string
  readonly isBad?: boolean
}) => (
  <div>
    <dt>{props.name}</dt>
    <dd className={props.isBad === true ? "big over" : "big"}>{props.value}</dd>
  </div>
)

/** Longest period drawn day by day, in days: a year. */
const mostDays = 366

const Burn = (props: { readonly budget: Budget; readonly start: string; readonly end: string }) => {
  const me = useMe()
  const { budgets } = useTexts()
  const { currency } = useBusiness()
  const { available } = useUse(props.budget)
  const today = dayOf(new Date())
  const [first, last] = [props.start.slice(0, 10), props.end.slice(0, 10)]
  const until = [today, last].sort()[0] ?? today
  // A person who sees only their own spending would get a wrong picture.
  const seesAll =
    may(me, "transactions", "read") || me.owns.some(({ id }) => id === props.budget.id)
  const isShort = first < last && daysBetween(first, last).length <= mostDays
  const read = useQuery({ ...budgetSpending(first, until), enabled: seesAll && isShort })
  if (read.isLoading) return <WaitingChart />
  if (read.data === undefined) return <Trouble failure={read.error} />
  const own = read.data.filter(({ keys }) => keys[1] === props.budget.id)
  const points = burnDown(byDay(own, first, until, currency), available, today, last)
  return (
    <section className="section" aria-label={budgets.burnDown}>
      <div className="card">
        <ChartOrTable
          kind="line"
          label={budgets.burnDown}
          data={points}
          series={[
            { name: "left", label: budgets.remaining },
            { name: "ahead", label: budgets.forecast, isAhead: true },
          ]}
          rowsOf={(day) => ({ budget: props.budget.id, from: day, to: day, type: "spending" })}
          head={<Heading budget={props.budget} points={points} />}
        />
      </div>
    </section>
  )
}

const WaitingChart = () => (
  <section className="section">
    <div className="card waiting-chart">
      <Waiting />
    </div>
  </section>
)

const Heading = (props: {
  readonly budget: Budget
  readonly points: ReturnType<typeof burnDown>
}) => {
  const { budgets } = useTexts()
  const format = useFormat()
  const { available, spent } = useUse(props.budget)
  const past = props.points.filter(({ left }) => left !== undefined).length
  const end = forecast(available, spent, past, props.points.length)
  return (
    <>
      <h2>{budgets.burnDown}</h2>
      <p className="dim">
        {end < 0
          ? budgets.forecastOver(format.minor(-end))
          : budgets.forecastEnds(format.minor(end))}
      </p>
    </>
  )
}

const Periods = ({ budget }: { readonly budget: Budget }) => {
  const { budgets } = useTexts()
  const { currency } = useBusiness()
  const list = useQuery(ask.periods(budget.id))
  const results = list.data?.results ?? []
  return (
    <section className="section" aria-label={budgets.history}>
      <h2>{budgets.history}</h2>
      <Trouble failure={list.error} />
      {results.length < 2 ? null : (
        <div className="card">
          <Chart
            kind="bars"
            label={budgets.history}
            data={results.toReversed().map(({ start, spent_amount }) => ({
              day: start.slice(0, 10),
              spent: fromWire(spent_amount, currency),
            }))}
            series={[{ name: "spent", label: budgets.spent }]}
          />
        </div>
      )}
      <div className="table-frame">
        <table className="table" aria-label={budgets.periodsTable}>
          <thead>
            <tr>
              <th>{budgets.period}</th>
              <th className="num wide">{budgets.opening}</th>
              <th className="num wide">{budgets.toppedUp}</th>
              <th className="num wide">{budgets.moved}</th>
              <th className="num">{budgets.spent}</th>
              <th className="num">{budgets.closing}</th>
            </tr>
          </thead>
          <tbody>
            {results.map((period) => (
              <PeriodRow key={period.number} period={period} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const PeriodRow = ({ period }: { readonly period: BudgetPeriod }) => {
  const { budgets } = useTexts()
  const format = useFormat()
  const { start, end } = period
  return (
    <tr>
      <td>
        {format.day(start)}
        {end === null ? "" : ` – ${format.day(end)}`}{" "}
        {period.restated ? <Tag tone="calm">{budgets.restated}</Tag> : null}
      </td>
      <td className="num wide">{format.money(period.opening_amount)}</td>
      <td className="num wide">{format.money(period.topped_up_amount)}</td>
      <td className="num wide">{format.money(period.moved_amount)}</td>
      <td className="num" data-label={budgets.spent}>
        {format.money(period.spent_amount)}
      </td>
      <td className={period.closing_amount < 0 ? "num over" : "num"} data-label={budgets.closing}>
        {format.money(period.closing_amount)}
      </td>
    </tr>
  )
}

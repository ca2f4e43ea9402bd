import { Button, TextInput } from "@mantine/core"
import { IconWallet } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { Balance, Statement } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Empty, Trouble, Waiting } from "../app/states.tsx"
import { dayOf } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import { fromWire } from "../core/money.ts"
import { may } from "../core/rights.ts"
import { Chart } from "../parts/chart.tsx"
import { useTexts } from "../texts/languages.ts"
import { daysOf, type Filters } from "./filters.ts"

/** Balances of the business by currency, with statements. */
export const Balances = () => {
  const me = useMe()
  const { money } = useTexts()
  const filters: Filters = useSearch({ from: "/inside/money" })
  const balances = useQuery({ ...ask.balances, enabled: may(me, "balances", "read") })
  const own = balances.data?.find(({ currency }) => currency === me.business.currency)
  const currency =
    filters.currency ?? own?.currency ?? balances.data?.[0]?.currency ?? me.business.currency
  return (
    <>
      <Trouble failure={balances.error} retry={() => void balances.refetch()} />
      {balances.isLoading ? <Waiting /> : null}
      {balances.data?.length === 0 ? (
        <Empty icon={<IconWallet size={28} />} title={money.noneTitle} help={money.noneHelp} />
      ) : (
        <Wallets balances={balances.data ?? []} currency={currency} filters={filters} />
      )}
      {may(me, "statements", "read") && balances.data?.length !== 0 ? (
        // The statement is loaded at the same time as the wallets, and shown below them once their
        // number is known.
        <div hidden={balances.isLoading}>
          <StatementOf key={currency} currency={currency} filters={filters} />
        </div>
      ) : null}
    </>
  )
}

const Wallets = (props: {
  readonly balances: ReadonlyArray<Balance>
  readonly currency: string
  readonly filters: Filters
}) => {
  const { money } = useTexts()
  const format = useFormat()
  return (
    <ul className="wallets" aria-label={money.balances}>
      {props.balances.map(({ currency, balance }) => (
        <li key={currency}>
          <Link
            to="/money"
            search={{ ...props.filters, currency }}
            className="card wallet"
            aria-current={currency === props.currency}
          >
            <span className="dim">{currency}</span>
            <strong className="big">{format.money(balance, currency)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const StatementOf = (props: { readonly currency: string; readonly filters: Filters }) => {
  const { money, common } = useTexts()
  const { currency, filters } = props
  const { start, end } = daysOf(filters, dayOf(new Date()))
  const statement = useQuery(ask.statement(start, end, currency))
  const [isTable, showTable] = useState(false)
  return (
    <section className="section" aria-label={money.statement(currency)}>
      <div className="section-head">
        <h2>{money.statement(currency)}</h2>
        <div className="row">
          <Day name="from" value={start} filters={filters} />
          <Day name="to" value={end} filters={filters} />
          <Button variant="default" onClick={() => showTable(!isTable)}>
            {isTable ? common.showAsChart : common.showAsTable}
          </Button>
        </div>
      </div>
      <Trouble failure={statement.error} retry={() => void statement.refetch()} />
      {statement.data === undefined ? (
        statement.error === null ? (
          <Waiting />
        ) : null
      ) : (
        <div className="section dated" aria-busy={statement.isPlaceholderData}>
          <Figures statement={statement.data} />
          {isTable ? <Days statement={statement.data} /> : <Drawn statement={statement.data} />}
        </div>
      )}
    </section>
  )
}

const Day = (props: {
  readonly name: "from" | "to"
  readonly value: string
  readonly filters: Filters
}) => {
  const { transactions } = useTexts()
  const navigate = useNavigate({ from: "/money" })
  const { name, value, filters } = props
  return (
    <TextInput
      type="date"
      className="filter-day"
      aria-label={transactions[name]}
      leftSection={<span className="bound">{transactions[name]}</span>}
      leftSectionWidth={48}
      value={value}
      max="9999-12-31"
      onChange={(event) => {
        const day = event.currentTarget.value
        void navigate({ search: { ...filters, [name]: day || undefined }, replace: true })
      }}
    />
  )
}

const Figures = ({ statement }: { readonly statement: Statement }) => {
  const { money } = useTexts()
  const format = useFormat()
  const { currency, opening_balance, closing_balance } = statement
  const change = fromWire(closing_balance, currency) - fromWire(opening_balance, currency)
  const rows = [
    [money.opening, format.money(opening_balance, currency)],
    [money.change, format.minor(change, currency)],
    [money.closing, format.money(closing_balance, currency)],
  ]
  return (
    <dl className="figures card">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="big">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Drawn = ({ statement }: { readonly statement: Statement }) => {
  const { money } = useTexts()
  const { currency } = statement
  return (
    <div className="card">
      <Chart
        kind="area"
        label={money.daily}
        currency={currency}
        data={statement.daily_balances.map(({ date, closing_balance }) => ({
          day: date,
          balance: fromWire(closing_balance, currency),
        }))}
        series={[{ name: "balance", label: money.balance }]}
      />
    </div>
  )
}

const Days = ({ statement }: { readonly statement: Statement }) => {
  const { money, common } = useTexts()
  const format = useFormat()
  const { currency } = statement
  return (
    <div className="table-frame">
      <table className="table" aria-label={money.daily}>
        <thead>
          <tr>
            <th>{common.date}</th>
            <th className="num">{money.opening}</th>
            <th className="num">{money.closing}</th>
          </tr>
        </thead>
        <tbody>
          {statement.daily_balances.toReversed().map((day) => (
            <tr key={day.id}>
              <td>{format.day(day.date)}</td>
              <td className="num">{format.money(day.opening_balance, currency)}</td>
              <td className="num">{format.money(day.closing_balance, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

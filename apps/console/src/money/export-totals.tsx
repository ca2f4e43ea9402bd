import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import * as ask from "../api/queries.ts"
import type { Export, ExportBalance } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"

type Totalled = Pick<Export, "balances" | "start_date" | "end_date">

/**
 * Totals of an export, with a column for each wallet: opening balance, earlier movements, own
 * movements, and closing balance.
 */
export const Totals = ({ of }: { readonly of: Totalled }) => {
  const { exports } = useTexts()
  const format = useFormat()
  const { balances } = of
  const isRest = balances.some(({ earlier_amount }) => earlier_amount !== 0)
  const rows: ReadonlyArray<readonly [string, keyof ExportBalance]> = [
    [exports.opening, "opening_balance"],
    ...(isRest ? [[exports.earlier, "earlier_amount"] as const] : []),
    [exports.own, "amount"],
    [exports.closing, "closing_balance"],
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <figure className="table-frame totals" tabIndex={0} aria-label={exports.totals}>
      <table className="table" aria-label={exports.totals}>
        <thead>
          <tr>
            <td />
            {balances.map(({ currency }) => (
              <th key={currency} className="num">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, name]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {balances.map((balance) => (
                <td key={balance.currency} className={name === "amount" ? "num strong" : "num"}>
                  {format.money(Number(balance[name]), balance.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Shows whether the export still agrees with the ledger, with a link to each statement. */
export const Agreement = ({ of }: { readonly of: Totalled }) => {
  const me = useMe()
  if (!may(me, "statements", "read")) return null
  return (
    <ul className="stack-tight">
      {of.balances.map((balance) => (
        <Wallet key={balance.currency} balance={balance} of={of} />
      ))}
    </ul>
  )
}

const Wallet = (props: { readonly balance: ExportBalance; readonly of: Totalled }) => {
  const { exports } = useTexts()
  const format = useFormat()
  const { balance, of } = props
  const { currency } = balance
  const { start_date: from, end_date: to } = of
  const statement = useQuery(ask.statement(from, to, currency))
  const ledger = statement.isPlaceholderData ? undefined : statement.data
  const agrees =
    ledger?.opening_balance === balance.opening_balance &&
    ledger.closing_balance === balance.closing_balance
  return (
    <li className="stack-tight">
      <span className="between">
        <Link to="/money" search={{ currency, from, to }} className="link">
          {exports.statement(currency)}
        </Link>
        {ledger === undefined ? null : agrees ? (
          <Tag tone="good">{exports.agrees}</Tag>
        ) : (
          <Tag tone="warn">{exports.differs(format.money(ledger.closing_balance, currency))}</Tag>
        )}
      </span>
      {ledger === undefined || agrees ? null : <p className="note">{exports.differsHelp}</p>}
      <Trouble failure={statement.error} />
    </li>
  )
}

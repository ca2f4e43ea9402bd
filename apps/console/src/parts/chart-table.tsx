import { ActionIcon } from "@mantine/core"
import { IconChartBar, IconTable } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"
import type { Filters } from "../transactions/filters.ts"
import { amountOf, Chart, type ChartGiven } from "./chart.tsx"

type Given = ChartGiven & {
  /** Filter of the transactions of a day. */
  readonly rowsOf?: (day: string) => Filters
  /** Content next to the switch. */
  readonly head: ReactNode
}

/** Chart that can also be shown as a table, in which each day links to its rows. */
export const ChartOrTable = ({ head, ...given }: Given) => {
  const { common } = useTexts()
  const [isTable, showTable] = useState(false)
  return (
    <>
      <div className="chart-head">
        <div>{head}</div>

        <ActionIcon
          variant="subtle"
          color="gray"
          title={isTable ? common.showAsChart : common.showAsTable}
          aria-label={`${given.label}: ${isTable ? common.showAsChart : common.showAsTable}`}
          onClick={() => showTable(!isTable)}
        >
          {isTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
        </ActionIcon>
      </div>
      {isTable ? <Table {...given} /> : <Chart {...given} />}
    </>
  )
}

const Table = ({ data, series, label, currency, rowsOf }: Omit<Given, "head">) => {
  const { common } = useTexts()
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <figure className="table-frame chart-table" tabIndex={0} aria-label={label}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            <th>{common.date}</th>
            {series.map(({ name, label: head }) => (
              <th key={name} className="num">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.toReversed().map((row) => (
            <tr key={row.day}>
              <td>
                {rowsOf === undefined ? (
                  format.day(row.day)
                ) : (
                  <Link to="/transactions" search={rowsOf(row.day)}>
                    {format.day(row.day)}
                  </Link>
                )}
              </td>
              {series.map((each) => {
                const amount = amountOf(row, each)
                return (
                  <td key={each.name} className="num">
                    {amount === null ? common.none : format.minor(amount, currency)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

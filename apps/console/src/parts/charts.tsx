/** The pictures: loaded after the screen that they are on. */
import "@mantine/charts/styles.css"
import { AreaChart, BarChart, LineChart } from "@mantine/charts"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { decimalText, type Minor } from "../core/money.ts"

interface Series {
  readonly name: string
  readonly label: string
  readonly color: string
  readonly strokeDasharray?: string
}

export interface ChartGiven {
  readonly kind: "bars" | "area" | "line"
  /** Amounts in minor units, by the names of the series. */
  readonly data: ReadonlyArray<{ readonly day: string } & Readonly<Record<string, unknown>>>
  readonly series: ReadonlyArray<Series>
  readonly currency?: string
  /** How the axis writes what `day` has. */
  readonly dayLabel?: (day: string) => string
  readonly label: string
}

export const Chart = ({ kind, data, series, currency, dayLabel, label }: ChartGiven) => {
  const business = useBusiness()
  const format = useFormat()
  const used = currency ?? business.currency
  const major = (minor: number) => Number(decimalText(Math.round(minor), used))
  const common = {
    h: 240,
    data: data.map((row) => ({
      ...row,
      day: (dayLabel ?? format.shortDay)(row.day),
    })) as Record<string, unknown>[],
    dataKey: "day",
    series: [...series],
    valueFormatter: (value: Minor) => format.minor(Math.round(value), used),
    gridAxis: "x" as const,
    tickLine: "none" as const,
    withLegend: series.length > 1,
    yAxisProps: { width: 64, tickFormatter: (value: number) => format.compact(major(value)) },
    xAxisProps: { minTickGap: 24 },
  }
  return (
    <figure className="chart" aria-label={label}>
      {kind === "bars" ? (
        <BarChart {...common} barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }} />
      ) : kind === "area" ? (
        <AreaChart
          {...common}
          curveType="monotone"
          withDots={false}
          areaProps={{ isAnimationActive: false }}
        />
      ) : (
        <LineChart
          {...common}
          curveType="linear"
          withDots={false}
          connectNulls={false}
          lineProps={{ isAnimationActive: false }}
        />
      )}
    </figure>
  )
}

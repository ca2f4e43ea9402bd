/**
 * Charts of amounts by day. They are drawn here because a chart library is larger than a whole
 * screen.
 */
import { useElementSize } from "@mantine/hooks"
import { type PointerEvent, useState } from "react"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { decimalText, type Minor } from "../core/money.ts"
import { type Axis, axisOf, labelStep, lineOf, needsYear } from "./chart-scale.ts"
import "./chart.css"

export interface Series {
  readonly name: string
  readonly label: string
  /** True for a forecast. */
  readonly isAhead?: boolean
}

type Row = { readonly day: string } & Readonly<Record<string, unknown>>

export interface ChartGiven {
  readonly kind: "bars" | "area" | "line"
  /** Amounts in minor units by the name of the series. */
  readonly data: ReadonlyArray<Row>
  readonly series: ReadonlyArray<Series>
  readonly currency?: string
  readonly label: string
  /** Opens the rows of the day under the pointer. */
  readonly open?: (day: string) => void
}

const margin = { right: 10, top: 10, bottom: 26 }

/** Returns the amount of a series on a day; null if it has none. */
export const amountOf = (row: Row, { name }: Series): Minor | null => {
  const value = row[name]
  return typeof value === "number" ? value : null
}

/** Font size relative to the default of 16 px. */
const letterScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** Returns the width of the axis labels: German writes 300.000 $ where English has $300K. */
const roomFor = (texts: ReadonlyArray<string>): number =>
  letterScale() * Math.max(58, 16 + 7 * Math.max(...texts.map(({ length }) => length)))

/** Position of the days in a chart. */
interface Place {
  /** Left edge, after the axis labels. */
  readonly left: number
  /** Formats a label of the axis. */
  readonly written: (mark: Minor) => string
  readonly x: (n: number) => number
  readonly axis: Axis
  readonly band: number
  /** Vertical position of the day labels. */
  readonly bottom: number
}

export const Chart = (props: ChartGiven) => {
  const { data, series, kind, label, open } = props
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const inner = Math.max(0, height - margin.top - margin.bottom)
  const [at, point] = useState<number | null>(null)
  const business = useBusiness()
  const format = useFormat()
  const used = props.currency ?? business.currency
  const written = (mark: Minor) => format.compact(Number(decimalText(Math.round(mark), used)), used)
  const amounts = data.flatMap((row) => series.map((each) => amountOf(row, each) ?? 0))
  const axis = axisOf(amounts, inner)
  const left = roomFor(axis.marks.map(written))
  const room = Math.max(0, width - left - margin.right)
  const band = room / Math.max(1, data.length)
  const x = (n: number) => left + band * (n + 0.5)
  const place: Place = { left, written, axis, band, x, bottom: height - 6 }
  const find = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const n = Math.floor((event.clientX - box.left - left) / band)
    point(n >= 0 && n < data.length ? n : null)
  }
  const row = at === null ? undefined : data[at]
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart-box" ref={ref}>
        {width === 0 ? null : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the table of the same days has the links
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={label}
            data-open={open !== undefined && row !== undefined}
            onPointerMove={find}
            onPointerLeave={() => point(null)}
            onClick={() => row !== undefined && open?.(row.day)}
          >
            <Scales {...props} place={place} room={room} />
            <g transform={`translate(0 ${margin.top})`}>
              {row === undefined ? null : (
                <rect
                  className="chart-here"
                  x={place.x(at ?? 0) - band / 2}
                  width={band}
                  height={inner}
                />
              )}
              {kind === "bars" ? (
                <Bars {...props} place={place} />
              ) : (
                <Lines {...props} place={place} />
              )}
            </g>
          </svg>
        )}
        {row === undefined ? null : (
          <Hint {...props} row={row} x={place.x(at ?? 0)} isLeft={place.x(at ?? 0) > width / 2} />
        )}
      </div>
      {series.length < 2 ? null : <Legend series={series} />}
    </figure>
  )
}

type Drawn = ChartGiven & { readonly place: Place }

const Scales = ({ data, place, room }: Drawn & { readonly room: number }) => {
  const format = useFormat()
  const { left } = place
  const isLong = needsYear(data[0]?.day ?? "", data.at(-1)?.day ?? "")
  const step = labelStep(data.length, room, letterScale() * (isLong ? 92 : 72))
  const half = letterScale() * (isLong ? 30 : 18)
  return (
    <>
      {place.axis.marks.map((mark) => (
        <g
          key={mark}
          transform={`translate(0 ${margin.top + place.axis.at(mark)})`}
          className={mark === 0 ? "chart-mark chart-zero" : "chart-mark"}
        >
          <line x1={left} x2={left + room} />
          <text x={left - 8} dy="0.32em" textAnchor="end">
            {place.written(mark)}
          </text>
        </g>
      ))}
      {data.map(({ day }, n) =>
        n % step === 0 ? (
          <text
            key={day}
            className="chart-day"
            x={Math.max(left + half, Math.min(place.x(n), left + room - half))}
            y={place.bottom}
            textAnchor="middle"
          >
            {isLong ? format.shortMonth(day) : format.shortDay(day)}
          </text>
        ) : null,
      )}
    </>
  )
}

const Bars = ({ data, series, place }: Drawn) => {
  const wide = Math.max(1, Math.min(42, place.band * 0.72))
  const zero = place.axis.at(0)
  return data.flatMap((row, n) =>
    series.map((each) => {
      const top = place.axis.at(amountOf(row, each) ?? 0)
      return (
        <rect
          key={row.day + each.name}
          className="chart-bar"
          x={place.x(n) - wide / 2}
          y={Math.min(top, zero)}
          width={wide}
          height={Math.abs(zero - top)}
          rx={Math.min(3, wide / 2)}
        />
      )
    }),
  )
}

const Lines = ({ data, series, place, kind }: Drawn) =>
  series.map((each) => {
    const points = data.map((row, n) => {
      const amount = amountOf(row, each)
      return [place.x(n), amount === null ? null : place.axis.at(amount)] as const
    })
    const line = lineOf(points)
    const zero = place.axis.at(0)
    const end = `L${place.x(data.length - 1).toFixed(1)} ${zero}L${place.x(0).toFixed(1)} ${zero}Z`
    return (
      <g key={each.name} className={each.isAhead === true ? "chart-ahead" : ""}>
        {kind === "area" && line !== "" ? <path className="chart-area" d={line + end} /> : null}
        <path className="chart-line" d={line} />
      </g>
    )
  })

/** Amounts of the day under the pointer. */
const Hint = (
  props: ChartGiven & { readonly row: Row; readonly x: number; readonly isLeft: boolean },
) => {
  const format = useFormat()
  const { row, series, currency } = props
  const shown = series.filter((each) => amountOf(row, each) !== null)
  return (
    <div
      className="chart-hint"
      style={{ left: props.x, transform: props.isLeft ? "translateX(calc(-100% - 8px))" : "" }}
      aria-hidden
    >
      <strong>{format.day(row.day)}</strong>
      {shown.map((each) => (
        <span key={each.name}>
          {each.label}: {format.minor(amountOf(row, each) ?? 0, currency)}
        </span>
      ))}
    </div>
  )
}

const Legend = ({ series }: Pick<ChartGiven, "series">) => (
  <figcaption className="chart-legend">
    {series.map(({ name, label, isAhead }) => (
      <span key={name} className={isAhead === true ? "chart-ahead" : ""}>
        <svg width={22} height={8} aria-hidden>
          <path className="chart-line" d="M1 4L21 4" />
        </svg>
        {label}
      </span>
    ))}
  </figcaption>
)
